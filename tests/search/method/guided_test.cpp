#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/method/beam.h"
#include "search/method/decode.h"
#include "search/method/mcts.h"
#include "search/method/priority.h"
#include "search/run_search.h"
#include "support/fake_evaluator.h"
#include "support/fake_prior.h"

// What holds of all searches that a prior guides.

namespace autotune {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

struct GuidedMethod {
  std::string name;
  bool seeded;     ///< it draws random numbers
  bool draws_all;  ///< all that it tries is drawn: what is improbable may be left out
  std::function<std::unique_ptr<Searcher>(Objective, std::uint64_t seed, const ActionSpace&,
                                          Evaluator&, Prior&)>
      make;
};

/// What CTest shows.
void PrintTo(const GuidedMethod& method, std::ostream* out) { *out << method.name; }

class Guided : public ::testing::TestWithParam<GuidedMethod> {
 protected:
  struct Options {
    Objective objective = Objective::kIrInstructions;
    std::uint64_t seed = 0;
    std::function<void(FakePrior&)> prepare = [](FakePrior&) {};
  };

  static SearchOutcome Run(const Options& options, const SearchSetup& setup) {
    FakePrior prior(setup.problem.passes.size());
    options.prepare(prior);
    return RunSearch(
        setup, options.objective, [&](const ActionSpace& actions, Evaluator& evaluator) {
          return GetParam().make(options.objective, options.seed, actions, evaluator, prior);
        });
  }
};

TEST_P(Guided, ClimbsTheStaircaseAndLeavesOutWhatDoesNothing) {
  const auto run =
      Run({}, {.problem = Staircase(8, 24), .limits = Evaluations(5000), .threads = 4});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(run.result->cost.instructions, 100u);
}

TEST_P(Guided, CrossesAValleyThatHoldsGreedy) {
  const FakeProblem problem{
      .root_instructions = 100,
      .instructions = {-20, 15, -50},
      .passes = {{.sets = 1}, {.blocked_by = 1, .sets = 2}, {.needs = 2, .sets = 4}, {}}};
  const auto run = Run({}, {.problem = problem, .limits = Evaluations(500)});
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->cost.instructions, 45u);
}

TEST_P(Guided, EndsByItselfWhereNothingIsLeftToTry) {
  const auto run = Run({}, {.problem = Staircase(3, 5)});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0, 1, 2));
  // 4 states, 8 passes.
  EXPECT_GE(run.tries.size(), 4u * (GetParam().draws_all ? 6 : 8));
  EXPECT_LE(run.tries.size(), 4u * 8);
}

/// Passes of which any order helps, half of them after another one only.
FakeProblem Orchard() {
  FakeProblem problem{.root_instructions = 1000, .instructions = std::vector<std::int64_t>(14, -9)};
  for (std::size_t i = 0; i < 14; ++i) {
    problem.passes.push_back({.needs = i < 7 ? 0 : Facts{1} << (i - 7), .sets = Facts{1} << i});
  }
  problem.passes.resize(30);
  return problem;
}

TEST_P(Guided, SameSeedAndLimitGiveTheSameOnAnyNumberOfThreads) {
  std::set<std::vector<Try>> different;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const std::uint64_t limit : {1u, 100u, 2997u}) {
      const auto run_on = [&](int threads) {
        auto run =
            Run({.seed = seed}, {.problem = Orchard(),
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
      if (limit == 2997) different.insert(first.tries);
      for (const int threads : {2, 8, 8}) {
        const auto run = run_on(threads);
        ASSERT_TRUE(run.result.ok());
        EXPECT_EQ(run.result->passes, first.result->passes);
        EXPECT_EQ(run.result->cost, first.result->cost);
        EXPECT_EQ(run.tries, first.tries);
      }
    }
  }
  EXPECT_EQ(different.size(), GetParam().seeded ? 3u : 1u);
}

TEST_P(Guided, GivesThePriorTheObservationsOfEachPrefix) {
  // The prior checks its queries; that observations matter to it shows in another search.
  const auto run_with = [](const Observe& needs) {
    auto run = Run({.prepare = [&](FakePrior& prior) { prior.set_needs(needs); }},
                   {.problem = Staircase(6, 60), .limits = Evaluations(200)});
    for (const FakeCall& call : run.calls) {
      EXPECT_EQ(call.options.observe.features, needs.features);
      EXPECT_EQ(call.options.observe.graph, needs.graph);
      EXPECT_FALSE(call.options.observe.object_size);
    }
    std::ranges::sort(run.tries);
    return run.tries;
  };
  const auto plain = run_with({});
  EXPECT_NE(run_with({.features = true}), plain);
  EXPECT_NE(run_with({.graph = true}), plain);
}

TEST_P(Guided, AnErrorOfThePriorIsTheResultOnlyWhereNothingWasFound) {
  const auto at_once = Run({.prepare = [](FakePrior& prior) { prior.set_answers(0); }},
                           {.problem = Staircase(3, 3)});
  ASSERT_FALSE(at_once.result.ok());
  EXPECT_EQ(at_once.result.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(at_once.calls, IsEmpty());

  const auto later = Run({.prepare = [](FakePrior& prior) { prior.set_answers(3); }},
                         {.problem = Staircase(9, 3), .limits = Evaluations(1000)});
  ASSERT_TRUE(later.result.ok());
  EXPECT_THAT(later.result->passes, Not(IsEmpty()));
  EXPECT_LT(later.tries.size(), 1000u);
}

const GuidedMethod kGuidedMethods[] = {
    {"beam", true, false,
     [](Objective objective, std::uint64_t seed, const auto& actions, auto& evaluator,
        auto& prior) {
       return MakeBeamSearcher({.objective = objective, .seed = seed}, actions, evaluator, prior);
     }},
    {"mcts", true, false,
     [](Objective objective, std::uint64_t seed, const auto& actions, auto& evaluator,
        auto& prior) {
       return MakeMctsSearcher({.objective = objective, .seed = seed}, actions, evaluator, prior);
     }},
    {"priority", false, false,
     [](Objective objective, std::uint64_t, const auto& actions, auto& evaluator, auto& prior) {
       return MakePrioritySearcher({.objective = objective}, actions, evaluator, prior);
     }},
    {"decode", true, true,
     [](Objective objective, std::uint64_t seed, const auto& actions, auto& evaluator,
        auto& prior) {
       return MakeDecodeSearcher({.objective = objective, .seed = seed}, actions, evaluator, prior);
     }},
};

INSTANTIATE_TEST_SUITE_P(Search, Guided, ::testing::ValuesIn(kGuidedMethods),
                         [](const auto& method) { return method.param.name; });

}  // namespace
}  // namespace autotune
