#include "search/method/tabular_q.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/run_search.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Lt;
using ::testing::SizeIs;

SearchOutcome Learn(const SearchSetup& setup, const TabularQOptions& options = {}) {
  return RunSearch(setup, options.objective, [&](const auto& actions, auto& evaluator) {
    return MakeTabularQSearcher(options, actions, evaluator);
  });
}

TEST(TabularQ, LearnsAnOrderThatRandomEpisodesDoNotFind) {
  // One of 12^6 random lists climbs to the top.
  const FakeProblem problem = Staircase(6, 6);
  const auto run = Learn({.problem = problem, .limits = Evaluations(12'000)}, {.length = 6});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0, 1, 2, 3, 4, 5));
  const auto random =
      Learn({.problem = problem, .limits = Evaluations(12'000)}, {.length = 6, .explore = 1});
  ASSERT_TRUE(random.result.ok());
  EXPECT_GT(random.result->cost.instructions, run.result->cost.instructions);
}

TEST(TabularQ, LearnsThatALossOpensTheWayToAGain) {
  // Pass 0 costs 10 and lets pass 1 take off 50; pass 2 takes off 20 and bars the way.
  const FakeProblem problem{
      .root_instructions = 100,
      .instructions = {10, -50, -20},
      .passes = {{.blocked_by = 4, .sets = 1}, {.needs = 1, .sets = 2}, {.sets = 4}}};
  const auto run = Learn({.problem = problem, .limits = Evaluations(4000), .threads = 1},
                         {.length = 2, .explore = 0.2});
  ASSERT_TRUE(run.result.ok());
  const std::vector<Try> late(run.tries.end() - 400, run.tries.end());
  EXPECT_GT(std::ranges::count(late, Try({0}, 1)), 150) << "of some 200 episodes";
}

TEST(TabularQ, PlaysEpisodesOfTheirLengthOfTheGivenPasses) {
  const auto run = Learn({.problem = Staircase(4, 4), .limits = Evaluations(800)},
                         {.passes = {0, 1, 5}, .length = 3});
  ASSERT_TRUE(run.result.ok());
  for (const auto& [applied, pass] : run.tries) {
    EXPECT_THAT(pass, AnyOf(0, 1, 5));
    EXPECT_LT(applied.size(), 3u);
  }
  EXPECT_THAT(run.result->passes, ElementsAre(0, 1));
}

TEST(TabularQ, AFailedPassEndsItsEpisodeOnly) {
  const auto fails = [](const ProgramState& state, PassId pass) {
    return pass == 0 && state.applied.empty() ? std::optional(ErrorCode::kPassCrashed)
                                              : std::nullopt;
  };
  const FakeProblem problem{.root_instructions = 100,
                            .instructions = {-10, -20, -30},
                            .passes = {{.sets = 1}, {.sets = 2}, {.sets = 4}}};
  const auto run = Learn({.problem = problem, .limits = Evaluations(600), .failure = fails});
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->cost.instructions, 40u);
}

TEST(TabularQ, SameSeedAndLimitGiveTheSameOnAnyNumberOfThreads) {
  std::set<std::vector<Try>> different;
  for (const std::uint64_t seed : {0u, 1u}) {
    std::set<std::vector<Try>> runs;
    std::set<PassSequence> found;
    for (const int threads : {1, 2, 8}) {
      auto run = Learn({.problem = Staircase(10, 4),
                        .limits = Evaluations(1003),
                        .threads = threads,
                        .failure = Unreliable},
                       {.seed = seed});
      ASSERT_TRUE(run.result.ok());
      EXPECT_EQ(run.tries.size(), 1003u);
      found.insert(run.result->passes);
      std::ranges::sort(run.tries);
      runs.insert(std::move(run.tries));
    }
    EXPECT_THAT(runs, SizeIs(1));
    EXPECT_THAT(found, SizeIs(1));
    different.merge(runs);
  }
  EXPECT_THAT(different, SizeIs(2));
}

TEST(TabularQ, KnowsThePublishedPassesThatThereAre) {
  const ActionSpace actions = *LoadActionSpace("compilergym");
  const PassSequence passes = TabularQPasses(actions);
  EXPECT_THAT(passes, SizeIs(14)) << "all but newgvn";
  EXPECT_THAT(passes, Contains(*actions.Find("function(mem2reg)")));
  EXPECT_THAT(passes, Each(Lt(actions.size())));
}

}  // namespace
}  // namespace autotune
