#include "core/action_space.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using ::testing::AnyOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kText[] = R"(# a comment
[full]
function(sroa)	-sroa
function(sroa)	-scalarrepl

globaldce
# another
gone	-die	replaced by dce
excluded	-lowerinvoke	breaks exceptions

[reversed]
globaldce
function(sroa)

[hollow]
# nothing but a comment

[careless]
function(sroa)
gone	-die

[nameless]
gone

[excluded]
print	prints, changes nothing
)";

ActionSpace Parsed(std::string_view text, std::string_view name) {
  Result<ActionSpace> space = ParseActionSpace(text, name);
  EXPECT_TRUE(space.ok());
  return space.ok() ? *std::move(space) : ActionSpace("", {}, {});
}

ErrorCode CodeOf(const Result<ActionSpace>& space) {
  return space.ok() ? ErrorCode::kCancelled : space.error().code;
}

TEST(ParseActionSpace, TakesTheActionsInOrder) {
  const ActionSpace space = Parsed(kText, "full");
  EXPECT_EQ(space.name(), "full");
  ASSERT_EQ(space.size(), 3u);
  EXPECT_EQ(space.Pipeline(0), "function(sroa)");
  EXPECT_EQ(space.Pipeline(2), "globaldce");
  EXPECT_EQ(space.Pipeline(std::vector<PassId>{2, 0}), "globaldce,function(sroa)");
  EXPECT_EQ(space.Pipeline(std::vector<PassId>{}), "");
  EXPECT_EQ(space.actions()[1].legacy_flag, "-scalarrepl");
  EXPECT_EQ(space.actions()[2].legacy_flag, "");
}

TEST(ParseActionSpace, TakesTheExcludedWithTheirReasons) {
  const ActionSpace space = Parsed(kText, "full");
  ASSERT_EQ(space.excluded().size(), 3u);
  EXPECT_EQ(space.excluded()[0].name, "-die");
  EXPECT_EQ(space.excluded()[0].reason, "replaced by dce");
  EXPECT_EQ(space.excluded()[1].name, "-lowerinvoke");
  EXPECT_EQ(space.excluded()[2].name, "print");
  EXPECT_EQ(space.excluded()[2].reason, "prints, changes nothing");
  EXPECT_THAT(Parsed(kText, "reversed").excluded(), IsEmpty()) << "they are those of `full`";
}

TEST(ParseActionSpace, NamesAnUnknownSpaceAndThoseThatExist) {
  for (const std::string name : {"fool", "", "ful", "[full]"}) {
    const Result<ActionSpace> space = ParseActionSpace(kText, name);
    ASSERT_EQ(CodeOf(space), ErrorCode::kNotFound) << name;
    EXPECT_THAT(space.error().message, HasSubstr("no action space '" + name));
    EXPECT_THAT(space.error().message, HasSubstr("full, compilergym, autophase42"));
  }
}

TEST(ParseActionSpace, TheExcludedAreNoSpace) {
  EXPECT_EQ(CodeOf(ParseActionSpace(kText, "excluded")), ErrorCode::kNotFound);
}

TEST(ParseActionSpace, RefusesASpaceWithoutActions) {
  EXPECT_EQ(CodeOf(ParseActionSpace(kText, "hollow")), ErrorCode::kBadInput);
  EXPECT_EQ(CodeOf(ParseActionSpace("", "full")), ErrorCode::kNotFound);
}

TEST(ParseActionSpace, RefusesAnExclusionWithoutFlagOrReason) {
  const Result<ActionSpace> no_reason = ParseActionSpace(kText, "careless");
  ASSERT_EQ(CodeOf(no_reason), ErrorCode::kBadInput);
  EXPECT_THAT(no_reason.error().message, HasSubstr("gone\t-die"));
  EXPECT_EQ(CodeOf(ParseActionSpace(kText, "nameless")), ErrorCode::kBadInput);
}

TEST(ParseActionSpace, ALineNeedNotEndInANewline) {
  EXPECT_EQ(Parsed("[full]\nglobaldce\ngvn", "full").size(), 2u);
}

TEST(ActionSpace, FindsTheFirstActionOfAText) {
  const ActionSpace space = Parsed(kText, "full");
  const Result<PassId> sroa = space.Find("function(sroa)");
  ASSERT_TRUE(sroa.ok());
  EXPECT_EQ(*sroa, 0);
  const Result<PassId> missing = space.Find("sroa");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(missing.error().message, HasSubstr("'sroa'"));
}

// Stored keys depend on it: XXH3-128 of the texts, a newline after each.
TEST(ActionSpace, FingerprintIsTheHashOfTheOrderedTexts) {
  const ActionSpace space = Parsed(kText, "full");
  EXPECT_EQ(space.fingerprint(), HashBytes("function(sroa)\nfunction(sroa)\nglobaldce\n"));
  const ActionSpace renamed("other", space.actions(), {});
  EXPECT_EQ(renamed.fingerprint(), space.fingerprint());
  EXPECT_NE(Parsed(kText, "reversed").fingerprint(), space.fingerprint());
}

class BuiltInSpace : public ::testing::TestWithParam<std::string> {};

TEST_P(BuiltInSpace, IsWellFormed) {
  const Result<ActionSpace> space = LoadActionSpace(GetParam());
  ASSERT_TRUE(space.ok());
  EXPECT_EQ(space->name(), GetParam());
  for (const Action& action : space->actions()) {
    // An element must be able to stand between commas of `opt -passes=`.
    EXPECT_NE(action.pipeline, "");
    int depth = 0;
    for (const char c : action.pipeline) {
      EXPECT_EQ(std::isspace(static_cast<unsigned char>(c)), 0) << action.pipeline;
      if (c == '(' || c == '<') ++depth;
      if (c == ')' || c == '>') --depth;
      EXPECT_GE(depth, 0) << action.pipeline;
      EXPECT_FALSE(depth == 0 && c == ',') << action.pipeline;
    }
    EXPECT_EQ(depth, 0) << action.pipeline;
    EXPECT_TRUE(space->Find(action.pipeline).ok());
  }
  for (const ExcludedAction& excluded : space->excluded()) {
    EXPECT_NE(excluded.name, "");
    EXPECT_NE(excluded.reason, "") << excluded.name;
  }
}

TEST_P(BuiltInSpace, LoadsTheSameEveryTime) {
  EXPECT_EQ(LoadActionSpace(GetParam())->fingerprint(), LoadActionSpace(GetParam())->fingerprint());
}

INSTANTIATE_TEST_SUITE_P(All, BuiltInSpace, ::testing::ValuesIn(ActionSpaceNames()));

TEST(BuiltInSpaces, HaveDifferentFingerprints) {
  std::set<Hash128> fingerprints;
  for (const std::string& name : ActionSpaceNames()) {
    EXPECT_TRUE(fingerprints.insert(LoadActionSpace(name)->fingerprint()).second) << name;
  }
}

TEST(BuiltInSpaces, FullHasNoActionTwiceAndExcludesNoneOfThem) {
  const Result<ActionSpace> full = LoadActionSpace("full");
  ASSERT_TRUE(full.ok());
  std::set<std::string> pipelines;
  for (const Action& action : full->actions()) {
    EXPECT_TRUE(pipelines.insert(action.pipeline).second) << action.pipeline;
  }
  for (const ExcludedAction& excluded : full->excluded()) {
    EXPECT_FALSE(pipelines.contains(excluded.name)) << excluded.name;
  }
}

/// A search finds what a miscompile makes vanish (experiments/action-space). No pipeline of LLVM's
/// own has these passes either.
TEST_P(BuiltInSpace, HasNoPassThatIsKnownToMiscompile) {
  const Result<ActionSpace> space = LoadActionSpace(GetParam());
  ASSERT_TRUE(space.ok());
  for (const Action& action : space->actions()) {
    EXPECT_THAT(action.pipeline, Not(AnyOf(HasSubstr("newgvn"), HasSubstr("unify-loop-exits"))));
  }
}

/// The LLVM 10 flags of a space, those that are gone or left out too.
std::vector<std::string> LegacyFlags(std::string_view name) {
  const Result<ActionSpace> space = LoadActionSpace(name);
  if (!space.ok()) return {};
  std::vector<std::string> flags;
  for (const Action& action : space->actions()) flags.push_back(action.legacy_flag);
  for (const ExcludedAction& excluded : space->excluded()) flags.push_back(excluded.name);
  return flags;
}

TEST(BuiltInSpaces, CompilerGymAccountsForAll124Flags) {
  const std::vector<std::string> flags = LegacyFlags("compilergym");
  EXPECT_EQ(flags.size(), 124u);
  EXPECT_EQ(std::set(flags.begin(), flags.end()).size(), 124u);
  EXPECT_THAT(flags, Each(StartsWith("-")));
}

TEST(BuiltInSpaces, Autophase42AccountsForAll42Flags) {
  const std::vector<std::string> flags = LegacyFlags("autophase42");
  EXPECT_EQ(flags.size(), 42u);
  EXPECT_EQ(std::ranges::count(flags, "-functionattrs"), 2) << "the published list has it twice";
  EXPECT_EQ(std::set(flags.begin(), flags.end()).size(), 41u);
  EXPECT_THAT(flags, Each(StartsWith("-")));
}

}  // namespace
}  // namespace autotune
