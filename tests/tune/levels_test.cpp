#include "tune/levels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/run_stages.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;

class LevelsTest : public RunStagesTest {};

TEST_F(LevelsTest, ProvesTheBestLevelAtOnceIfThatIsQuick) {
  Start(1ms);
  RunLevels();
  EXPECT_EQ(result_.result.level, Level::kOz);
  EXPECT_TRUE(result_.result.proved());
  EXPECT_EQ(result_.result.reproduction.processes, 1) << "the rest may never be needed";
  EXPECT_EQ(result_.result.reproduction.bitcode, "a\n");
}

TEST_F(LevelsTest, LeavesAProofForLaterThatTakesATwentyFifthOfTheBudget) {
  level_time_ = 5s;
  Start(1ms);
  RunLevels();
  EXPECT_EQ(result_.result.level, Level::kOz);
  EXPECT_FALSE(result_.result.proved());
  EXPECT_TRUE(result_.has_output());
  EXPECT_THAT(observer_.steps, Contains(HasSubstr("left Oz to be proved later")));
}

TEST_F(LevelsTest, ProvesTheSameAtOnceIfItsObjectFileIsMissing) {
  level_time_ = 5s;
  job_.output = (directory_.path() / "out.o").string();
  Start(1ms);
  RunLevels();
  EXPECT_TRUE(result_.result.proved());
}

TEST_F(LevelsTest, LimitsBytesToThoseOfClang) {
  job_.guard_bytes = true;
  Start(1ms);
  EXPECT_TRUE(levels_->LimitBytes());
  RunLevels();
  EXPECT_EQ(result_.byte_limit, 10u);
}

TEST_F(LevelsTest, HasNoLimitIfCodeTakesMoreThanASixthOfTheBudget) {
  job_.guard_bytes = true;
  Start(1s);
  EXPECT_FALSE(levels_->LimitBytes());
  RunLevels();
  EXPECT_EQ(result_.byte_limit, std::nullopt);
  EXPECT_THAT(observer_.remarks, Contains(HasSubstr("the limit of bytes")));
}

}  // namespace
}  // namespace autotune
