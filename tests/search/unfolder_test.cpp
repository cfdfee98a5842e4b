#include "search/unfolder.h"

#include <functional>
#include <memory>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/action_space.h"
#include "core/budget.h"
#include "search/evolution.h"
#include "search/local.h"
#include "search/pass_costs.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

PassId Find(const ActionSpace& actions, std::string_view pipeline) {
  const auto pass = actions.Find(pipeline);
  EXPECT_TRUE(pass.ok()) << pipeline;
  return *pass;
}

TEST(Unfolder, KnowsEveryWholePipelineOfTheSpaceAndNothingElse) {
  const ActionSpace actions = *LoadActionSpace("full");
  const Unfolder unfolder(actions);
  for (PassId pass = 0; pass < actions.size(); ++pass) {
    EXPECT_EQ(unfolder.WaysOf(pass).empty(), !IsWholePipeline(actions.Pipeline(pass)))
        << actions.Pipeline(pass);
  }
}

TEST(Unfolder, AWayIsMadeOfSinglePassesAndAnInlinerAtMost) {
  const ActionSpace actions = *LoadActionSpace("full");
  const Unfolder unfolder(actions);
  const auto ways = unfolder.WaysOf(Find(actions, "default<Oz>"));
  ASSERT_THAT(ways, Not(IsEmpty()));
  for (const PassSequence& way : ways) {
    EXPECT_GT(way.size(), 50u);
    for (const PassId pass : way) {
      EXPECT_TRUE(!IsWholePipeline(actions.Pipeline(pass)) ||
                  actions.Pipeline(pass) == "scc-oz-module-inliner");
    }
  }
  // What these have in common, and what they differ in.
  const auto& oz = unfolder.WaysOf(Find(actions, "function(function-simplification<Oz>)")).front();
  const auto& o1 = unfolder.WaysOf(Find(actions, "function(function-simplification<O1>)")).front();
  EXPECT_THAT(oz, testing::Contains(Find(actions, "function(gvn)")));
  EXPECT_THAT(o1, Not(testing::Contains(Find(actions, "function(gvn)"))));
  EXPECT_THAT(o1, testing::Contains(Find(actions, "function(sccp)")));
}

TEST(Unfolder, AsksForEachWayOnceInAState) {
  const ActionSpace actions("test",
                            {{"function(dce)", ""},
                             {"function(function-simplification<Oz>)", ""},
                             {"function(gvn)", ""},
                             {"function(sroa)", ""}},
                            {});
  Unfolder unfolder(actions);
  ASSERT_THAT(unfolder.WaysOf(1), SizeIs(1));
  std::uint64_t state = 0;
  const auto ir_before = [&](std::size_t place) { return Hash128{state, place}; };

  const auto last = unfolder.Next({1, 0, 1}, ir_before);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->place, 2u);
  EXPECT_THAT(last->passes, ElementsAre(3, 3, 2));  // the others are not in this space
  const auto first = unfolder.Next({1, 0, 1}, ir_before);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->place, 0u);
  EXPECT_FALSE(unfolder.Next({1, 0, 1}, ir_before));
  EXPECT_FALSE(unfolder.Next({0, 2, 3}, ir_before));
  EXPECT_FALSE(unfolder.Next({}, ir_before));

  state = 1;
  EXPECT_TRUE(unfolder.Next({1, 0, 1}, ir_before));
}

/// What is found where a pipeline is made of five passes which only pay together, and another pays
/// before the last of these.
std::uint64_t Found(
    const std::function<std::unique_ptr<Searcher>(const ActionSpace&, Evaluator&)>& make) {
  const ActionSpace actions("test",
                            {{"function(function-simplification<Oz>)", ""},
                             {"function(sroa)", ""},
                             {"function(early-cse<memssa>)", ""},
                             {"function(jump-threading)", ""},
                             {"function(correlated-propagation)", ""},
                             {"function(gvn)", ""},
                             {"function(dce)", ""}},
                            {});
  const FakeProblem problem{.root_instructions = 100,
                            .instructions = {10, 10, 10, 10, -80, -50},
                            .passes = {{.blocked_by = 1, .sets = 31},
                                       {.sets = 1},
                                       {.needs = 1, .sets = 2},
                                       {.needs = 3, .sets = 4},
                                       {.needs = 7, .sets = 8},
                                       {.needs = 15, .sets = 16},
                                       {.needs = 15, .blocked_by = 16, .sets = 32}}};
  FakeEvaluator evaluator(problem);
  Budget budget({.deadline = std::nullopt, .evaluations = 300});
  const auto best = make(actions, evaluator)->Run(evaluator.Root(), budget, [](const Best&) {});
  EXPECT_TRUE(best.ok());
  return best->cost.instructions;
}

TEST(Unfolder, LetsEvolutionChangeWhatAPipelineIsMadeOf) {
  EXPECT_EQ(Found([](const ActionSpace& actions, Evaluator& evaluator) {
              return MakeEvolutionSearcher({.in_flight = 1}, actions, evaluator);
            }),
            10u);
}

TEST(Unfolder, LetsLocalChangeWhatAPipelineIsMadeOf) {
  EXPECT_EQ(Found([](const ActionSpace& actions, Evaluator& evaluator) {
              return MakeLocalSearcher({.in_flight = 1}, actions, evaluator);
            }),
            10u);
}

}  // namespace
}  // namespace autotune
