#include "search/method/random.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "search/run_search.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using std::chrono::milliseconds;
using ::testing::IsEmpty;
using ::testing::Not;

SearchOutcome RunRandom(const RandomOptions& options, const SearchSetup& setup) {
  return RunSearch(setup, options.objective, [&](const ActionSpace& actions, Evaluator& evaluator) {
    return MakeRandomSearcher(options, actions, evaluator);
  });
}

struct Reference {
  std::vector<Try> tries;
  std::uint64_t best_value;
  PassSequence best;
};

/// One walker, pass by pass, in the shape of CompilerGym's `run_one_episode`.
Reference ReferenceWalker(const FakeProblem& problem, const RandomOptions& options,
                          std::uint64_t walker, std::uint64_t quota,
                          const FakeEvaluator::Failure& failure) {
  FakeEvaluator evaluator(problem);
  evaluator.set_failure(failure);
  const Budget unlimited({});
  Random random(options.seed, walker);
  const auto full_patience =
      static_cast<int>(options.patience_factor * static_cast<double>(problem.passes.size()));
  Reference reference{{}, evaluator.Root().cost.instructions, {}};
  while (true) {
    ProgramState state = evaluator.Root().next;
    int patience = full_patience;
    while (patience >= 0) {
      if (quota-- == 0) return reference;
      --patience;
      const auto pass = static_cast<PassId>(random.Below(problem.passes.size()));
      reference.tries.emplace_back(state.applied, pass);
      const Trace trace = evaluator.Apply(state, {&pass, 1}, {}, unlimited);
      if (!trace.status.ok()) continue;
      state = trace.steps[0].next;
      if (trace.steps[0].cost.instructions < reference.best_value) {
        patience = full_patience;
        reference.best_value = trace.steps[0].cost.instructions;
        reference.best = state.applied;
      }
    }
  }
}

TEST(RandomSearch, FindsTheOptimum) {
  const auto run =
      RunRandom({}, {.problem = Staircase(4, 4), .limits = Evaluations(5000), .threads = 4});
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->cost.instructions, 100u);
  EXPECT_EQ(run.tries.size(), 5000u);
}

class AgainstReference : public ::testing::TestWithParam<std::tuple<std::uint64_t, double, bool>> {
 protected:
  const FakeProblem problem_ = Staircase(10, 10);
  RandomOptions options_{.seed = std::get<0>(GetParam()),
                         .patience_factor = std::get<1>(GetParam())};
  const FakeEvaluator::Failure failure_ =
      std::get<2>(GetParam()) ? FakeEvaluator::Failure(Unreliable) : nullptr;
};

TEST_P(AgainstReference, OneWalkerTriesTheSamePasses) {
  options_.walkers = 1;
  const Reference reference = ReferenceWalker(problem_, options_, 0, 3000, failure_);
  const auto run =
      RunRandom(options_, {.problem = problem_, .limits = Evaluations(3000), .failure = failure_});
  EXPECT_EQ(run.tries, reference.tries);
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->passes, reference.best);
}

TEST_P(AgainstReference, ManyWalkersShareTheLimitAndTheBestOfAllWins) {
  options_.walkers = 3;
  std::vector<Try> tries;
  std::vector<std::tuple<std::uint64_t, std::size_t, PassSequence>> bests;
  for (std::uint64_t walker = 0; walker < 3; ++walker) {
    const std::uint64_t quota = walker < 2 ? 334 : 333;
    const Reference r = ReferenceWalker(problem_, options_, walker, quota, failure_);
    tries.insert(tries.end(), r.tries.begin(), r.tries.end());
    bests.emplace_back(r.best_value, r.best.size(), r.best);
  }
  auto run = RunRandom(
      options_,
      {.problem = problem_, .limits = Evaluations(1001), .threads = 4, .failure = failure_});
  std::ranges::sort(run.tries);
  std::ranges::sort(tries);
  EXPECT_EQ(run.tries, tries);
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->passes, std::get<2>(std::ranges::min(bests)));
}

INSTANTIATE_TEST_SUITE_P(RandomSearch, AgainstReference,
                         ::testing::Combine(::testing::Values(0, 1, 12345),
                                            ::testing::Values(0.0, 0.3, 1.25, 3.0),
                                            ::testing::Bool()));

TEST(RandomSearch, SameSeedAndLimitGiveTheSameOnAnyNumberOfThreads) {
  std::vector<PassSequence> bests;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const auto run_on = [&](int threads) {
      return RunRandom({.seed = seed, .walkers = 16},
                       {.problem = Staircase(12, 12),
                        .limits = Evaluations(997),
                        .threads = threads,
                        .failure = Unreliable,
                        .latency = std::chrono::microseconds(threads == 1 ? 0 : 20)});
    };
    auto first = run_on(1);
    std::ranges::sort(first.tries);
    ASSERT_TRUE(first.result.ok());
    EXPECT_EQ(first.tries.size(), 997u);
    bests.push_back(first.result->passes);
    for (const int threads : {2, 8, 8}) {
      auto run = run_on(threads);
      std::ranges::sort(run.tries);
      ASSERT_TRUE(run.result.ok());
      EXPECT_EQ(run.result->passes, first.result->passes);
      EXPECT_EQ(run.result->cost, first.result->cost);
      EXPECT_EQ(run.tries, first.tries);
    }
  }
  EXPECT_NE(bests[0], bests[1]) << "the seed has no effect";
}

TEST(RandomSearch, ShortLimitsGoToFewWalkers) {
  const FakeProblem problem = Staircase(4);
  const RandomOptions options{.seed = 1, .walkers = 64, .patience_factor = 2};  // 9 steps
  for (const auto& [limit, walkers] :
       {std::pair<std::uint64_t, std::uint64_t>{1, 1}, {17, 1}, {18, 2}, {9 * 64 + 63, 64}}) {
    std::vector<Try> tries;
    for (std::uint64_t w = 0; w < walkers; ++w) {
      const std::uint64_t quota = limit / walkers + (w < limit % walkers ? 1 : 0);
      const Reference r = ReferenceWalker(problem, options, w, quota, {});
      tries.insert(tries.end(), r.tries.begin(), r.tries.end());
    }
    auto run = RunRandom(options, {.problem = problem, .limits = Evaluations(limit)});
    std::ranges::sort(run.tries);
    std::ranges::sort(tries);
    EXPECT_EQ(run.tries, tries) << limit;
  }
}

TEST(RandomSearch, UsesOnlyWhatIsLeftOfTheLimit) {
  const FakeProblem problem = Staircase(4);
  const ActionSpace actions = FakeActionSpace(problem);
  for (const std::uint64_t used : {60u, 100u}) {
    FakeEvaluator evaluator(problem);
    Budget budget(Evaluations(100));
    ASSERT_EQ(budget.Claim(used), used);
    const auto searcher = MakeRandomSearcher({}, actions, evaluator);
    ASSERT_TRUE(searcher->Run(evaluator.Root(), budget, [](const Best&) {}).ok());
    std::uint64_t evaluations = 0;
    for (const FakeCall& call : evaluator.calls()) evaluations += call.steps;
    EXPECT_EQ(evaluations, 100 - used);
  }
}

TEST(RandomSearch, AsksForManyPassesAtATimeAndKeepsNoState) {
  const auto run =
      RunRandom({.walkers = 2}, {.problem = Staircase(8, 92), .limits = Evaluations(6400)});
  EXPECT_LE(run.calls.size(), 6400u / 20);
  for (const FakeCall& call : run.calls) {
    EXPECT_LE(call.passes.size(), 32u);
    EXPECT_FALSE(call.options.retain.start);
    EXPECT_FALSE(call.options.retain.end);
    EXPECT_FALSE(call.options.observe.object_size);
  }
}

TEST(RandomSearch, UsesAllOfATimeBudget) {
  const Clock::time_point start = Clock::now();
  const auto run = RunRandom(
      {},
      {.problem = Staircase(1), .limits = Within(milliseconds(100)), .latency = milliseconds(1)});
  EXPECT_GE(Clock::now() - start, milliseconds(100));
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->cost.instructions, 100u);
}

TEST(RandomSearch, AnErrorOfTheEvaluatorIsTheResultWhereNothingWasFound) {
  const auto lost = [](const ProgramState&, PassId) {
    return std::optional(ErrorCode::kWorkerLost);
  };
  const auto run = RunRandom({.walkers = 5}, {.problem = Staircase(3), .failure = lost});
  ASSERT_FALSE(run.result.ok());
  EXPECT_EQ(run.result.error().code, ErrorCode::kWorkerLost);
  EXPECT_EQ(run.calls.size(), 5u) << "walkers that go on without an evaluator";
}

TEST(RandomSearch, AnErrorOfTheEvaluatorDoesNotCostTheBest) {
  const auto lost_later = [](const ProgramState& state, PassId) {
    return state.applied.size() < 20 ? std::nullopt : std::optional(ErrorCode::kWorkerLost);
  };
  const auto run = RunRandom({.walkers = 5, .patience_factor = 100},
                             {.problem = Staircase(3), .failure = lost_later});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, Not(IsEmpty()));
}

}  // namespace
}  // namespace autotune
