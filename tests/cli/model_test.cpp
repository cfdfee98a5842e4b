#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/autotune_process.h"
#include "model/plugin.h"
#include "support/test_directory.h"

// The model that comes with the program, as users meet it.

namespace autotune {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kCalc = EXAMPLES "/calc.ll";

class ModelTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto module = std::filesystem::path(AUTOTUNE_PROGRAM).parent_path() / kModelPluginFile;
    if (!std::filesystem::exists(module)) GTEST_SKIP() << "built without models";
  }

  TestDirectory directory_;
};

TEST_F(ModelTest, InfoSaysWhatItIs) {
  const ProgramRun run = RunAutotune(directory_, {"model", "info"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output,
              AllOf(HasSubstr("parameters"), HasSubstr("full (137 passes)"), HasSubstr("data")));
}

TEST_F(ModelTest, InfoOfSomethingElseIsOneClearLine) {
  for (const std::string file : {"missing.pf", kCalc}) {
    const ProgramRun run = RunAutotune(directory_, {"model", "info", file});
    EXPECT_NE(run.status, 0);
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    EXPECT_THAT(run.error_output, HasSubstr(file));
  }
}

TEST_F(ModelTest, WritesAListThatBeatsOz) {
  const ProgramRun run = RunAutotune(
      directory_, {"--method", "passformer", "--budget", "20s", "--json", "-", "-q", kCalc});
  ASSERT_EQ(run.status, 0) << run.error_output;
  const auto report = nlohmann::json::parse(run.output);
  EXPECT_LT(report["instructions"]["best"], report["instructions"]["Oz"]);
  EXPECT_LE(report["evaluations"], 45);
  EXPECT_EQ(report["model"], "passformer.pf");
}

TEST_F(ModelTest, WithoutTheirWeightsMethodsSayWhatIsMissing) {
  const ProgramRun lost =
      RunAutotune(directory_, {"--method", "passformer", "--model", "missing.pf", kCalc});
  EXPECT_EQ(lost.status, 1);
  EXPECT_THAT(lost.error_output, HasSubstr("missing.pf"));

  // What they write is the model's or nobody's.
  const ProgramRun damaged = RunAutotune(
      directory_, {"--method", "passformer", "--budget", "20s", "--model", kCalc, kCalc});
  EXPECT_THAT(damaged.error_output, HasSubstr("the search failed"));
  EXPECT_THAT(damaged.output, HasSubstr("0 passes tried"));

  const ProgramRun goes_on = RunAutotune(
      directory_, {"--max-evals", "50", "--budget", "20s", "--model", "missing.pf", "-q", kCalc});
  EXPECT_EQ(goes_on.status, 0) << goes_on.error_output;
  EXPECT_THAT(goes_on.error_output, HasSubstr("searching without the model"));
}

TEST_F(ModelTest, IsNamedInTheReportOnlyWhereItGuided) {
  const std::string weights = std::filesystem::path(AUTOTUNE_PROGRAM).parent_path().parent_path() /
                              "share/autotune/models/passformer.pf";
  for (const auto& [method, guides] : {std::pair("mcts", true), std::pair("evolution", false)}) {
    const ProgramRun run =
        RunAutotune(directory_, {"--method", method, "--max-evals", "50", "--budget", "20s",
                                 "--model", weights, "--json", "-", "-q", kCalc});
    ASSERT_EQ(run.status, 0) << run.error_output;
    EXPECT_EQ(nlohmann::json::parse(run.output)["model"].is_null(), !guides) << method;
    EXPECT_EQ(run.error_output.find("can't be guided") == std::string::npos, guides) << method;
  }
  const ProgramRun damaged = RunAutotune(
      directory_,
      {"--max-evals", "50", "--budget", "20s", "--model", kCalc, "--json", "-", "-q", kCalc});
  EXPECT_THAT(damaged.error_output, HasSubstr("searching without the model"));
  EXPECT_TRUE(nlohmann::json::parse(damaged.output)["model"].is_null());
}

}  // namespace
}  // namespace autotune
