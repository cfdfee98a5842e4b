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

/// With a function whose calls have to be inlined.
const ProgramInfo kProgram = [] {
  ProgramInfo program;
  program.always_inline_functions = 1;
  return program;
}();

TEST(Inlining, ChoicesBecomeAPassAndFlagsAndCanBeReadAgain) {
  Candidate candidate{.elements = {"globaldce", "default<Oz>"}, .cost = {}};
  candidate.opt_flags = {"-mcpu=x86-64"};
  MakeChoices(std::vector<InlineChoice>{{"f", PassOrder::kAlwaysInline},
                                        {"g.llvm.1", PassOrder::kNoInline}},
              candidate);
  EXPECT_THAT(candidate.elements, ElementsAre("forceattrs", "globaldce", "default<Oz>"));
  EXPECT_THAT(candidate.opt_flags, ElementsAre("-mcpu=x86-64", "-force-attribute=f:alwaysinline",
                                               "-force-attribute=g.llvm.1:noinline"));
  EXPECT_TRUE(CheckOptFlags(candidate.opt_flags).ok());

  const std::vector<InlineChoice> choices = TakeChoices(candidate.elements, candidate.opt_flags);
  EXPECT_THAT(candidate.opt_flags, ElementsAre("-mcpu=x86-64"));
  ASSERT_EQ(choices.size(), 2u);
  EXPECT_EQ(choices[0].function, "f");
  EXPECT_EQ(choices[0].order, PassOrder::kAlwaysInline);
  EXPECT_EQ(choices[1].function, "g.llvm.1");
  EXPECT_EQ(choices[1].order, PassOrder::kNoInline);
  EXPECT_THAT(candidate.elements, ElementsAre("globaldce", "default<Oz>"));
}

TEST(Inlining, WhatAuthorsWantComesBeforeChoices) {
  Candidate candidate{.elements = {"globaldce"}, .cost = {}};
  MakeChoices(std::vector<InlineChoice>{{"", PassOrder::kAsWritten}, {"f", PassOrder::kNoInline}},
              candidate);
  EXPECT_THAT(candidate.elements, ElementsAre("always-inline", "forceattrs", "globaldce"));
  EXPECT_THAT(candidate.opt_flags, ElementsAre("-force-attribute=f:noinline"));
  EXPECT_TRUE(InlinesAsWritten(candidate.elements, kProgram));
  const std::vector<InlineChoice> choices = TakeChoices(candidate.elements, candidate.opt_flags);
  ASSERT_EQ(choices.size(), 2u);
  EXPECT_EQ(choices[0].order, PassOrder::kAsWritten);
  EXPECT_THAT(candidate.elements, ElementsAre("globaldce"));
  EXPECT_THAT(candidate.opt_flags, IsEmpty());
}

TEST(Inlining, ARepairedListIsReadAsWell) {
  std::vector<std::string> elements = {"always-inline", "invalidate<all>", "invalidate<globals-aa>",
                                       "forceattrs",    "invalidate<all>", "globaldce"};
  EXPECT_TRUE(InlinesAsWritten(elements, kProgram));
  std::vector<std::string> flags;
  ASSERT_EQ(TakeChoices(elements, flags).size(), 1u);
  EXPECT_THAT(elements, ElementsAre("invalidate<all>", "globaldce"));
}

TEST(Inlining, WholePipelinesInlineAsWrittenAndSoDoesThePass) {
  using Elements = std::vector<std::string>;
  EXPECT_TRUE(InlinesAsWritten(Elements{"globaldce", "default<Oz>"}, kProgram));
  EXPECT_FALSE(InlinesAsWritten(Elements{"globaldce", "cgscc(inline)"}, kProgram));
  EXPECT_FALSE(InlinesAsWritten(Elements{"default<O0>", "globaldce"}, kProgram));
  // clang's -Oz, written out, has it in the middle.
  EXPECT_TRUE(InlinesAsWritten(Elements{"globaldce", "always-inline", "globaldce"}, kProgram));
  EXPECT_TRUE(InlinesAsWritten(Elements{"globaldce"}, {})) << "nothing is to be inlined";
  // Such a list may be any search's, so this pass is its own.
  EXPECT_THAT(WithoutChoices({"always-inline", "globaldce"}),
              ElementsAre("always-inline", "globaldce"));
}

TEST(Inlining, SizeAttributesAreOfAllFunctions) {
  Candidate candidate{.elements = {"default<Oz>"}, .cost = {}};
  MakeChoices(std::vector<InlineChoice>{{"", PassOrder::kOptSize}, {"", PassOrder::kMinSize}},
              candidate);
  EXPECT_THAT(candidate.opt_flags,
              ElementsAre("-force-attribute=optsize", "-force-attribute=minsize"));
  EXPECT_TRUE(CheckOptFlags(candidate.opt_flags).ok());
  const std::vector<InlineChoice> choices = TakeChoices(candidate.elements, candidate.opt_flags);
  EXPECT_THAT(candidate.opt_flags, IsEmpty());
  ASSERT_EQ(choices.size(), 2u);
  EXPECT_EQ(choices[1].function, "");
  EXPECT_EQ(choices[1].order, PassOrder::kMinSize);
}

TEST(Inlining, AListWithoutChoicesStaysAsItIs) {
  Candidate candidate{.elements = {"globaldce"}, .cost = {}};
  MakeChoices({}, candidate);
  EXPECT_THAT(candidate.elements, ElementsAre("globaldce"));
  EXPECT_THAT(candidate.opt_flags, IsEmpty());
  EXPECT_THAT(TakeChoices(candidate.elements, candidate.opt_flags), IsEmpty());
  EXPECT_THAT(WithoutChoices({"globaldce", "forceattrs"}), ElementsAre("globaldce", "forceattrs"));
  EXPECT_THAT(WithoutChoices({}), IsEmpty());
}

}  // namespace
}  // namespace autotune
