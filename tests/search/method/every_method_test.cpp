#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/method/beam.h"
#include "search/method/evolution.h"
#include "search/method/greedy.h"
#include "search/method/local.h"
#include "search/method/mcts.h"
#include "search/method/priority.h"
#include "search/method/random.h"
#include "search/method/rollouts.h"
#include "search/method/tabular_q.h"
#include "search/run_search.h"
#include "support/fake_evaluator.h"
#include "support/fake_prior.h"

// What holds of all searches, whatever they do.

namespace autotune {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::Not;

struct SearchMethod {
  std::string name;
  std::function<std::unique_ptr<Searcher>(Objective, const ActionSpace&, Evaluator&, Prior&)> make;
};

/// What CTest shows.
void PrintTo(const SearchMethod& method, std::ostream* out) { *out << method.name; }

class EveryMethod : public ::testing::TestWithParam<SearchMethod> {
 protected:
  static SearchOutcome Run(const SearchSetup& setup,
                           Objective objective = Objective::kIrInstructions) {
    FakePrior prior(setup.problem.passes.size());
    return RunSearch(setup, objective, [&](const ActionSpace& actions, Evaluator& evaluator) {
      return GetParam().make(objective, actions, evaluator, prior);
    });
  }
};

TEST_P(EveryMethod, FailedPassesAreNotInTheBest) {
  const auto even_fails = [](const ProgramState&, PassId pass) {
    return pass % 2 == 0 ? std::optional(ErrorCode::kPassCrashed) : std::nullopt;
  };
  const FakeProblem problem{.root_instructions = 100,
                            .instructions = {-50, -7},
                            .passes = {{.sets = 1}, {.sets = 2}, {}}};
  const auto run = Run({.problem = problem, .limits = Evaluations(400), .failure = even_fails});
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->cost.instructions, 93u);
  EXPECT_THAT(run.result->passes, Each(1));
}

TEST_P(EveryMethod, GivesTheRootWhereEveryPassFails) {
  const auto all_fail = [](const ProgramState&, PassId) {
    return std::optional(ErrorCode::kVerifierRejected);
  };
  const auto run = Run({.problem = Staircase(3), .limits = Evaluations(100), .failure = all_fail});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, IsEmpty());
}

TEST_P(EveryMethod, MinimisesObjectSizeWhereAsked) {
  const FakeProblem problem{.root_instructions = 100,
                            .instructions = {-20, 20},
                            .object_bytes = {20, -20},
                            .passes = {{.sets = 1}, {.sets = 2}}};
  const auto run = Run({.problem = problem, .limits = Evaluations(200)}, Objective::kObjectSize);
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->cost.object_size->total(), 80u);
  EXPECT_THAT(run.result->passes, Each(1));
}

TEST_P(EveryMethod, EndsAtTheDeadlineInTheMiddleOfAPass) {
  const Clock::time_point start = Clock::now();
  const auto run = Run({.problem = Staircase(3),
                        .limits = Within(milliseconds(100)),
                        .threads = 4,
                        .latency = seconds(60)});
  EXPECT_LT(Clock::now() - start, seconds(20));
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, IsEmpty());
}

TEST_P(EveryMethod, AnswersTheRootWhereNoTimeIsLeft) {
  const auto run = Run({.problem = Staircase(3), .limits = Within(seconds(0))});
  EXPECT_THAT(run.calls, IsEmpty());
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, IsEmpty());
}

TEST_P(EveryMethod, KeepsTheBestWhenCancelled) {
  const auto cancel = [](const Best& best, Budget& budget) {
    if (best.cost.instructions <= 130) budget.Cancel();
  };
  const auto run = Run({.problem = Staircase(6, 20), .threads = 4, .on_best = cancel});
  ASSERT_TRUE(run.result.ok());
  EXPECT_LE(run.result->cost.instructions, 130u);
}

TEST_P(EveryMethod, AnErrorOfTheEvaluatorIsTheResultOnlyWhereNothingWasFound) {
  const auto lost = [](const ProgramState&, PassId) {
    return std::optional(ErrorCode::kWorkerLost);
  };
  const auto nothing = Run({.problem = Staircase(3, 3), .failure = lost});
  ASSERT_FALSE(nothing.result.ok());
  EXPECT_EQ(nothing.result.error().code, ErrorCode::kWorkerLost);

  std::atomic<bool> is_found = false;
  const auto lost_later = [&](const ProgramState&, PassId) {
    return is_found ? std::optional(ErrorCode::kWorkerLost) : std::nullopt;
  };
  const auto note = [&](const Best& best, Budget&) {
    if (!best.passes.empty()) is_found = true;
  };
  const auto found = Run({.problem = Staircase(3, 3), .failure = lost_later, .on_best = note});
  ASSERT_TRUE(found.result.ok());
  EXPECT_THAT(found.result->passes, Not(IsEmpty()));
}

const SearchMethod kMethods[] = {
    {"random",
     [](Objective objective, const auto& actions, auto& evaluator, auto&) {
       return MakeRandomSearcher({.objective = objective}, actions, evaluator);
     }},
    {"greedy",
     [](Objective objective, const auto& actions, auto& evaluator, auto&) {
       return MakeGreedySearcher({.objective = objective}, actions, evaluator);
     }},
    {"evolution",
     [](Objective objective, const auto& actions, auto& evaluator, auto&) {
       return MakeEvolutionSearcher({.objective = objective}, actions, evaluator);
     }},
    {"beam",
     [](Objective objective, const auto& actions, auto& evaluator, auto& prior) {
       return MakeBeamSearcher({.objective = objective}, actions, evaluator, prior);
     }},
    {"mcts",
     [](Objective objective, const auto& actions, auto& evaluator, auto& prior) {
       return MakeMctsSearcher({.objective = objective}, actions, evaluator, prior);
     }},
    {"priority",
     [](Objective objective, const auto& actions, auto& evaluator, auto& prior) {
       return MakePrioritySearcher({.objective = objective}, actions, evaluator, prior);
     }},
    {"rollouts",
     [](Objective objective, const auto& actions, auto& evaluator, auto& prior) {
       return MakeRolloutsSearcher({.objective = objective}, actions, evaluator, prior);
     }},
    {"tabular_q",
     [](Objective objective, const auto& actions, auto& evaluator, auto&) {
       return MakeTabularQSearcher({.objective = objective}, actions, evaluator);
     }},
    {"local",
     [](Objective objective, const auto& actions, auto& evaluator, auto&) {
       return MakeLocalSearcher({.objective = objective}, actions, evaluator);
     }},
};

INSTANTIATE_TEST_SUITE_P(Search, EveryMethod, ::testing::ValuesIn(kMethods),
                         [](const auto& method) { return method.param.name; });

}  // namespace
}  // namespace autotune
