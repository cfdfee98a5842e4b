#include "search/method/local.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <set>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/learned/coreset.h"
#include "search/run_search.h"
#include "support/fake_evaluator.h"
#include "support/fake_prior.h"

namespace autotune {
namespace {

/// Evaluations until 20 of 30 passes are in the list, each of which saves as much.
std::uint64_t Needed(const Budget::Limits& limits, std::uint64_t seed) {
  FakeProblem problem{.root_instructions = 400};
  for (std::size_t i = 0; i < 30; ++i) {
    problem.instructions.push_back(-10);
    problem.passes.push_back({.sets = Facts{1} << i});
  }
  std::uint64_t needed = 0;
  const auto stop = [&](const Best& best, Budget& budget) {
    if (best.cost.instructions > 200) return;
    if (needed == 0) needed = best.evaluations;
    budget.Cancel();
  };
  const auto run = RunSearch({.problem = problem, .limits = limits, .on_best = stop}, {},
                             [seed](const ActionSpace& actions, Evaluator& evaluator) {
                               return MakeLocalSearcher({.seed = seed}, actions, evaluator);
                             });
  EXPECT_TRUE(run.result.ok());
  EXPECT_GT(needed, 0u);
  return needed;
}

/// On two threads: of 16 changes of one list one is taken where the search is to be repeatable,
/// else of two.
TEST(Local, GoesOnFromEachImprovementWhereTimeIsTheLimit) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    EXPECT_LT(2 * Needed(Within(std::chrono::minutes(5)), seed),
              Needed(Evaluations(1'000'000), seed));
  }
}

/// Nobody comes back to most of the states that lists lead through.
TEST(Local, AsksForTheStateToBeKeptThatAListBeginsFrom) {
  const auto run = RunSearch({.problem = Staircase(12, 40), .limits = Evaluations(600)}, {},
                             [](const ActionSpace& actions, Evaluator& evaluator) {
                               return MakeLocalSearcher({.in_flight = 1}, actions, evaluator);
                             });
  ASSERT_TRUE(run.result.ok());
  PassSequence from;
  PassSequence reached;
  std::size_t begun = 0;
  for (const FakeCall& call : run.calls) {
    EXPECT_TRUE(call.options.retain.path);
    if (call.options.retain.start) {
      ++begun;
    } else {
      EXPECT_THAT(call.from, testing::AnyOf(from, reached));
    }
    from = reached = call.from;
    reached.insert(reached.end(), call.passes.begin(), call.passes.end());
  }
  EXPECT_GT(begun, 0u);
  EXPECT_LT(begun, run.calls.size());
}

/// Each pass saves an instruction, the first time that it or one that counts as the same is run.
FakeProblem EachPassOnce(const ActionSpace& actions) {
  FakeProblem problem{.root_instructions = 1000};
  for (std::size_t pass = 0; pass < actions.size(); ++pass) {
    problem.passes.push_back({.sets = Facts{1} << (pass % 60)});
  }
  problem.instructions.assign(60, -1);
  return problem;
}

/// The lists that a search with these options comes by.
std::set<PassSequence> Reached(const FakeProblem& problem, const ActionSpace& actions,
                               std::uint64_t evaluations, const LocalOptions& options) {
  const auto run = RunSearch({.problem = problem, .limits = Evaluations(evaluations)}, {},
                             [&](const ActionSpace&, Evaluator& evaluator) {
                               return MakeLocalSearcher(options, actions, evaluator);
                             });
  EXPECT_TRUE(run.result.ok());
  std::set<PassSequence> reached;
  for (const auto& [from, pass] : run.tries) {
    PassSequence sequence = from;
    sequence.push_back(pass);
    reached.insert(std::move(sequence));
  }
  return reached;
}

TEST(Local, BeginsWithLearnedListsUnlessItIsNotTo) {
  const ActionSpace full = *LoadActionSpace("full");
  const FakeProblem problem = EachPassOnce(full);
  const FakeEvaluator evaluator(problem);
  for (const bool learned : {true, false}) {
    const auto reached = Reached(problem, full, 1500, {.in_flight = 1, .learned = learned});
    std::size_t tried = 0;
    for (const PassSequence& list : LearnedLists(full)) {
      const PassSequence applied = evaluator.Replay(list).next.applied;
      if (applied.size() > 8 && reached.contains(applied)) ++tried;
    }
    EXPECT_EQ(tried > 0, learned);
  }
}

/// -Oz is what learned lists are measured by. Where that is known, others come first, and it is
/// tried if they are no better.
TEST(Local, NeedNotTryWhatIsKnown) {
  const ActionSpace full = *LoadActionSpace("full");
  const FakeProblem problem = EachPassOnce(full);
  const PassSequence oz = {*full.Find("default<Oz>")};
  const auto tries = [&](std::optional<std::uint64_t> reference) {
    const LocalOptions options{.in_flight = 1, .reference = reference};
    return Reached(problem, full, 60, options).contains(oz);
  };
  EXPECT_TRUE(tries(std::nullopt));
  EXPECT_FALSE(tries(999));
  EXPECT_TRUE(tries(900));
}

TEST(Local, TriesWhatIsKnownWhereThereIsNoLearnedList) {
  const ActionSpace one("one", {{"default<Oz>", ""}}, {});
  FakeProblem problem{.root_instructions = 100, .instructions = {-10}};
  problem.passes = {{.sets = 1}};
  EXPECT_THAT(Reached(problem, one, 10, {.reference = 90}), testing::Contains(PassSequence{0}));
}

/// Searches for a list of whole programs by evaluations.
class WholeProgramTest : public testing::Test {
 protected:
  WholeProgramTest() : problem_(EachPassOnce(full_)) {}

  /// True if a search with so many evaluations reaches what helps in a list.
  bool Tries(const PassSequence& list, std::uint64_t evaluations, const LocalOptions& options) {
    const FakeEvaluator evaluator(problem_);
    const auto left = [&](const PassSequence& passes) {
      return evaluator.Replay(passes).cost.instructions;
    };
    PassSequence helping;
    for (const PassId pass : list) {
      PassSequence longer = helping;
      longer.push_back(pass);
      if (left(longer) < left(helping)) helping = std::move(longer);
    }
    EXPECT_GT(helping.size(), 8u);
    return Reached(problem_, full_, evaluations, options).contains(helping);
  }

  const ActionSpace full_ = *LoadActionSpace("full");
  const FakeProblem problem_;
};

/// Not before as much has been done as that takes, for nothing better is known until then.
TEST_F(WholeProgramTest, IsAmongTheFirst) {
  const PassSequence list = WholeProgramLists(full_).front();
  EXPECT_TRUE(Tries(list, 300, {.in_flight = 1, .whole_program = true}));
  EXPECT_FALSE(Tries(list, list.size() + 10, {.in_flight = 1, .whole_program = true}));
  EXPECT_FALSE(Tries(list, 300, {.in_flight = 1}));
  EXPECT_FALSE(Tries(list, 300, {.in_flight = 1, .learned = false, .whole_program = true}));
}

/// Then there is something to show without it.
TEST_F(WholeProgramTest, IsTheFirstOnOneThreadIfOzIsKnownAndThereIsTime) {
  const PassSequence list = WholeProgramLists(full_).front();
  const auto is_first = [&](std::optional<std::uint64_t> reference, Clock::duration time) {
    const auto stop = [](const Best& best, Budget& budget) {
      if (best.cost.instructions < 992) budget.Cancel();
    };
    const LocalOptions options{.whole_program = true, .reference = reference};
    const auto run =
        RunSearch({.problem = problem_, .limits = Within(time), .threads = 1, .on_best = stop}, {},
                  [&](const ActionSpace&, Evaluator& evaluator) {
                    return MakeLocalSearcher(options, full_, evaluator);
                  });
    EXPECT_GE(run.tries.size(), 8u);
    return std::ranges::equal(run.tries | std::views::take(8), list | std::views::take(8), {},
                              &Try::second);
  };
  EXPECT_TRUE(is_first(900, std::chrono::minutes(5)));
  EXPECT_FALSE(is_first(std::nullopt, std::chrono::minutes(5)));
  EXPECT_FALSE(is_first(900, std::chrono::milliseconds(80)));
}

TEST_F(WholeProgramTest, TheLeanOneComesLater) {
  const PassSequence list = WholeProgramLeanList(full_);
  EXPECT_TRUE(Tries(list, 1000, {.in_flight = 1, .whole_program = true}));
  EXPECT_FALSE(Tries(list, 100, {.in_flight = 1, .whole_program = true}));
  EXPECT_FALSE(Tries(list, 1000, {.in_flight = 1}));
}

TEST(Local, GoesOnFromTheBestLearnedList) {
  const ActionSpace full = *LoadActionSpace("full");
  const FakeProblem problem = EachPassOnce(full);
  const auto reached = Reached(problem, full, 1500, {.in_flight = 1});
  const FakeEvaluator evaluator(problem);
  std::size_t gone_on = 0;
  for (const PassSequence& list : LearnedLists(full)) {
    const PassSequence base = evaluator.Replay(list).next.applied;
    for (const PassSequence& continuation : LearnedContinuations(full).lists) {
      PassSequence both = base;
      both.insert(both.end(), continuation.begin(), continuation.end());
      both = evaluator.Replay(both).next.applied;
      // A neighbour has no more than two passes that are new.
      if (both.size() > base.size() + 3 && reached.contains(both)) ++gone_on;
    }
  }
  EXPECT_GT(gone_on, 0u);
}

}  // namespace
}  // namespace autotune
