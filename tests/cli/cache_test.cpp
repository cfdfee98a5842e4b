#include <csignal>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kFile = "autotune/evaluations.db";

/// Prints the line of the result, and on standard error what was remembered.
ProgramRun Tune(const TestDirectory& directory, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"--max-evals", "100", "--method", "greedy", kWords};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return RunAutotune(directory, arguments);
}

std::string ResultLine(const ProgramRun& run) {
  const std::size_t begin = run.output.find(Opt(" -passes="));
  EXPECT_NE(begin, std::string::npos) << run.output << run.error_output;
  if (begin == std::string::npos) return "";
  return run.output.substr(begin, run.output.find('\n', begin) - begin);
}

ProgramRun Cache(const TestDirectory& directory, std::vector<std::string> words) {
  words.insert(words.begin(), "cache");
  return RunAutotune(directory, std::move(words));
}

TEST(Cache, ASecondRunRemembersTheFirst) {
  const TestDirectory directory;
  const std::string line = ResultLine(Tune(directory, {"--no-cache"}));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / kFile));
  const ProgramRun cold = Tune(directory, {"-v"});
  EXPECT_EQ(ResultLine(cold), line);
  EXPECT_THAT(cold.error_output, Not(HasSubstr("100 of 100")));
  const ProgramRun warm = Tune(directory, {"-v"});
  EXPECT_EQ(ResultLine(warm), line);
  EXPECT_THAT(warm.error_output, HasSubstr("100 of 100 evaluations were remembered"));
}

TEST(Cache, NoDbRemembersNothing) {
  const TestDirectory directory;
  EXPECT_EQ(Tune(directory, {"--no-db"}).status, 0);
  EXPECT_FALSE(std::filesystem::exists(directory.path() / kFile));
}

TEST(Cache, AFileThatCanNotBeUsedCostsOneWarning) {
  const TestDirectory directory;
  const std::string file = directory.Write("text", "this is no database at all");
  const ProgramRun run = Tune(directory, {"-q", "--cache", file});
  EXPECT_EQ(run.status, 0);
  EXPECT_FALSE(ResultLine(run).empty());
  EXPECT_EQ(run.error_lines(), 1) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("warning: evaluations are not remembered"));
  EXPECT_THAT(run.error_output, HasSubstr(file));
  EXPECT_EQ(directory.Read("text"), "this is no database at all");
}

TEST(Cache, SurvivesKilledRuns) {
  const TestDirectory directory;
  for (int round = 0; round < 4; ++round) {
    AutotuneProcess process(directory,
                            {"-v", "--keep-inlining", "--seed", std::to_string(round), kWords});
    ASSERT_TRUE(process.WaitForError("proved "));  // what comes next is the search
    std::this_thread::sleep_for(std::chrono::milliseconds(50 + 350 * round));
    process.Signal(SIGKILL);
    EXPECT_EQ(process.Wait().status, 1000 + SIGKILL);
    const ProgramRun statistics = Cache(directory, {"stats"});
    EXPECT_EQ(statistics.status, 0) << statistics.error_output;
  }
  EXPECT_THAT(Cache(directory, {"stats"}).output, Not(HasSubstr("evaluations  0,")));
  const ProgramRun next = Tune(directory, {"-q"});
  EXPECT_EQ(next.status, 0);
  EXPECT_EQ(next.error_output, "");
}

TEST(Cache, IsLookedAfter) {
  const TestDirectory directory;
  EXPECT_THAT(Cache(directory, {"stats"}).output, HasSubstr("nothing is cached"));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / kFile));
  ASSERT_EQ(Tune(directory).status, 0);
  EXPECT_THAT(Cache(directory, {"stats"}).output, HasSubstr("programs     1\n"));
  EXPECT_THAT(Cache(directory, {"prune", "--older-than", "60d", "--max-size=100M"}).output,
              HasSubstr("dropped 0 evaluations"));
  EXPECT_THAT(Cache(directory, {"prune", "--max-size", "1K"}).output, Not(HasSubstr("dropped 0")));
  EXPECT_THAT(Cache(directory, {"stats"}).output, HasSubstr("programs     0\n"));

  const std::string other = directory.path() / "other.db";
  ASSERT_EQ(Tune(directory, {"--cache", other}).status, 0);
  EXPECT_THAT(Cache(directory, {"clear"}).output, HasSubstr("dropped 0 evaluations"));
  EXPECT_THAT(Cache(directory, {"clear", "--cache", other}).output, Not(HasSubstr("dropped 0")));
}

TEST(Cache, RefusesWrongUsage) {
  const TestDirectory directory;
  for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                {"rebuild"},
                                                {"stats", "clear"},
                                                {"prune"},
                                                {"stats", "-x"},
                                                {"clear", "--max-size", "1M"},
                                                {"prune", "--max-size"},
                                                {"prune", "--max-size", "1"},
                                                {"prune", "--older-than", "soon"},
                                                {"stats", "--cache", ""}}) {
    const ProgramRun run = Cache(directory, words);
    EXPECT_EQ(run.status, 2) << testing::PrintToString(words);
    EXPECT_EQ(run.error_lines(), 1) << run.error_output;
  }
  const ProgramRun help = Cache(directory, {"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.output, HasSubstr("--max-size SIZE"));
  const std::string text = directory.Write("text", std::string(5000, 'x'));
  EXPECT_EQ(Cache(directory, {"clear", "--cache", text}).status, 1);
}

}  // namespace
}  // namespace autotune
