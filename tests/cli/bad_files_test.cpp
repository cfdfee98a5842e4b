// A database and a cache that can't be used cost a line each, and never the result.
#include <csignal>
#include <filesystem>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "db/cache_file.h"
#include "db/database.h"
#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class BadFilesTest : public testing::Test {
 protected:
  ~BadFilesTest() override { fs::permissions(folder_, fs::perms::owner_all); }

  ProgramRun Tune(const std::function<void()>& prepare = [] {}) const {
    fs::remove(directory_.path() / "out.bc");
    return RunAutotune(directory_,
                       {"-q", "--method", "greedy", "--max-evals", "50", "--db", database_,
                        "--cache", cache_, "-o", "out.bc", kWords},
                       prepare);
  }

  void MakeFiles() const {
    const ProgramRun run = Tune();
    ASSERT_EQ(run.status, 0);
    ASSERT_EQ(run.error_output, "");
  }

  /// One line for each file, and the result.
  void ExpectTwoLinesAndTheResult(const ProgramRun& run, const std::string& reason) const {
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.error_lines(), 2u) << run.error_output;
    EXPECT_THAT(run.error_output, HasSubstr("warning: going on without the database"));
    EXPECT_THAT(run.error_output, HasSubstr("warning: evaluations are not remembered"));
    for (const fs::path& file : {database_, cache_}) {
      EXPECT_THAT(run.error_output, HasSubstr("'" + file.string() + "'"));
    }
    const std::size_t first = run.error_output.find(reason);
    EXPECT_NE(run.error_output.find(reason, first + 1), std::string::npos) << run.error_output;
    EXPECT_THAT(run.output, StartsWith(Opt(" ")));
    EXPECT_THAT(directory_.Read("out.bc"), Not(IsEmpty()));
  }

  void ExpectUsedNot(const std::string& reason) const {
    const std::string database = directory_.Read("files/results.db");
    const std::string cache = directory_.Read("files/cache.db");
    ExpectTwoLinesAndTheResult(Tune(), reason);
    EXPECT_EQ(directory_.Read("files/results.db"), database);
    EXPECT_EQ(directory_.Read("files/cache.db"), cache);
  }

  const TestDirectory directory_;
  const fs::path folder_ = directory_.path() / "files";
  fs::path database_ = folder_ / "results.db";
  fs::path cache_ = folder_ / "cache.db";
};

TEST_F(BadFilesTest, Damaged) {
  MakeFiles();
  for (const char* name : {"files/results.db", "files/cache.db"}) {
    const std::string whole = directory_.Read(name);
    directory_.Write(name, whole.substr(0, 4096) + std::string(whole.size() - 4096, '\x55'));
  }
  ExpectUsedNot("is damaged");
}

TEST_F(BadFilesTest, OfAnotherKind) {
  MakeFiles();
  std::swap(database_, cache_);
  ExpectUsedNot("is a database of another kind");
}

TEST_F(BadFilesTest, OfANewerAutotune) {
  MakeFiles();
  for (const auto& [file, format] :
       {std::pair(database_, &kDatabaseFormat), std::pair(cache_, &kCacheFormat)}) {
    std::vector<Migration> migrations(format->migrations.begin(), format->migrations.end());
    migrations.push_back({format->version() + 1, "CREATE TABLE newer (x)"});
    const FileFormat newer{format->application_id, migrations};
    ASSERT_TRUE(Database::Open(file, {.format = &newer}).ok());
  }
  ExpectUsedNot("was made by a newer autotune");
}

// Root may write anywhere, unless it does without that capability.
void ObeyPermissions() { prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE); }

TEST_F(BadFilesTest, InAFolderThatIsReadOnly) {
  fs::create_directory(folder_);
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  ExpectTwoLinesAndTheResult(Tune(ObeyPermissions), "unable to open database file");
  EXPECT_TRUE(fs::is_empty(folder_));
  fs::permissions(folder_, fs::perms::owner_all);
  MakeFiles();
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  ExpectTwoLinesAndTheResult(Tune(ObeyPermissions), "is not writable");
}

/// A small file system over the folder, seen by this process alone. False where that may not be
/// mounted, as in a chroot or without the right to.
bool LimitDisk(const fs::path& folder, int kilobytes) {
  const std::string size = "size=" + std::to_string(kilobytes) + "k";
  return unshare(CLONE_NEWNS) == 0 &&
         mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("tmpfs", folder.c_str(), "tmpfs", 0, size.c_str()) == 0;
}

bool MayLimitDisk(const fs::path& folder) {
  const pid_t child = fork();
  if (child == 0) _exit(LimitDisk(folder, 64) ? 0 : 1);
  int status = 0;
  return waitpid(child, &status, 0) == child && status == 0;
}

constexpr char kNoSmallDisk[] =
    "no tmpfs may be mounted here; the database's own tests fill a disk by RLIMIT_FSIZE";

TEST_F(BadFilesTest, OnADiskThatIsFull) {
  fs::create_directory(folder_);
  if (!MayLimitDisk(folder_)) GTEST_SKIP() << kNoSmallDisk;
  ExpectTwoLinesAndTheResult(Tune([this] { LimitDisk(folder_, 64); }), "");
}

TEST_F(BadFilesTest, OnADiskThatFillsUp) {
  fs::create_directory(folder_);
  if (!MayLimitDisk(folder_)) GTEST_SKIP() << kNoSmallDisk;
  const ProgramRun run = RunAutotune(directory_,
                                     {"-q", "--method", "random", "--max-evals", "1500", "--cache",
                                      cache_, "-o", "out.bc", kWords},
                                     [this] { LimitDisk(folder_, 128); });
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("warning: evaluations are not remembered"));
  EXPECT_THAT(run.output, StartsWith(Opt(" ")));
  EXPECT_THAT(directory_.Read("out.bc"), Not(IsEmpty()));
}

}  // namespace
}  // namespace autotune
