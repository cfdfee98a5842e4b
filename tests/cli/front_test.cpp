// `--objective both` on an example.

#include <csignal>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/autotune_process.h"
#include "support/examples.h"

namespace autotune {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class FrontRun : public testing::Test {
 protected:
  /// A run of `--objective both`, with its report in `report_`.
  ProgramRun Run(std::vector<std::string> options) {
    std::vector<std::string> words = {"--objective", "both",   "--threads", "1",
                                      "--json",      "f.json", kCalc};
    words.insert(words.begin(), options.begin(), options.end());
    ProgramRun run = RunAutotune(directory_, words);
    if (run.status == 0) report_ = json::parse(directory_.Read("f.json"));
    return run;
  }

  const TestDirectory directory_;
  json report_;
};

TEST_F(FrontRun, ShowsResultsOfWhichNoneBeatsAnother) {
  const ProgramRun run = Run({"--budget", "12s", "--pick", "bytes", "-o", "small.bc", "--no-db"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_LT(run.seconds, 13.0);
  EXPECT_THAT(run.error_output, HasSubstr("[1/2] fewest bytes"));
  EXPECT_THAT(run.error_output, HasSubstr("[2/2] fewest instructions"));
  EXPECT_THAT(run.output, HasSubstr("Pareto front of instructions and bytes: "));
  EXPECT_THAT(run.output, HasSubstr("\npicked "));
  const json& front = report_["front"];
  ASSERT_FALSE(front.empty());
  for (std::size_t i = 1; i < front.size(); ++i) {
    EXPECT_GT(front[i]["instructions"], front[i - 1]["instructions"]);
    EXPECT_LT(front[i]["object_size"], front[i - 1]["object_size"]);
  }
  // The last one has the fewest bytes, and is the result.
  EXPECT_EQ(report_["instructions"]["best"], front.back()["instructions"]);
  EXPECT_EQ(report_["object_size"]["best"], front.back()["object_size"]);
  EXPECT_LT(front.back()["object_size"], report_["object_size"]["clang_Oz"]);
  EXPECT_EQ(report_["pipeline"], front.back()["pipeline"]);
  EXPECT_FALSE(directory_.Read("small.bc").empty());
}

TEST_F(FrontRun, LeavesARunForEachLookInTheDatabase) {
  ASSERT_EQ(Run({"--budget", "8s", "--db", "runs.db"}).status, 0);
  const ProgramRun runs =
      RunAutotune(directory_, {"query", "--db", "runs.db", "--format", "csv", "--sql",
                               "SELECT objective, count(*) FROM runs GROUP BY objective"});
  EXPECT_THAT(runs.output, HasSubstr("object-size,"));
  EXPECT_THAT(runs.output, HasSubstr("ir-instructions,"));
}

TEST_F(FrontRun, EndsWithWhatItHasIfItIsStopped) {
  AutotuneProcess process(
      directory_, {"--objective", "both", "--threads", "1", "--budget", "24s", "--no-db", kCalc});
  ASSERT_TRUE(process.WaitForError("[2/2]"));
  process.Signal(SIGINT);
  const ProgramRun run = process.Wait();
  EXPECT_EQ(run.status, 130);
  EXPECT_LT(run.seconds, 20);
  EXPECT_THAT(run.output, HasSubstr("Pareto front"));
}

}  // namespace
}  // namespace autotune
