#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/plugin.h"
#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/test_directory.h"

// The model that comes with the program, as users meet it.

namespace autotune {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ModelTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto module = std::filesystem::path(AUTOTUNE_PROGRAM).parent_path() / kModelPluginFile;
    if (!std::filesystem::exists(module)) GTEST_SKIP() << "built without models";
  }

  static std::filesystem::path Weights() {
    return std::filesystem::path(AUTOTUNE_PROGRAM).parent_path().parent_path() /
           "share/autotune/models/passformer.pf";
  }

  /// Leaves half of the weights in `truncated.pf`.
  void Truncate() const {
    const auto file = directory_.path() / "truncated.pf";
    std::filesystem::copy_file(Weights(), file);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  }

  TestDirectory directory_;
};

TEST_F(ModelTest, WritesAListThatBeatsOz) {
  const ProgramRun run = RunAutotune(
      directory_, {"--method", "passformer", "--budget", "20s", "--json", "-", "-q", kCalc});
  ASSERT_EQ(run.status, 0) << run.error_output;
  const auto report = nlohmann::json::parse(run.output);
  EXPECT_LT(report["instructions"]["best"], report["instructions"]["Oz"]);
  EXPECT_LE(report["evaluations"], 45);
  EXPECT_EQ(report["model"], "passformer.pf");
}

TEST_F(ModelTest, ASpaceMayHaveWeightsOfItsOwn) {
  const ProgramRun run =
      RunAutotune(directory_, {"--method", "passformer", "--action-space", "compilergym",
                               "--budget", "20s", "--json", "-", "-q", kCalc});
  ASSERT_EQ(run.status, 0) << run.error_output;
  const auto report = nlohmann::json::parse(run.output);
  EXPECT_EQ(report["model"], "passformer.compilergym.pf");
  EXPECT_GT(report["evaluations"], 0);
}

/// Torch alone takes longer to load.
TEST_F(ModelTest, SaysWhereTheBudgetEndsBeforeAModelCanBeAsked) {
  for (const char* method : {"passformer", "decode"}) {
    ProgramRun run;
    // On a busy machine not even a level ends in so little time: status 4.
    for (const char* budget : {"200ms", "400ms", "800ms"}) {
      run = RunAutotune(directory_, {"--method", method, "--budget", budget, kCalc});
      if (run.status != 4) break;
    }
    EXPECT_EQ(run.status, 0) << run.error_output;
    EXPECT_THAT(run.error_output, HasSubstr("no time to search"));
  }
}

TEST_F(ModelTest, WithoutTheirWeightsMethodsSayWhatIsMissing) {
  const ProgramRun lost =
      RunAutotune(directory_, {"--method", "passformer", "--model", "missing.pf", kCalc});
  EXPECT_EQ(lost.status, 1);
  EXPECT_THAT(lost.error_output, HasSubstr("missing.pf"));

  // What they write is the model's or nobody's.
  Truncate();
  for (const std::string method : {"passformer", "decode"}) {
    for (const std::string damaged : {kCalc, "truncated.pf"}) {
      const ProgramRun run =
          RunAutotune(directory_, {"--method", method, "--model", damaged, "-q", kCalc});
      EXPECT_EQ(run.status, 1);
      EXPECT_EQ(run.output, "");
      EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
      EXPECT_THAT(run.error_output, AllOf(HasSubstr(damaged), HasSubstr("holds no weights")));
    }
  }
  // That it is not what it says is found out when it is loaded.
  std::ifstream file(Weights(), std::ios::binary);
  std::string weights(std::istreambuf_iterator<char>(file), {});
  weights.replace(weights.find("\"heads\":4"), 9, "\"heads\":5");
  const ProgramRun wrong = RunAutotune(
      directory_, {"--method", "passformer", "--model", directory_.Write("wrong.pf", weights), "-q",
                   "--budget", "20s", "--threads", "1", kCalc});
  EXPECT_EQ(wrong.status, 1) << wrong.output << wrong.error_output;
  EXPECT_EQ(wrong.output, "");
  EXPECT_EQ(wrong.error_lines(), 1u) << wrong.error_output;

  const ProgramRun other = RunAutotune(
      directory_, {"--method", "passformer", "--action-space", "autophase42", "-q", kCalc});
  EXPECT_EQ(other.status, 1);
  EXPECT_EQ(other.error_lines(), 1u) << other.error_output;
  EXPECT_THAT(other.error_output, HasSubstr("trained for other actions than 'autophase42'"));

  const ProgramRun goes_on =
      RunAutotune(directory_, {"--method", "mcts", "--max-evals", "50", "--budget", "20s",
                               "--model", "missing.pf", "-q", kCalc});
  EXPECT_EQ(goes_on.status, 0) << goes_on.error_output;
  EXPECT_THAT(goes_on.error_output,
              HasSubstr("searching without the model: there is no 'missing.pf'"));
}

TEST_F(ModelTest, PassformerAndSearchIsAPortfolioWhereThereIsNoModel) {
  Truncate();
  for (const std::string weights : {"missing.pf", "truncated.pf"}) {
    const ProgramRun run =
        RunAutotune(directory_, {"--method", "passformer+search", "--model", weights, "--max-evals",
                                 "50", "--budget", "20s", "--json", "-", "-q", kCalc});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.error_output, Not(HasSubstr("the search failed")));
    EXPECT_THAT(run.error_output,
                AllOf(HasSubstr("searching without the model"), HasSubstr(weights)));
    const auto report = nlohmann::json::parse(run.output);
    EXPECT_EQ(report["evaluations"], 50);
    EXPECT_TRUE(report["model"].is_null());
  }
}

TEST_F(ModelTest, IsNamedInTheReportOnlyWhereItGuided) {
  for (const auto& [method, guides] :
       {std::pair("mcts", true), std::pair("local", false), std::pair("evolution", false),
        std::pair("unguided", false)}) {
    const ProgramRun run =
        RunAutotune(directory_, {"--method", method, "--max-evals", "50", "--budget", "20s",
                                 "--model", Weights(), "--json", "-", "-q", kCalc});
    ASSERT_EQ(run.status, 0) << run.error_output;
    EXPECT_EQ(nlohmann::json::parse(run.output)["model"].is_null(), !guides) << method;
    EXPECT_EQ(run.error_output.find("can't be guided") == std::string::npos, guides) << method;
  }
  const ProgramRun damaged =
      RunAutotune(directory_, {"--method", "mcts", "--max-evals", "50", "--budget", "20s",
                               "--model", kCalc, "--json", "-", "-q", kCalc});
  EXPECT_THAT(damaged.error_output, AllOf(HasSubstr("searching without the model"),
                                          HasSubstr("holds no weights, or not all of them")));
  EXPECT_TRUE(nlohmann::json::parse(damaged.output)["model"].is_null());
}

}  // namespace
}  // namespace autotune
