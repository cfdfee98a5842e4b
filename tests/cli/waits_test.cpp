// Nothing makes the program wait for long: a locked file, a pipe, a stopped process, endless SQL, a
// file without end; and what a killed run or a full disk leaves behind.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/cache_file.h"
#include "db/database.h"
#include "eval/process/descriptor.h"
#include "support/autotune_process.h"
#include "support/child_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// One line on standard error, soon, and no result.
void ExpectRefusal(const ProgramRun& run, int status, const std::string& reason) {
  EXPECT_EQ(run.status, status) << run.error_output;
  EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  EXPECT_THAT(run.error_output, StartsWith("autotune: error: "));
  EXPECT_THAT(run.error_output, HasSubstr(reason));
  EXPECT_THAT(run.output, IsEmpty());
  EXPECT_LT(run.seconds, 10);
}

/// Keeps all others from a database as long as it lives, readers too, as one does who changes its
/// journal mode: a lock on the whole file covers the bytes that SQLite locks.
class Lock {
 public:
  explicit Lock(const fs::path& file) : descriptor_(open(file.c_str(), O_RDWR | O_CLOEXEC)) {
    struct flock whole{};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    EXPECT_EQ(fcntl(descriptor_.get(), F_SETLK, &whole), 0);
  }

 private:
  const Descriptor descriptor_;
};

class LockedFilesTest : public testing::Test {
 protected:
  /// Something that ends long before its budget, of which it may wait a second for each file.
  std::vector<std::string> Tune() const {
    return {"-v",   "--method", "greedy",  "--max-evals", "300", "--budget", "20s",
            "--db", "runs.db",  "--cache", "cache.db",    "-o",  "out.bc",   kWords};
  }

  void MakeFiles() {
    const ProgramRun run = RunAutotune(directory_, Tune());
    ASSERT_EQ(run.status, 0) << run.error_output;
    ASSERT_THAT(run.error_output, Not(HasSubstr("warning")));
    seconds_ = run.seconds;
  }

  /// Without a bound it waits for 20 seconds. Others may have the processor.
  void ExpectTheResultInTime(const ProgramRun& run) const {
    EXPECT_EQ(run.status, 0) << run.error_output;
    EXPECT_LT(run.seconds, 3 * seconds_ + 5);
    EXPECT_THAT(run.error_output, HasSubstr("warning: going on without the database"));
    EXPECT_THAT(run.error_output, HasSubstr("warning: evaluations are not remembered"));
    EXPECT_THAT(run.error_output, HasSubstr("is locked by another process"));
    EXPECT_THAT(directory_.Read("out.bc"), Not(IsEmpty()));
  }

  const TestDirectory directory_;
  double seconds_ = 0;  ///< of a run that waits for nobody
};

TEST_F(LockedFilesTest, CostAPartOfTheBudgetAndALineEach) {
  MakeFiles();
  const Lock database(directory_.path() / "runs.db");
  const Lock cache(directory_.path() / "cache.db");
  ExpectTheResultInTime(RunAutotune(directory_, Tune()));
}

TEST_F(LockedFilesTest, CostNoMoreWhereOthersWriteThemAllTheTime) {
  MakeFiles();
  const auto database = Database::Open(directory_.path() / "runs.db");
  const auto cache = Database::Open(directory_.path() / "cache.db", {.format = &kCacheFormat});
  ASSERT_TRUE(database.ok() && cache.ok());
  // Held while the body runs.
  const Status held = (*database)->Write([&](SQLite::Database&) {
    return (*cache)->Write([&](SQLite::Database&) {
      ExpectTheResultInTime(RunAutotune(directory_, Tune()));
      return Status();
    });
  });
  EXPECT_TRUE(held.ok()) << held.error().message;
}

TEST(SpecialFiles, AreRefusedAndNeverOpened) {
  const TestDirectory directory;
  const fs::path pipe = directory.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"query", "runs", "--db", "pipe"},
        {"query", "--sql", "SELECT 1", "--db", "pipe"},
        {"show", "last", "--db", "pipe"},
        {"report", "--db", "pipe"},
        {"cache", "stats", "--cache", "pipe"},
        {"db", "merge", "into.db", "pipe"},
        {"replay", kWords, "--run", "last", "--db", "pipe"},
        {"leaderboard", "pipe"},
        {"pipe"}}) {
    const ProgramRun run = RunAutotune(directory, command);
    ExpectRefusal(run, 1, "pipe");
    EXPECT_LT(run.seconds, 5) << command.front();
  }
  const ProgramRun device = RunAutotune(directory, {"query", "runs", "--db", "/dev/zero"});
  ExpectRefusal(device, 1, "'/dev/zero' is a device");
  const ProgramRun folder = RunAutotune(directory, {"query", "runs", "--db", "."});
  ExpectRefusal(folder, 1, "'.' is a directory");
}

TEST(SpecialFiles, CostATuningRunALine) {
  const TestDirectory directory;
  ASSERT_EQ(mkfifo((directory.path() / "pipe").c_str(), 0600), 0);
  const ProgramRun run = RunAutotune(directory, {"-q", "--method", "greedy", "--max-evals", "10",
                                                 "--db", "pipe", "--cache", "pipe", kWords});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(run.error_lines(), 2u) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("'pipe' is a pipe"));
}

constexpr char kEndless[] =
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";

TEST(EndlessQuery, EndsAtItsTimeLimitAndAtASignal) {
  const TestDirectory directory;
  ASSERT_EQ(RunAutotune(directory, {"-q", "--max-evals", "5", "--db", "runs.db", kWords}).status,
            0);
  const std::vector<std::string> query = {"query", "--sql", kEndless, "--db", "runs.db"};
  std::vector<std::string> limited = query;
  limited.insert(limited.end(), {"--time-limit", "300ms"});
  ExpectRefusal(RunAutotune(directory, limited), 2, "takes longer than 300 ms");

  AutotuneProcess endless(directory, query);
  std::this_thread::sleep_for(300ms);
  endless.Signal(SIGINT);
  const ProgramRun stopped = endless.Wait();
  EXPECT_EQ(stopped.status, 1000 + SIGINT);
  EXPECT_LT(stopped.seconds, 10);
}

TEST(HugeInput, IsRefusedByItsFirstBytesOrItsSize) {
  const TestDirectory directory;
  for (const auto& [begin, reason] :
       {std::pair(std::string(8, '\0'), "not LLVM IR"),
        std::pair(std::string("BC\xC0\xDE"), "20480 MiB are too many")}) {
    const fs::path file = directory.Write("huge.bc", begin);
    std::error_code error;
    fs::resize_file(file, 20ull << 30, error);
    if (error) GTEST_SKIP() << "no large files here: " << error.message();
    const ProgramRun run = RunAutotune(directory, {"--no-db", "huge.bc"});
    ExpectRefusal(run, 1, reason);
    EXPECT_LT(run.seconds, 5);
  }
}

/// Any other file that a person names is refused as soon.
TEST(HugeInput, IsRefusedByEveryCommand) {
  const TestDirectory directory;
  for (const char* const name : {"huge.bc", "huge.tar.gz"}) {
    std::error_code error;
    fs::resize_file(directory.Write(name, std::string(8, '\0')), 20ull << 30, error);
    if (error) GTEST_SKIP() << "no large files here: " << error.message();
  }
  const std::vector<std::vector<std::string>> commands = {
      {"leaderboard", "huge.bc"},
      {"replay", kWords, "--passes-file", "huge.bc"},
      {"dataset", "build", "compile-commands", "huge.bc", "--name", "x", "--dir", "sets"},
      {"dataset", "build", "import", "huge.bc", "--name", "x", "--dir", "sets"},
      {"dataset", "build", "import", "huge.tar.gz", "--name", "x", "--dir", "sets"}};
  for (const std::vector<std::string>& command : commands) {
    const ProgramRun run = RunAutotune(directory, command);
    ExpectRefusal(run, 1, "huge.");
    EXPECT_LT(run.seconds, 5) << command[1];
  }
}

void LimitFiles(rlim_t bytes) {
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
}

TEST(FileSizeLimit, IsFoundOutBeforeTheSearch) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(
      directory, {"--budget", "30s", "--no-db", "-o", "out.bc", kWords}, [] { LimitFiles(1024); });
  ExpectRefusal(run, 1, "can't write 'out.bc': no room for");
  EXPECT_EQ(directory.Read("out.bc"), "");
}

std::string StatusOfFirstRun(const TestDirectory& directory) {
  const ProgramRun run = RunAutotune(directory, {"query", "--db", "runs.db", "--format", "csv",
                                                 "--sql", "SELECT status FROM run WHERE run = 1"});
  return run.status == 0 ? run.output : "";
}

/// A small file system over the folder, seen by this process alone. False where none may be
/// mounted.
bool LimitDisk(const fs::path& folder) {
  return unshare(CLONE_NEWNS) == 0 &&
         mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=256k") == 0;
}

TEST(FullDisk, LosesNothingInTheEnd) {
  const TestDirectory directory;
  const fs::path folder = directory.path() / "small";
  fs::create_directory(folder);
  const pid_t child = Spawn([&] { return LimitDisk(folder) ? 0 : 1; });
  if (ExitCode(child) != 0) GTEST_SKIP() << "no tmpfs may be mounted here";
  AutotuneProcess tuner(directory,
                        {"-v", "--method", "greedy", "--budget", "3s", "--threads", "1", "--db",
                         "runs.db", "-o", "small/out.bc", kWords},
                        [&] {
                          if (!LimitDisk(folder)) _exit(99);
                          std::ofstream(folder / "out.bc") << "what was there before";
                        });
  ASSERT_TRUE(tuner.WaitForError("] loaded"));
  const fs::path seen = "/proc/" + std::to_string(tuner.pid()) + "/root" + folder.string();
  std::ofstream(seen / "fills it up") << std::string(1 << 20, 'x');
  EXPECT_FALSE(fs::space(seen).available > 0);
  const ProgramRun run = tuner.Wait();
  EXPECT_EQ(run.status, 1) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("can't write 'small/out.bc': No space left on device; "
                                          "the file that is there stays"));
  EXPECT_THAT(run.output, HasSubstr(Opt(" ")));
  EXPECT_THAT(run.output, Not(HasSubstr("wrote small/out.bc")));
  EXPECT_EQ(StatusOfFirstRun(directory), "status\nfinished\n");
}

TEST(FullDisk, IsFoundOutBeforeTheSearch) {
  const TestDirectory directory;
  const fs::path folder = directory.path() / "small";
  fs::create_directory(folder);
  const pid_t child = Spawn([&] { return LimitDisk(folder) ? 0 : 1; });
  if (ExitCode(child) != 0) GTEST_SKIP() << "no tmpfs may be mounted here";
  const ProgramRun run =
      RunAutotune(directory, {"--budget", "30s", "--no-db", "-o", "small/out.bc", kWords}, [&] {
        if (!LimitDisk(folder)) _exit(99);
        std::ofstream(folder / "full") << std::string(1 << 20, 'x');
      });
  ExpectRefusal(run, 1, "can't write 'small/out.bc': no room for");
}

/// Of a small program the text is larger than the bitcode.
TEST(FileSizeLimit, IsNamedWhereOptMeetsIt) {
  const TestDirectory directory;
  const fs::path program = directory.path() / "words.bc";
  const std::string assemble =
      Opt(" -passes= '") + std::string(kWords) + "' -o '" + program.string() + "'";
  ASSERT_EQ(std::system(assemble.c_str()), 0);
  const auto limit = static_cast<rlim_t>(fs::file_size(program)) + 512;
  const ProgramRun run = RunAutotune(
      directory,
      {"-q", "--method", "greedy", "--max-evals", "5", "--no-db", "-o", "out.ll", "words.bc"},
      [&] { LimitFiles(limit); });
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("file too large (ulimit -f)"));
}

TEST(FileSizeLimit, CostsALineWhereTheDatabaseMeetsIt) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(directory,
                                     {"-q", "--method", "greedy", "--max-evals", "5", "--no-cache",
                                      "--db", "runs.db", "-o", "out.bc", kWords},
                                     [] { LimitFiles(80'000); });
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("going on without the database"));
  EXPECT_THAT(run.error_output, HasSubstr("File too large"));
  EXPECT_THAT(directory.Read("out.bc"), Not(IsEmpty()));
}

TEST(KilledRun, IsMarkedWhenTheNextOneStarts) {
  const TestDirectory directory;
  {
    AutotuneProcess killed(directory,
                           {"-v", "--budget", "60s", "--threads", "1", "--db", "runs.db", kWords});
    ASSERT_TRUE(killed.WaitForError("] loaded"));
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (StatusOfFirstRun(directory) != "status\nrunning\n") {
      ASSERT_LT(std::chrono::steady_clock::now(), end);
    }
    killed.Signal(SIGKILL);
    killed.Wait();
  }
  EXPECT_EQ(StatusOfFirstRun(directory), "status\nrunning\n");
  ASSERT_EQ(RunAutotune(directory, {"-q", "--max-evals", "5", "--db", "runs.db", kWords}).status,
            0);
  EXPECT_EQ(StatusOfFirstRun(directory), "status\ninterrupted\n");
}

/// The child of a process that has this name; nothing where there is none.
std::optional<pid_t> ChildOf(pid_t parent, const std::string& name) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    std::ifstream file(entry.path() / "stat");
    std::string stat;
    if (!std::getline(file, stat) || stat.find('(' + name) == stat.npos) continue;
    std::istringstream rest(stat.substr(stat.rfind(')') + 1));
    char state = 0;
    pid_t its_parent = 0;
    if (rest >> state >> its_parent && its_parent == parent) return std::stoi(stat);
  }
  return std::nullopt;
}

TEST(StoppedZygote, KeepsNoRunFromItsEnd) {
  for (const auto delay : {50ms, 400ms, 1500ms}) {
    const TestDirectory directory;
    AutotuneProcess tuner(directory, {"-q", "--budget", "3s", "--threads", "2", "--no-db", kWords});
    std::this_thread::sleep_for(delay);
    const auto zygote = ChildOf(tuner.pid(), "autotune-worke");
    if (zygote) kill(*zygote, SIGSTOP);
    const ProgramRun run = tuner.Wait();
    EXPECT_EQ(run.status, 0) << run.error_output;
    EXPECT_LT(run.seconds, 10) << "3 s, 1 s for the zygote, and others have the processor, too";
    EXPECT_THAT(run.output, StartsWith(Opt(" ")));
  }
}

/// A control group with a limit on memory, where one can be made.
class MemoryGroup {
 public:
  explicit MemoryGroup(std::uint64_t bytes) {
    const std::string name = "autotune-test-" + std::to_string(getpid());
    for (const auto& [mount, limit] : {std::pair("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
                                       std::pair("/sys/fs/cgroup", "memory.max")}) {
      const fs::path path = fs::path(mount) / name;
      if (!fs::exists(fs::path(mount) / "cgroup.procs") || mkdir(path.c_str(), 0700) != 0) continue;
      if (std::ofstream(path / limit) << bytes << std::flush) {
        path_ = path;
        return;
      }
      rmdir(path.c_str());
    }
  }
  ~MemoryGroup() {
    // Its processes end a moment after the program.
    for (int i = 0; !path_.empty() && rmdir(path_.c_str()) != 0 && i < 500; ++i) {
      std::this_thread::sleep_for(10ms);
    }
  }
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;

  bool made() const { return !path_.empty(); }
  void Enter() const { std::ofstream(path_ / "cgroup.procs") << getpid() << std::flush; }

 private:
  fs::path path_;
};

TEST(LittleMemory, IsSaidInALineThatNamesWhatIsNeeded) {
  const MemoryGroup group(30 << 20);
  if (!group.made()) GTEST_SKIP() << "no control group can be made here";
  const TestDirectory directory;
  const ProgramRun run =
      RunAutotune(directory, {"-q", "--budget", "4s", "--threads", "2", "--no-db", kWords},
                  [&] { group.Enter(); });
  ExpectRefusal(run, 1, "about 48 MiB of memory are needed, and there are ");
}

TEST(LittleMemory, KillsWorkersAndNotTheRun) {
  const MemoryGroup group(64 << 20);
  if (!group.made()) GTEST_SKIP() << "no control group can be made here";
  const TestDirectory directory;
  const ProgramRun run =
      RunAutotune(directory, {"-q", "--budget", "4s", "--threads", "2", "--no-db", kWords},
                  [&] { group.Enter(); });
  EXPECT_TRUE(run.status == 0 || run.status == 1) << run.status;
  EXPECT_LT(run.seconds, 20);
}

TEST(Surroundings, MayBePoor) {
  const TestDirectory directory;
  const auto tune = [&](const std::function<void()>& prepare) {
    return RunAutotune(directory, {"-q", "--method", "greedy", "--max-evals", "5", kWords},
                       prepare);
  };
  const ProgramRun deaf = tune([] { std::signal(SIGCHLD, SIG_IGN); });
  EXPECT_EQ(deaf.status, 0) << deaf.error_output;
  EXPECT_EQ(deaf.error_output, "");
  const ProgramRun few = tune([] {
    const rlimit limit{64, 64};
    setrlimit(RLIMIT_NOFILE, &limit);
  });
  EXPECT_EQ(few.status, 0) << few.error_output;
}

}  // namespace
}  // namespace autotune
