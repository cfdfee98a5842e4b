#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/plugin.h"
#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

class ModelInfoTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto module = std::filesystem::path(AUTOTUNE_PROGRAM).parent_path() / kModelPluginFile;
    if (!std::filesystem::exists(module)) GTEST_SKIP() << "built without models";
  }

  TestDirectory directory_;
};

TEST_F(ModelInfoTest, InfoSaysWhatItIs) {
  const ProgramRun run = RunAutotuneTrain(directory_, {"model", "info"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output,
              AllOf(HasSubstr("parameters"), HasSubstr("full (137 passes)"), HasSubstr("data")));
}

TEST_F(ModelInfoTest, InfoHasOfTheEncoderWhatThereIs) {
  EXPECT_THAT(RunAutotuneTrain(directory_, {"model", "info"}).output,
              HasSubstr("tokens and features of the program, 3 layers\n"));
  ASSERT_EQ(
      RunAutotuneTrain(directory_, {"collect", "-o", "set.db", "--budget", "1s", kCalc}).status, 0);
  const ProgramRun training =
      RunAutotuneTrain(directory_, {"train", "set.db", "-o", "new.pf", "--epochs", "1",
                                    "--encoder-layers", "2", "--decoder-layers", "1"});
  ASSERT_EQ(training.status, 0) << training.error_output;
  EXPECT_THAT(RunAutotuneTrain(directory_, {"model", "info", "new.pf"}).output,
              ContainsRegex("\nencoder +tokens and features of the program, 2 layers\n"));
}

TEST_F(ModelInfoTest, InfoOfSomethingElseIsOneClearLine) {
  for (const std::string file : {"missing.pf", kCalc}) {
    const ProgramRun run = RunAutotuneTrain(directory_, {"model", "info", file});
    EXPECT_NE(run.status, 0);
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    EXPECT_THAT(run.error_output, HasSubstr(file));
  }
}

}  // namespace
}  // namespace autotune
