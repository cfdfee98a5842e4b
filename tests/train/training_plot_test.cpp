#include "train/training_plot.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(DrawTrainingLog, HasAPanelForEachStageAndACurveForEachSplit) {
  const std::string svg = DrawTrainingLog(
      "seconds,stage,epoch,step,split,loss,policy\n"
      "0,tokens,0,0,training,8,8\n"
      "1,passes,0,0,training,4,4\n"
      "2,passes,0,1,training,2,2\n"
      "3,passes,0,2,validation,3,3\n"
      "4,passes,1,0,training,nan,nan\n"
      "5,passes,1,1,training,2,2\n"
      "6,passes,1");
  EXPECT_THAT(svg, AllOf(HasSubstr("<svg"), HasSubstr(">tokens<"), HasSubstr(">passes<"),
                         HasSubstr(">training<"), HasSubstr(">validation<"), HasSubstr("</svg>")));
  // From the lowest loss to the highest, over four steps.
  EXPECT_THAT(svg, HasSubstr("points=\"160.0,50.0 260.0,310.0 460.0,310.0 \""));
  EXPECT_THAT(svg, HasSubstr("points=\"260.0,180.0 \""));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(DrawTrainingLog, HasAPanelForEachRewardOfPolicy) {
  const std::string svg = DrawTrainingLog(
      "seconds,step,split,reward,entropy,divergence\n"
      "0,0,validation,0.01,,\n"
      "1,1,training,0.5,2,0\n"
      "2,2,training,0.7,2,0\n"
      "3,2,validation,0.02,,\n");
  EXPECT_THAT(svg, HasSubstr("points=\"60.0,310.0 460.0,50.0 \""));
  EXPECT_THAT(svg, HasSubstr("points=\"260.0,310.0 460.0,50.0 \""));
}

TEST(DrawTrainingLog, DrawsMeansOfManySteps) {
  std::string log = "split,loss\n";
  for (int i = 0; i < 100'000; ++i) log += i % 2 == 0 ? "training,1\n" : "training,2\n";
  const std::string svg = DrawTrainingLog(log);
  EXPECT_LT(svg.size(), 10'000u);
  EXPECT_THAT(svg, HasSubstr(">1.5<"));
}

TEST(DrawTrainingLog, DrawsNothingOfNothing) {
  EXPECT_EQ(DrawTrainingLog(""), "");
  EXPECT_EQ(DrawTrainingLog("a,b\n1,2\n"), "");
}

}  // namespace
}  // namespace autotune
