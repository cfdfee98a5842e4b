// A leaderboard by Slurm, whose `sbatch` is a script that runs what it gets at once.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/autotune_process.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kBoard = R"(name = "tiny"
methods = ["greedy", "local"]
programs = ["a b.ll", "c.ll", "d.ll"]
seeds = [1]
budgets = ["300ms"]
threads = 1
)";

/// Notes its words. An array job gets the number 7, another one 8. Task 1 is stopped once.
constexpr const char* kSbatch = R"(
printf '%s\n' "$@" '' >> "$BIN/words"
job=8
tasks=end
while case $1 in --*) true;; *) false;; esac; do
  case $1 in
    --output=*) log=$(printf '%s' "${1#--output=}" | sed 's/%%/%/g');;
    --array=1-*) job=7 tasks=$(seq "${1#--array=1-}");;
  esac
  shift
done
cd "${log%/*}" || exit
for task in $tasks; do
  [ $job = 8 ] || export SLURM_ARRAY_TASK_ID=$task
  if [ $task = 1 ] && [ ! -e 1.log ]; then  # it is preempted
    sh "$@" > 1.log 2>&1 &
    until grep -F '[2/4]' 1.log; do sleep 0.05; done > /dev/null
    kill -KILL $!
    wait
  fi
  sh "$@" > "$task.log" 2>&1
done
echo "$job;cluster"
)";

class SlurmTest : public testing::Test {
 protected:
  SlurmTest() {
    std::filesystem::create_directory(directory_.path() / "bin");
    directory_.Write("night's board.toml", kBoard);
    const std::string more = "  %b = mul i32 %a, 1\n";
    for (const std::string name : {"a b", "c", "d"}) {
      directory_.Write(name + ".ll", "define i32 @f(i32 %x) {\n  %a = add i32 %x, 0\n" +
                                         (name == "c" ? more : "") + "  ret i32 " +
                                         (name == "d" ? "%x" : "%a") + "\n}\n");
    }
  }

  void WriteSbatch(const std::string& body) const { directory_.WriteScript("bin/sbatch", body); }

  ProgramRun Leaderboard(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"leaderboard", "night's board.toml"};
    words.insert(words.end(), more.begin(), more.end());
    const std::string bin = directory_.path() / "bin";
    return RunAutotune(directory_, words, [&bin] {
      setenv("BIN", bin.c_str(), 1);
      setenv("PATH", (bin + ":" + std::getenv("PATH")).c_str(), 1);
    });
  }

  /// The table of programs, which these methods make in the same way in any time.
  static std::string Programs(const std::string& table) {
    const std::size_t at = table.find("### Ratio by program");
    return at == table.npos ? "no table: " + table : table.substr(at);
  }

  TestDirectory directory_;
};

TEST_F(SlurmTest, ItsMergedTableIsThatOfAPlainRun) {
  WriteSbatch(kSbatch);
  const std::string folder = "50% of it/all.db-slurm-tiny/";
  const ProgramRun submitted = Leaderboard({"--slurm", "2", "--db", "50% of it/all.db"});
  EXPECT_EQ(submitted.status, 0) << submitted.error_output;
  EXPECT_THAT(submitted.output, HasSubstr("Job 7 of Slurm makes the runs. Then job 8 merges them"));
  EXPECT_THAT(submitted.output, HasSubstr(folder + "table.md'"));
  const ProgramRun plain = Leaderboard({"--db", "plain.db"});
  EXPECT_EQ(plain.status, 0) << plain.error_output;
  EXPECT_EQ(Programs(directory_.Read(folder + "table.md")), Programs(plain.output))
      << directory_.Read(folder + "1.log") << directory_.Read(folder + "end.log");
  EXPECT_THAT(plain.output, HasSubstr("3 of 3 programs, 3 runs of each method"));
  EXPECT_THAT(directory_.Read(folder + "table.md"), HasSubstr("3 of 3 programs, 3 runs of each"));
  EXPECT_THAT(directory_.Read(folder + "end.log"),
              HasSubstr("/1-of-2.db: 4 runs added, 0 known already, 0 not over"));
  EXPECT_THAT(directory_.Read(folder + "1.log"), Not(HasSubstr("[1/4]")))
      << "what was done before the task was stopped is not done again";

  const std::string words = directory_.Read("bin/words");
  EXPECT_THAT(words, HasSubstr("--parsable\n--requeue\n--open-mode=append\n"));
  EXPECT_THAT(words, HasSubstr("--array=1-2\n--cpus-per-task=1\n--output="));
  EXPECT_THAT(words, HasSubstr("/50%% of it/all.db-slurm-tiny/%a-of-2.log\n"))
      << "as Slurm reads it";
  EXPECT_THAT(words, HasSubstr("--dependency=afterany:7\n"));

  // Other tasks know what is done.
  const ProgramRun again = Leaderboard({"--slurm", "3", "--db", "50% of it/all.db"});
  EXPECT_EQ(again.status, 0) << again.error_output;
  EXPECT_THAT(directory_.Read(folder + "end.log"),
              HasSubstr("/1-of-3.db: 0 runs added, 6 known already, 0 not over"));
}

TEST_F(SlurmTest, ItsOptionsReachTheTasks) {
  WriteSbatch("printf '%s\\n' \"$@\" '' >> \"$BIN/words\"; echo 7");
  const std::string root = directory_.path();
  const ProgramRun run = Leaderboard({"--slurm=300", "--db=all.db", "--jobs=4", "--threads=2",
                                      "--format=csv", "--root=" + root + "/x/.."});
  EXPECT_EQ(run.status, 0) << run.error_output;
  const std::string words = directory_.Read("bin/words");
  EXPECT_THAT(words, HasSubstr("--job-name=tiny\n--array=1-300\n--cpus-per-task=8\n"));
  const std::string command =
      "\nleaderboard\n" + root + "/night's board.toml\n--root=" + root + "/x/..\n--threads=2\n";
  EXPECT_THAT(words, HasSubstr(command + "--jobs=4\n\n"));
  EXPECT_THAT(words, HasSubstr("/end.sh\n" + root + "/all.db-slurm-tiny\n300\n" + root +
                               "/all.db\n" + root + "/all.db-slurm-tiny/table.csv\n"));
  EXPECT_THAT(words, HasSubstr(command + "--db=" + root + "/all.db\n--no-run\n--format=csv\n\n"));
}

TEST_F(SlurmTest, WithoutSbatchItSaysSo) {
  const ProgramRun run = RunAutotune(
      directory_, {"leaderboard", "night's board.toml", "--slurm", "2", "--db", "all.db"},
      [] { setenv("PATH", "/nowhere", 1); });
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("error: cannot run 'sbatch': "));
  EXPECT_EQ(run.error_lines(), 1u);
}

TEST_F(SlurmTest, IfSbatchFailsItsLastLineIsTold) {
  WriteSbatch("echo one >&2; echo 'sbatch: error: invalid partition' >&2; exit 1");
  const ProgramRun run = Leaderboard({"--slurm", "2", "--db", "all.db"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("sbatch ended with exit code 1: sbatch: error: invalid "
                                          "partition\n"));
  EXPECT_EQ(run.error_lines(), 1u);

  WriteSbatch("case $* in *end.sh*) exit 1;; esac; echo 7");
  const ProgramRun half = Leaderboard({"--slurm", "2", "--db", "all.db"});
  EXPECT_EQ(half.status, 1);
  EXPECT_THAT(half.error_output, HasSubstr("job 7 makes the parts, but none follows it: sbatch "));
  EXPECT_EQ(half.error_lines(), 1u);

  WriteSbatch("echo Submitted batch job 7");
  EXPECT_THAT(Leaderboard({"--slurm", "2", "--db", "all.db"}).error_output,
              HasSubstr("sbatch printed no number of a job: 'Submitted batch job 7 '"));
}

TEST_F(SlurmTest, SomeOptionsDoNotGoTogether) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--db=all.db", "--shard=1/2"}, {"--db=all.db", "--no-run"}, {}}) {
    std::vector<std::string> words = {"--slurm=2"};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramRun run = Leaderboard(words);
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.error_output, HasSubstr("--slurm "));
    EXPECT_EQ(run.error_lines(), 1u);
  }
  EXPECT_FALSE(std::filesystem::exists(directory_.path() / "all.db-slurm"));
  EXPECT_THAT(Leaderboard({"--slurm=2", "--db=a\\b.db"}).error_output,
              HasSubstr("error: Slurm takes no backslash in the path of a log: "));
}

}  // namespace
}  // namespace autotune
