#include "search/method/greedy.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "search/run_search.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

SearchOutcome RunGreedy(const GreedyOptions& options, const SearchSetup& setup) {
  return RunSearch(setup, options.objective, [&](const ActionSpace& actions, Evaluator& evaluator) {
    return MakeGreedySearcher(options, actions, evaluator);
  });
}

/// Two improvements of which the better one, in the long run, shows only after a step backwards.
FakeProblem Hill() {
  return {.root_instructions = 100,
          .instructions = {5, -40},
          .passes = {{.sets = 1}, {.needs = 1, .sets = 2}, {}}};
}

TEST(Greedy, ClimbsTheStaircaseAndStopsWhereNothingImproves) {
  const auto run = RunGreedy({}, {.problem = Staircase(6, 3)});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(run.result->cost.instructions, 100u);
  EXPECT_EQ(run.result->evaluations, 6u * 9);
  EXPECT_EQ(run.calls.size(), 7u * 9);
  EXPECT_EQ(run.reported.size(), 7u);
  for (const FakeCall& call : run.calls) EXPECT_TRUE(call.options.retain.start);
}

TEST(Greedy, OfEqualPassesTheOneWithTheLargestIndexIsTaken) {
  const FakeProblem problem{.root_instructions = 100,
                            .instructions = {-10, -10, -10, -9},
                            .passes = {{.sets = 1}, {.sets = 2}, {.sets = 4}, {.sets = 8}}};
  const auto run = RunGreedy({}, {.problem = problem});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(2, 1, 0, 3));
}

TEST(Greedy, TakesTheSteepestStepEvenIntoATrap) {
  const FakeProblem problem{
      .root_instructions = 100,
      .instructions = {-20, -15, -50},
      .passes = {{.sets = 1}, {.blocked_by = 1, .sets = 2}, {.needs = 2, .sets = 4}}};
  const auto run = RunGreedy({}, {.problem = problem});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0));
}

TEST(Greedy, TriesTheFirstPassesOfALevelThatTheLimitCuts) {
  const FakeProblem problem = Staircase(4, 2);
  for (const auto& [limit, expected] : {std::pair<std::uint64_t, PassSequence>{0, {}},
                                        {1, {0}},
                                        {6, {0}},
                                        {7, {0}},
                                        {8, {0, 1}},
                                        {18, {0, 1, 2}}}) {
    const auto run = RunGreedy({}, {.problem = problem, .limits = Evaluations(limit)});
    EXPECT_EQ(run.calls.size(), limit);
    ASSERT_TRUE(run.result.ok());
    EXPECT_EQ(run.result->passes, expected) << limit;
  }
}

TEST(Greedy, AFailingPassIsPassedOver) {
  const FakeProblem problem{.root_instructions = 100,
                            .instructions = {-10, -30, -20},
                            .passes = {{.sets = 1}, {.sets = 2}, {.sets = 4}}};
  const auto best_crashes = [](const ProgramState&, PassId pass) {
    return pass == 1 ? std::optional(ErrorCode::kPassCrashed) : std::nullopt;
  };
  const auto run = RunGreedy({}, {.problem = problem, .failure = best_crashes});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(2, 0));
}

TEST(Greedy, AnErrorOfTheEvaluatorEndsTheRunWithTheBestOfItsLevel) {
  const auto last_is_lost = [](const ProgramState&, PassId pass) {
    return pass == 3 ? std::optional(ErrorCode::kWorkerLost) : std::nullopt;
  };
  const auto found = RunGreedy({}, {.problem = Staircase(3, 1), .failure = last_is_lost});
  ASSERT_TRUE(found.result.ok());
  EXPECT_THAT(found.result->passes, ElementsAre(0));

  const auto nothing = RunGreedy({}, {.problem = Staircase(0, 4), .failure = last_is_lost});
  ASSERT_FALSE(nothing.result.ok());
  EXPECT_EQ(nothing.result.error().code, ErrorCode::kWorkerLost);
}

TEST(Greedy, PassesDoneBeforeAnInterruptionCount) {
  const auto interrupted = [](const ProgramState& state, PassId pass) {
    return state.applied.size() == 1 && pass > 1 ? std::optional(ErrorCode::kCancelled)
                                                 : std::nullopt;
  };
  const auto run = RunGreedy({}, {.problem = Staircase(3, 3), .failure = interrupted});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0, 1));
}

TEST(EpsilonGreedy, LeavesALocalOptimumThatHoldsGreedy) {
  const auto greedy = RunGreedy({}, {.problem = Hill()});
  ASSERT_TRUE(greedy.result.ok());
  EXPECT_THAT(greedy.result->passes, IsEmpty());
  EXPECT_EQ(greedy.calls.size(), 3u);

  int optimal = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto run =
        RunGreedy({.epsilon = 0.5, .seed = seed}, {.problem = Hill(), .limits = Evaluations(1000)});
    ASSERT_TRUE(run.result.ok());
    if (run.result->cost.instructions == 65) ++optimal;
  }
  // It does where pass 0 is drawn before the first greedy step: p = sum (1/2 * 2/3)^k * 1/6 = 1/4.
  EXPECT_GE(optimal, 4);
  EXPECT_LE(optimal, 25);
}

struct Reference {
  std::vector<Try> tries;
  PassSequence best;
};

/// e-greedy pass by pass.
Reference ReferenceEpsilonGreedy(const FakeProblem& problem, const GreedyOptions& options,
                                 std::uint64_t limit, const FakeEvaluator::Failure& failure) {
  FakeEvaluator evaluator(problem);
  evaluator.set_failure(failure);
  const Budget unlimited({});
  Random random(options.seed);
  Reference reference;
  Evaluation current = evaluator.Root();
  std::uint64_t best_value = current.cost.instructions;
  const auto attempt = [&](PassId pass) -> std::optional<Evaluation> {
    reference.tries.emplace_back(current.next.applied, pass);
    const Trace trace = evaluator.Apply(current.next, {&pass, 1}, {}, unlimited);
    return trace.status.ok() ? std::optional(trace.steps[0]) : std::nullopt;
  };
  while (reference.tries.size() < limit) {
    std::optional<Evaluation> next;
    if (random.Unit() < options.epsilon) {
      next = attempt(static_cast<PassId>(random.Below(problem.passes.size())));
    } else {
      for (PassId pass = 0; pass < problem.passes.size(); ++pass) {
        if (reference.tries.size() == limit) break;
        const auto child = attempt(pass);
        if (!child) continue;
        if (!next || child->cost.instructions <= next->cost.instructions) next = child;
      }
      if (!next || next->cost.instructions >= current.cost.instructions) break;
    }
    if (!next) continue;
    current = *next;
    if (current.cost.instructions < best_value) {
      best_value = current.cost.instructions;
      reference.best = current.next.applied;
    }
  }
  std::ranges::sort(reference.tries);
  return reference;
}

TEST(EpsilonGreedy, AgreesWithAReferenceOnAnyNumberOfThreads) {
  const FakeProblem problem = Staircase(12, 4);
  for (const double epsilon : {0.0, 0.1, 0.5, 1.0}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const GreedyOptions options{.epsilon = epsilon, .seed = seed};
      const Reference reference = ReferenceEpsilonGreedy(problem, options, 150, Unreliable);
      for (const int threads : {1, 2, 8}) {
        auto run = RunGreedy(options, {.problem = problem,
                                       .limits = Evaluations(150),
                                       .threads = threads,
                                       .failure = Unreliable});
        std::ranges::sort(run.tries);
        EXPECT_EQ(run.tries, reference.tries);
        ASSERT_TRUE(run.result.ok());
        EXPECT_EQ(run.result->passes, reference.best);
      }
    }
  }
}

}  // namespace
}  // namespace autotune
