// `autotune build --slurm` on a small project.

#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/built_project.h"

namespace autotune {
namespace {

using testing::HasSubstr;

/// Slurm's `sbatch` is a script that runs the tasks of an array side by side, at once.
class SlurmBuild : public BuiltProject {
 protected:
  SlurmBuild() {
    fs::create_directory(directory_.path() / "bin");
    directory_.WriteScript("bin/sbatch", R"(
printf '%s\n' "$@" >> "$0.words"
while case $1 in --*) true;; *) false;; esac; do
  case $1 in
    --array=1-*) tasks=$(seq "${1#--array=1-}");;
    --output=*) log=${1#--output=};;
  esac
  shift
done
[ -n "$tasks" ] && [ -e lost ] && tasks=lost
for task in ${tasks:-end}; do
  [ $task = lost ] || SLURM_ARRAY_TASK_ID=$task sh "$@" > "${log%/*}/$task.log" 2>&1 &
done
wait
echo 7)");
  }

  ProgramRun Submit(std::vector<std::string> options) {
    std::vector<std::string> words = {"build", "--state", folder_.root(), "--slurm=2"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", "make", "-j4", "CFLAGS=-Oz"});
    return RunAutotune(directory_, words, [] {
      setenv("PATH", ("bin:" + std::string(std::getenv("PATH"))).c_str(), 1);
    });
  }
  std::string Logs() const {
    return directory_.Read("state/slurm/1.log") + directory_.Read("state/slurm/2.log");
  }
};

TEST_F(SlurmBuild, BeginsWithTheUsersDatabase) {
  ASSERT_EQ(RunAutotune(directory_, {"build", "--state", "first", "--budget", "15s", "--", "make"})
                .status,
            0);
  Shell("make clean");
  const ProgramRun run = Submit({"--budget=15s"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(Logs(), HasSubstr("repeated what the database knows of"));
  EXPECT_THAT(directory_.Read("state/slurm/end.log"), HasSubstr("of-2.db: "));
  EXPECT_THAT(directory_.Read("state/slurm/result"), HasSubstr("3 objects"));
}

TEST_F(SlurmBuild, BuildsIfNoTaskHasRun) {
  directory_.Write("lost", "");
  const ProgramRun run = Submit({"--budget=9s", "--db=all.db"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(directory_.Read("state/slurm/result"), HasSubstr("3 objects"));
}

TEST_F(SlurmBuild, TunesEachUnitOnceAndThenBuilds) {
  const auto build = [this] {
    return Submit({"--budget=10s", "--db=all.db", "--check=test -e 'it'\"'\"'s'"});
  };
  EXPECT_EQ(build().status, 1) << "the check fails";
  EXPECT_FALSE(fs::exists(folder_.root() / "slurm")) << "nothing was submitted";
  directory_.Write("it's", "");
  const std::string behaviour = Behaviour();
  const ProgramRun submitted = build();
  EXPECT_EQ(submitted.status, 0) << submitted.error_output;
  EXPECT_THAT(submitted.output, HasSubstr("Job 7 of Slurm tunes the units. Then job 7 builds"));
  const std::string logs = Logs();
  for (const std::string unit : {"words.c", "routes.c", "calc.c"}) {
    const auto is_in = [&](const std::string& log) {
      return directory_.Read("state/slurm/" + log).find("] " + unit) != std::string::npos;
    };
    EXPECT_NE(is_in("1.log"), is_in("2.log")) << logs;
  }
  EXPECT_THAT(directory_.Read("state/slurm/result"), HasSubstr("3 objects"))
      << directory_.Read("state/slurm/end.log");
  EXPECT_GT(Tuned(), 0u) << logs;
  EXPECT_EQ(Behaviour(), behaviour);
  EXPECT_THAT(directory_.Read("state/slurm/end.log"), HasSubstr("runs added"));
  EXPECT_THAT(directory_.Read("bin/sbatch.words"), HasSubstr("--dependency=afterany:7\n"));
}

TEST_F(SlurmBuild, GetsNoProgramThatIsNotThere) {
  const ProgramRun run = Build({"--slurm", "2", "--whole-program", "nothing"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("nothing"));
  EXPECT_FALSE(fs::exists(folder_.root() / "slurm"));
}

}  // namespace
}  // namespace autotune
