#include "search/plan/function_search.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "search/run_search.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::Gt;
using testing::IsEmpty;

bool GoOn(std::uint64_t, std::uint64_t) { return true; }

/// Functions that passes do different things to. Each is a program of a fake evaluator.
class Functions : public Evaluator {
 public:
  explicit Functions(const std::vector<FakeProblem>& problems)
      : actions_(FakeActionSpace(problems.front())) {
    for (const FakeProblem& problem : problems) {
      evaluators_.push_back(std::make_unique<FakeEvaluator>(problem));
    }
  }

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override {
    const std::uint64_t index = from.program.low;
    ProgramState state = from;
    state.program = evaluators_[index]->Root().next.program;
    Trace trace = evaluators_[index]->Apply(state, passes, options, budget);
    for (Evaluation& step : trace.steps) step.next.program = from.program;
    return trace;
  }

  FunctionSearch Search(FunctionSearchOptions options = {}) {
    std::vector<std::uint64_t> sizes;
    for (const auto& its : evaluators_) sizes.push_back(its->Root().cost.instructions);
    return FunctionSearch(options, actions_, *this, sizes,
                          [this](std::size_t index, const Budget&) -> Result<Evaluation> {
                            if (index == broken) return Error{ErrorCode::kBadInput, "broken"};
                            Evaluation root = evaluators_[index]->Root();
                            root.next.program = {0, index};
                            return root;
                          });
  }

  std::uint64_t tried(std::size_t index) const { return evaluators_[index]->calls().size(); }

  std::size_t broken = ~std::size_t{0};

 private:
  ActionSpace actions_;
  std::vector<std::unique_ptr<FakeEvaluator>> evaluators_;
};

/// Pass `good` saves 10 of 100 instructions, and no other pass of five does anything.
FakeProblem OnePass(PassId good) {
  FakeProblem problem{.root_instructions = 100, .instructions = {-10}, .passes = {}};
  problem.passes.resize(5);
  problem.passes[good].sets = 1;
  return problem;
}

TEST(FunctionSearch, FindsForEachFunctionWhatHelpsIt) {
  Functions functions({OnePass(3), OnePass(0), OnePass(4)});
  FunctionSearch search = functions.Search();
  Budget budget(Evaluations(2000));
  search.Run(budget, GoOn);
  const auto found = search.found();
  EXPECT_THAT(found[0].passes, ElementsAre(3));
  EXPECT_THAT(found[1].passes, ElementsAre(0));
  EXPECT_THAT(found[2].passes, ElementsAre(4));
  EXPECT_EQ(search.gain(), 30u);
}

TEST(FunctionSearch, ThreadsDoNotChangeTheAnswer) {
  const auto lists = [](std::size_t threads) {
    Functions functions(
        {Staircase(16, 24), Staircase(24, 16), Staircase(28, 12), Staircase(15, 25)});
    FunctionSearch search = functions.Search({.turns_at_once = 3});
    Budget budget(Evaluations(700));
    const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena(static_cast<int>(threads)).execute([&] { search.Run(budget, GoOn); });
    EXPECT_EQ(budget.used(), 700u);
    std::vector<PassSequence> found;
    for (const auto& its : search.found()) found.push_back(its.passes);
    return found;
  };
  const auto alone = lists(1);
  EXPECT_EQ(lists(1), alone);
  for (int repeat = 0; repeat < 10; ++repeat) EXPECT_EQ(lists(4), alone);
}

TEST(FunctionSearch, SpendsItsTimeWhereItGains) {
  // One function goes on being improved; of the others there is nothing to gain.
  FakeProblem nothing = Staircase(40);
  for (FakePass& pass : nothing.passes) pass.sets = 0;
  Functions functions({nothing, nothing, Staircase(40), nothing});
  FunctionSearch search = functions.Search({.turn = 20, .turns_at_once = 1});
  Budget budget(Evaluations(3000));
  search.Run(budget, GoOn);
  EXPECT_GT(functions.tried(2), functions.tried(0) + functions.tried(1) + functions.tried(3));
}

TEST(FunctionSearch, SuggestsToOthersWhatHelpedOne) {
  // Eight steps in the right order, which chance alone does not find in so few tries.
  const auto gain = [](std::size_t turns_at_once) {
    Functions functions(std::vector<FakeProblem>(20, Staircase(8, 30)));
    FunctionSearch search = functions.Search({.turn = 30, .turns_at_once = turns_at_once});
    Budget budget(Evaluations(6000));
    search.Run(budget, GoOn);
    return search.gain();
  };
  // With all at once, nothing is known of the others in the first turns.
  EXPECT_GT(gain(1), 20u * 60);
}

TEST(FunctionSearch, BeginsWithTheGivenListAndKeepsItWithoutATurn) {
  Functions functions({Staircase(4, 4), Staircase(4, 4), Staircase(4, 4)});
  FunctionSearch search = functions.Search({.turn = 4, .turns_at_once = 1, .first = {0, 1, 2, 3}});
  Budget budget(Evaluations(4));
  search.Run(budget, GoOn);
  EXPECT_EQ(search.gain(), 40u);
  for (const auto& its : search.found()) EXPECT_THAT(its.passes, ElementsAre(0, 1, 2, 3));
}

TEST(FunctionSearch, KeepsTheGivenListIfTheFirstTurnIsCutShort) {
  Functions functions({Staircase(8, 4)});
  FunctionSearch search = functions.Search({.first = {0, 1, 2, 3, 4, 5, 6, 7}});
  Budget budget(Evaluations(3));
  search.Run(budget, GoOn);
  EXPECT_THAT(search.found()[0].passes, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(FunctionSearch, LeavesAFunctionThatCanNotBeLoadedAsItIs) {
  Functions functions({OnePass(1), OnePass(2)});
  functions.broken = 0;
  FunctionSearch search = functions.Search();
  Budget budget(Evaluations(500));
  search.Run(budget, GoOn);
  EXPECT_THAT(search.found()[0].passes, IsEmpty());
  EXPECT_THAT(search.found()[1].passes, ElementsAre(2));
}

TEST(FunctionSearch, EndsWhenItIsToldTo) {
  Functions functions({Staircase(8, 8)});
  FunctionSearch search = functions.Search();
  Budget budget(Within(std::chrono::minutes(5)));
  int told = 0;
  search.Run(budget, [&](std::uint64_t, std::uint64_t) { return ++told < 3; });
  EXPECT_EQ(told, 3);
}

TEST(FunctionActions, AreThoseOfOneFunction) {
  const ActionSpace all = *LoadActionSpace("full");
  const ActionSpace some = FunctionActions(all);
  EXPECT_THAT(some.size(), Gt(90u));
  EXPECT_TRUE(some.Find("function(sroa)").ok());
  EXPECT_FALSE(some.Find("globalopt").ok());
  EXPECT_FALSE(some.Find("default<Oz>").ok());
}

}  // namespace
}  // namespace autotune
