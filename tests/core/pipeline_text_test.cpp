#include "core/pipeline_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;

TEST(PipelineText, IsPartedAtItsOutermostCommas) {
  EXPECT_THAT(SplitPipeline("sroa"), ElementsAre("sroa"));
  EXPECT_THAT(SplitPipeline("function(sroa,gvn<no-pre>),default<Oz>,cgscc(inline)"),
              ElementsAre("function(sroa,gvn<no-pre>)", "default<Oz>", "cgscc(inline)"));
}

TEST(PipelineText, HasMatchingBrackets) {
  EXPECT_TRUE(HasMatchingBrackets("function(sroa,gvn<no-pre>)"));
  EXPECT_TRUE(HasMatchingBrackets(""));
  EXPECT_FALSE(HasMatchingBrackets("function(sroa"));
  EXPECT_FALSE(HasMatchingBrackets("sroa)(gvn"));
}

}  // namespace
}  // namespace autotune
