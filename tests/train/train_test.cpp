#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/action_space.h"
#include "db/training_db.h"
#include "support/autotune_process.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class TrainTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto programs = std::filesystem::path(AUTOTUNE_PROGRAM).parent_path();
    if (!std::filesystem::exists(programs / "autotune-model.so")) {
      GTEST_SKIP() << "built without models";
    }
    AddProgram(1, "src");
    AddProgram(2, "src");
  }

  /// One with a list of one pass.
  void AddProgram(std::uint64_t number, const std::string& family) const {
    const Result<ActionSpace> actions = LoadActionSpace("full");
    ASSERT_TRUE(actions.ok());
    const auto file =
        TrainingDb::Open(directory_.path() / "set.db", actions->fingerprint(), actions->size());
    ASSERT_TRUE(file.ok()) << file.error().message;
    TrainingProgram program;
    program.name = family + "/" + std::to_string(number) + ".bc";
    program.family = family;
    program.id = program.ir = {number, number};
    program.oz = 90;
    program.episodes = {{{7}, {{{}, 100, 80, {{7, 1, true, 80}}}, {{}, 80, 80, {}}}}};
    ASSERT_TRUE((*file)->Append(program).ok());
  }

  ProgramRun Train(std::vector<std::string> options) const {
    const std::vector<std::string> all{"train", "set.db", "-o", "new.pf", "--epochs", "2"};
    options.insert(options.begin(), all.begin(), all.end());
    return RunAutotuneTrain(directory_, options);
  }

  TestDirectory directory_;
};

TEST_F(TrainTest, SaysThatThereIsNothingToResume) {
  const ProgramRun run = Train({"--resume"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("had no checkpoint yet: leave --resume out"));
}

TEST_F(TrainTest, SaysWhereNothingIsValidatedOn) {
  const ProgramRun alone = Train({});
  ASSERT_EQ(alone.status, 0) << alone.error_output;
  EXPECT_THAT(alone.error_output, AllOf(HasSubstr("one family, 'src'"), HasSubstr("training loss"),
                                        Not(HasSubstr("validation "))));
  EXPECT_THAT(alone.output, HasSubstr("validated on none"));
  EXPECT_THAT(directory_.Read("new.pf.csv"), HasSubstr(",epoch,"));
  EXPECT_THAT(directory_.Read("new.pf.svg"), AllOf(HasSubstr(">passes<"), HasSubstr("</svg>")));
  const ProgramRun info = RunAutotuneTrain(directory_, {"model", "info", "new.pf"});
  EXPECT_THAT(info.output, AllOf(HasSubstr("training loss"), Not(HasSubstr("validation loss"))));

  AddProgram(3, "lib");
  const ProgramRun split = Train({});
  EXPECT_THAT(split.error_output, AllOf(Not(HasSubstr("one family")), HasSubstr("validation ")));
  EXPECT_THAT(split.output, Not(HasSubstr("validated on none")));
}

}  // namespace
}  // namespace autotune
