#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dataset/manifest.h"
#include "support/autotune_process.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kCalc = EXAMPLES "/calc.ll";
constexpr const char* kWords = EXAMPLES "/words.ll";

class RefineTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto programs = std::filesystem::path(AUTOTUNE_PROGRAM).parent_path();
    if (!std::filesystem::exists(programs / "autotune-model.so")) {
      GTEST_SKIP() << "built without models";
    }
    weights_ = programs.parent_path() / "share/autotune/models/passformer.pf";
  }

  std::vector<std::string> Small(const std::string& budget) const {
    return {"refine",     weights_, "-o",         "new.pf", "--budget", budget,
            "--programs", "1",      "--rollouts", "2",      "--length", "4",
            "--interval", "2",      kCalc,        kWords};
  }

  bool Exists(const std::string& file) const {
    return std::filesystem::exists(directory_.path() / file);
  }

  TestDirectory directory_;
  std::string weights_;
};

TEST_F(RefineTest, HasTheBestWeightsAndTheirHistoryWhenStopped) {
  AutotuneProcess process(directory_, Small("1h"), [] {}, Program::kAutotuneTrain);
  EXPECT_TRUE(process.WaitForError("step 2"));
  process.Signal(SIGINT);
  const ProgramRun run = process.Wait();
  EXPECT_EQ(run.status, 128 + SIGINT);
  EXPECT_THAT(run.output, AllOf(HasSubstr("new.pf"), HasSubstr("Oz over one list")));
  EXPECT_THAT(directory_.Read("new.pf.csv"),
              AllOf(HasSubstr(",0,validation,"), HasSubstr(",1,training,")));
  EXPECT_THAT(directory_.Read("new.pf.svg"), HasSubstr("</svg>"));
  const ProgramRun info = RunAutotuneTrain(directory_, {"model", "info", "new.pf"});
  EXPECT_THAT(info.output, AllOf(HasSubstr("full (137 passes)"), HasSubstr("refined by"),
                                 HasSubstr("autotune-train refine passformer.pf")));

  EXPECT_THAT(run.error_output, HasSubstr("--resume goes on from new.pf.checkpoint"));
  const std::string best = directory_.Read("new.pf");
  std::vector<std::string> again = Small("1s");
  const ProgramRun refused = RunAutotuneTrain(directory_, again);
  EXPECT_NE(refused.status, 0);
  EXPECT_THAT(refused.error_output, HasSubstr("new.pf.checkpoint: a training can go on"));
  EXPECT_EQ(directory_.Read("new.pf"), best);
  again.emplace_back("--resume");
  const ProgramRun resumed = RunAutotuneTrain(directory_, again);
  EXPECT_EQ(resumed.status, 0) << resumed.error_output;
  EXPECT_THAT(resumed.error_output, Not(HasSubstr("step 0 ")));
}

TEST_F(RefineTest, EndsWithItsBudget) {
  const ProgramRun run = RunAutotuneTrain(directory_, Small("1s"));
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("step 0"));
  EXPECT_TRUE(Exists("new.pf"));
}

TEST_F(RefineTest, LearnsNothingFromTestSplits) {
  DatasetProgram program;
  program.file = "O0/sub/words.ll";
  program.split = Split::kTest;
  std::filesystem::create_directories(directory_.path() / "set/O0/sub");
  std::filesystem::copy_file(kWords, directory_.path() / "set/O0/sub/words.ll");
  ASSERT_TRUE(
      WriteManifest(directory_.path() / "set", {.name = "small", .programs = {program}}).ok());
  const ProgramRun run =
      RunAutotuneTrain(directory_, {"refine", weights_, "-o", "new.pf", "set/O0/sub/words.ll"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("test split"));
  EXPECT_FALSE(Exists("new.pf"));
}

TEST_F(RefineTest, SaysWhatIsMissing) {
  const auto refusal = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "refine");
    const ProgramRun run = RunAutotuneTrain(directory_, arguments);
    EXPECT_NE(run.status, 0);
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    return run.error_output;
  };
  EXPECT_THAT(refusal({}), HasSubstr("no weights"));
  EXPECT_THAT(refusal({weights_, kCalc}), HasSubstr("needs -o"));
  EXPECT_THAT(refusal({weights_, "-o", "new.pf"}), HasSubstr("no program"));
  EXPECT_THAT(refusal({weights_, "-o", "new.pf", "--rollouts", "1", kCalc}),
              HasSubstr("--rollouts"));
  EXPECT_THAT(refusal({weights_, "-o", "new.pf", "--anchor", "nan", kCalc}), HasSubstr("anchor"));
  EXPECT_THAT(refusal({"missing.pf", "-o", "new.pf", kCalc}), HasSubstr("missing.pf"));
  EXPECT_THAT(refusal({weights_, "-o", "no/folder/new.pf", kCalc}), HasSubstr("no/folder"));
  EXPECT_FALSE(Exists("new.pf"));
}

}  // namespace
}  // namespace autotune
