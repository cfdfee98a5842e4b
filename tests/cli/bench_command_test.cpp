#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/autotune_process.h"

namespace autotune {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

ProgramRun RunBench(std::vector<std::string> options) {
  const TestDirectory directory;
  options.insert(options.begin(), "bench");
  return RunAutotune(directory, options);
}

TEST(BenchCommand, PrintsALineForEachSearchAndASignature) {
  const ProgramRun run = RunBench({"--methods", "random,greedy", "--max-evals", "20"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  for (const char* program : {"calc", "lzpack", "routes", "waves", "words"}) {
    EXPECT_THAT(run.output, ContainsRegex(std::string(program) + " +random +[0-9]+ +[0-9]+ +20 "));
    EXPECT_THAT(run.output, ContainsRegex(std::string(program) + " +greedy +[0-9]+ +[0-9]+ +20 "));
  }
  EXPECT_THAT(run.output, Not(HasSubstr("local")));
  EXPECT_THAT(run.output, ContainsRegex("\nSignature: [0-9a-f]{16}\n$"));
}

TEST(BenchCommand, AnswersTheSameWhateverTheOrderOfMethods) {
  EXPECT_EQ(RunBench({"--methods", "random,greedy", "--max-evals", "20"}).output,
            RunBench({"--methods", "greedy,random", "--max-evals", "20"}).output);
}

TEST(BenchCommand, PrintsTheListsWhereAsked) {
  const ProgramRun run = RunBench({"--methods", "random", "--max-evals", "20", "-v"});
  EXPECT_THAT(run.output, HasSubstr("\n  function("));
}

TEST(BenchCommand, RefusesWhatItCannotRun) {
  const auto refusal = [](std::vector<std::string> options) {
    const ProgramRun run = RunBench(std::move(options));
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.output, "");
    return run.error_output;
  };
  EXPECT_THAT(refusal({"--methods", "random,decode"}), HasSubstr("'decode' is not one of: random"));
  EXPECT_THAT(refusal({"--methods", "random,"}), HasSubstr("'' is not one of"));
  EXPECT_THAT(refusal({"--max-evals", "0"}), HasSubstr("--max-evals: 0 is below 1"));
  EXPECT_THAT(refusal({"bench.ll"}), HasSubstr("takes no 'bench.ll'"));
}

TEST(BenchCommand, NamesAWorkerThatIsNotThere) {
  const ProgramRun run = RunBench({"--worker", "nowhere"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("nowhere"));
}

}  // namespace
}  // namespace autotune
