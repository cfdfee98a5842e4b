#include "tune/inlining.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/proof/opt_flags.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Inlining, ChoicesBecomeAPassAndFlagsAndCanBeReadAgain) {
  Candidate candidate{.elements = {"globaldce", "default<Oz>"}, .cost = {}};
  candidate.opt_flags = {"-mcpu=x86-64"};
  MakeChoices(std::vector<InlineChoice>{{"f", true}, {"g.llvm.1", false}}, candidate);
  EXPECT_THAT(candidate.elements, ElementsAre("forceattrs", "globaldce", "default<Oz>"));
  EXPECT_THAT(candidate.opt_flags, ElementsAre("-mcpu=x86-64", "-force-attribute=f:alwaysinline",
                                               "-force-attribute=g.llvm.1:noinline"));
  EXPECT_TRUE(CheckOptFlags(candidate.opt_flags).ok());

  const std::vector<InlineChoice> choices = TakeChoices(candidate.opt_flags);
  EXPECT_THAT(candidate.opt_flags, ElementsAre("-mcpu=x86-64"));
  ASSERT_EQ(choices.size(), 2u);
  EXPECT_EQ(choices[0].function, "f");
  EXPECT_TRUE(choices[0].inlined);
  EXPECT_EQ(choices[1].function, "g.llvm.1");
  EXPECT_FALSE(choices[1].inlined);
  EXPECT_THAT(WithoutChoices(candidate.elements), ElementsAre("globaldce", "default<Oz>"));
}

TEST(Inlining, AListWithoutChoicesStaysAsItIs) {
  Candidate candidate{.elements = {"globaldce"}, .cost = {}};
  MakeChoices({}, candidate);
  EXPECT_THAT(candidate.elements, ElementsAre("globaldce"));
  EXPECT_THAT(candidate.opt_flags, IsEmpty());
  EXPECT_THAT(TakeChoices(candidate.opt_flags), IsEmpty());
  EXPECT_THAT(WithoutChoices({"globaldce", "forceattrs"}), ElementsAre("globaldce", "forceattrs"));
  EXPECT_THAT(WithoutChoices({}), IsEmpty());
}

}  // namespace
}  // namespace autotune
