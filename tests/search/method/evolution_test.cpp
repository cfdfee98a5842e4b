#include "search/method/evolution.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/list/seeds.h"
#include "search/run_search.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;

SearchOutcome RunEvolution(const EvolutionOptions& options, const SearchSetup& setup) {
  return RunSearch(setup, options.objective, [&](const ActionSpace& actions, Evaluator& evaluator) {
    return MakeEvolutionSearcher(options, actions, evaluator);
  });
}

TEST(Evolution, ClimbsTheStaircaseAndLeavesOutWhatDoesNothing) {
  const auto run =
      RunEvolution({}, {.problem = Staircase(8, 24), .limits = Evaluations(5000), .threads = 4});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(run.result->cost.instructions, 100u);
}

TEST(Evolution, CrossesAValleyThatHoldsGreedy) {
  const FakeProblem problem{
      .root_instructions = 100,
      .instructions = {-20, -15, -50},
      .passes = {{.sets = 1}, {.blocked_by = 1, .sets = 2}, {.needs = 2, .sets = 4}, {}}};
  const auto run = RunEvolution({}, {.problem = problem, .limits = Evaluations(500)});
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->cost.instructions, 15u);
}

TEST(Evolution, EndsByItselfWhereNothingIsLeftToTry) {
  const FakeProblem problem = Staircase(3, 5);
  const auto run = RunEvolution({}, {.problem = problem});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0, 1, 2));
  // 4 states, 8 passes, and some tries that were under way twice at a time.
  EXPECT_GE(run.tries.size(), 4u * 8);
  EXPECT_LE(run.tries.size(), 4u * 8 * 4);
}

TEST(Evolution, EvaluatesAListFromWhereSomethingNewBegins) {
  const FakeProblem problem = Staircase(12, 40);
  const auto run =
      RunEvolution({.seed = 3, .in_flight = 1}, {.problem = problem, .limits = Evaluations(600)});
  const FakeEvaluator evaluator(problem);
  std::set<std::pair<Hash128, PassId>> known;
  for (const FakeCall& call : run.calls) {
    Hash128 ir = evaluator.Replay(call.from).next.ir;
    const bool begins = call.options.retain.start;
    if (begins && !call.from.empty()) {
      EXPECT_FALSE(known.contains({ir, call.passes.front()}));
    }
    PassSequence applied = call.from;
    for (std::size_t i = 0; i < call.steps; ++i) {
      known.emplace(ir, call.passes[i]);
      applied.push_back(call.passes[i]);
      ir = evaluator.Replay(applied).next.ir;
    }
  }
  EXPECT_EQ(run.tries.size(), 600u);
}

TEST(Evolution, SameSeedAndLimitGiveTheSameOnAnyNumberOfThreads) {
  std::set<std::vector<Try>> different;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (const std::uint64_t limit : {1u, 100u, 997u}) {
      const auto run_on = [&](int threads) {
        auto run = RunEvolution({.seed = seed},
                                {.problem = Staircase(40, 400),
                                 .limits = Evaluations(limit),
                                 .threads = threads,
                                 .failure = Unreliable,
                                 .latency = std::chrono::microseconds(threads == 1 ? 0 : 20)});
        std::ranges::sort(run.tries);
        return run;
      };
      const auto first = run_on(1);
      ASSERT_TRUE(first.result.ok());
      EXPECT_EQ(first.tries.size(), limit);
      if (limit == 997) different.insert(first.tries);
      for (const int threads : {2, 8, 8}) {
        const auto run = run_on(threads);
        ASSERT_TRUE(run.result.ok());
        EXPECT_EQ(run.result->passes, first.result->passes);
        EXPECT_EQ(run.result->cost, first.result->cost);
        EXPECT_EQ(run.tries, first.tries);
      }
    }
  }
  EXPECT_EQ(different.size(), 4u) << "the seed has no effect";
}

TEST(Evolution, SeedsComeFirst) {
  const FakeProblem problem{.root_instructions = 100,
                            .instructions = {-1, -1, -1},
                            .passes = {{.sets = 1}, {.sets = 2}, {.sets = 4}}};
  const ActionSpace actions("named", {{"ipsccp", ""}, {"default<Oz>", ""}, {"mergefunc", ""}}, {});
  for (const bool learned : {true, false}) {
    FakeEvaluator evaluator(problem);
    Budget budget(Evaluations(40));
    const auto searcher =
        MakeEvolutionSearcher({.in_flight = 1, .learned = learned}, actions, evaluator);
    ASSERT_TRUE(searcher->Run(evaluator.Root(), budget, [](const Best&) {}).ok());
    const auto calls = evaluator.calls();
    std::set<PassId> firsts;
    std::vector<PassId> expected;  // with which passes seeds begin, once each
    for (const PassSequence& seed : Seeds(actions, learned)) {
      if (firsts.insert(seed.front()).second) expected.push_back(seed.front());
    }
    std::vector<PassId> tried;  // likewise: what looks best is tried once more
    for (const FakeCall& call : calls) {
      const bool again = std::ranges::find(tried, call.passes.front()) != tried.end();
      if (call.from.empty() && !again) tried.push_back(call.passes.front());
    }
    EXPECT_EQ(tried, expected);
  }
}

/// A list must not begin with pass 0, even where what comes before it changes nothing.
std::optional<ErrorCode> FailsInFront(const ProgramState& state, PassId pass) {
  const PassId first = state.applied.empty() ? pass : state.applied.front();
  return first == 0 ? std::optional(ErrorCode::kPassCrashed) : std::nullopt;
}

TEST(Evolution, AShorterListThatDoesNotHoldWhatItPromisesIsNotReported) {
  const FakeProblem problem{.root_instructions = 100,
                            .instructions = {-10},
                            .object_bytes = {},
                            .passes = {{.sets = 1}, {}, {}, {}}};
  int found = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto run = RunEvolution(
        {.seed = seed}, {.problem = problem, .limits = Evaluations(300), .failure = FailsInFront});
    ASSERT_TRUE(run.result.ok());
    if (run.result->passes.empty()) continue;
    ++found;
    EXPECT_EQ(run.result->cost.instructions, 90u);
    EXPECT_NE(run.result->passes.front(), 0u);
  }
  EXPECT_GE(found, 1);
}

}  // namespace
}  // namespace autotune
