#include "search/learned/coreset.h"

#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/action_space.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

ActionSpace Load(std::string_view name) {
  auto space = LoadActionSpace(name);
  EXPECT_TRUE(space.ok());
  return *std::move(space);
}

std::size_t Passes(const std::vector<PassSequence>& sequences) {
  std::size_t passes = 0;
  for (const PassSequence& sequence : sequences) passes += sequence.size();
  return passes;
}

TEST(Coreset, AllFiftySequencesMeanSomethingInTheLargeSpaces) {
  EXPECT_THAT(Coreset(Load("full")), SizeIs(50));
  EXPECT_THAT(Coreset(Load("compilergym")), SizeIs(50));
}

TEST(Coreset, MostOfItsElementsExistInEverySpace) {
  // They have 617 in all.
  EXPECT_GE(Passes(Coreset(Load("compilergym"))), 580u);
  EXPECT_GE(Passes(Coreset(Load("full"))), 500u);
  EXPECT_GE(Passes(Coreset(Load("autophase42"))), 300u);
}

TEST(Coreset, TheFirstSequenceIsTheFirstPublished) {
  const ActionSpace space = Load("compilergym");
  const auto sequences = Coreset(space);
  std::string text;
  for (const PassId pass : sequences.front()) text += std::string(space.Pipeline(pass)) + ' ';
  EXPECT_EQ(text,
            "cgscc(function-attrs) function(simplifycfg) function(sroa) function(early-cse) "
            "cgscc(inline) strip function(instnamer) function(jump-threading) ipsccp inferattrs "
            "function(loop(loop-idiom)) function(loop(loop-reduce)) function(loop-mssa(licm)) "
            "function(break-crit-edges) function(simplifycfg) "
            "function(instcombine<no-verify-fixpoint>) ");
}

TEST(Coreset, WhatASpaceLacksIsLeftOut) {
  const ActionSpace two("two", {{"mergefunc", ""}, {"ipsccp", ""}}, {});
  const auto sequences = Coreset(two);
  ASSERT_FALSE(sequences.empty());
  EXPECT_LT(sequences.size(), 50u);
  for (const PassSequence& sequence : sequences) EXPECT_FALSE(sequence.empty());
  // The third one published: mergefunc, sink, ipsccp, aggressive-instcombine.
  EXPECT_THAT(sequences, ::testing::Contains(ElementsAre(0, 1)));

  EXPECT_THAT(Coreset(ActionSpace("other", {{"nothing-known", ""}}, {})), IsEmpty());
}

}  // namespace
}  // namespace autotune
