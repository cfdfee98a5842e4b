#include "search/method/excerpts.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "search/learned/coreset.h"
#include "search/method/portfolio.h"
#include "search/run_search.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// One turn on a program, of which there are excerpts that passes do to what they do to `part`.
struct Turn {
  explicit Turn(const FakeProblem& problem, FakeProblem part)
      : program(problem), excerpt(std::move(part)), actions(FakeActionSpace(problem)) {}

  std::unique_ptr<Searcher> Make() {
    const Excerpts excerpts{&excerpt,
                            [this](std::uint64_t index, const Budget&) -> Result<Evaluation> {
                              taken.push_back(index);
                              if (index >= there) return Error{ErrorCode::kNotFound, "no more"};
                              return excerpt.Root();
                            }};
    return MakeExcerptSearcher(options, actions, program, excerpts);
  }

  /// The lists that were reported of the program.
  std::vector<Best> Run(const PassSequence& start = {}) {
    if (!searcher) searcher = Make();
    if (!start.empty()) searcher->Suggest(start);
    std::vector<Best> reported;
    const OnBest on_best = [&](const Best& best) { reported.push_back(best); };
    const auto best = searcher->Run(program.Root(), budget, on_best);
    EXPECT_TRUE(best.ok());
    if (best.ok()) {
      EXPECT_EQ(best->passes, reported.back().passes);
    }
    return reported;
  }

  FakeEvaluator program;
  FakeEvaluator excerpt;
  ActionSpace actions;
  ExcerptOptions options{.evaluations = 500};
  Budget budget{Within(std::chrono::minutes(5))};
  std::uint64_t there = 1000;
  std::vector<std::uint64_t> taken;
  std::unique_ptr<Searcher> searcher;
};

TEST(ExcerptSearch, FindsOnTheExcerptWhatTheProgramIsTriedWithAfterwards) {
  Turn turn(Staircase(6, 10), Staircase(6, 10));
  EXPECT_THAT(turn.Run().back().passes, ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_GT(turn.excerpt.calls().size(), 100u);
  // Four lists, of which most passes do something.
  EXPECT_LT(turn.program.calls().size(), 50u);
  EXPECT_EQ(turn.budget.used(), turn.excerpt.calls().size() + turn.program.calls().size());
}

TEST(ExcerptSearch, TakesWhatHoldsOfTheProgramAlone) {
  // To the program the first pass does harm, and the second needs it.
  FakeProblem part{.root_instructions = 100, .instructions = {-10, -10}};
  part.passes = {{.sets = 1}, {.sets = 2}, {}};
  FakeProblem program = part;
  program.root_instructions = 1000;
  program.instructions[0] = 50;
  program.passes[1].needs = 1;
  Turn harmful(program, part);
  EXPECT_THAT(harmful.Run().back().passes, IsEmpty());
  EXPECT_FALSE(harmful.program.calls().empty());

  program.instructions[0] = -5;
  Turn useful(program, part);
  EXPECT_THAT(useful.Run().back().passes, ElementsAre(0, 1));
}

TEST(ExcerptSearch, GoesOnFromTheBestListOnEachExcerptInTurn) {
  Turn turn(Staircase(12, 10), Staircase(12, 10));
  turn.options.excerpts = 2;
  PassSequence best = turn.Run({0, 1, 2, 3, 4, 5, 6, 7}).back().passes;
  for (int i = 0; i < 3; ++i) {
    const std::size_t before = turn.excerpt.calls().size();
    best = std::max(best, turn.Run().back().passes);
    std::vector<PassSequence> begun;
    for (const FakeCall& call : turn.excerpt.calls()) begun.push_back(call.from);
    begun.erase(begun.begin(), begun.begin() + static_cast<std::ptrdiff_t>(before));
    EXPECT_THAT(begun, Contains(SizeIs(testing::Ge(8u))));
    EXPECT_THAT(begun.front(), SizeIs(0)) << "another excerpt knows nothing yet";
  }
  for (std::size_t i = 0; i < turn.taken.size(); ++i) EXPECT_EQ(turn.taken[i], i % 2);
  EXPECT_THAT(best, SizeIs(testing::Ge(9u)));
}

TEST(ExcerptSearch, DoesNotTryOnTheProgramWhatIsKnownOfIt) {
  Turn turn(Staircase(4, 4), Staircase(4, 4));
  turn.Run({0, 1, 2, 3});
  EXPECT_FALSE(turn.excerpt.calls().empty());
  EXPECT_THAT(turn.program.calls(), IsEmpty());
}

TEST(ExcerptSearch, TheProgramIsTriedWithLearnedListsFirst) {
  const ActionSpace full = *LoadActionSpace("full");
  const std::vector<PassSequence> learned = WholeProgramLists(full);
  ASSERT_GE(learned.size(), 2u);
  // Of a program that no pass does anything to, a list is tried pass by pass from the root.
  Turn turn({.root_instructions = 100, .passes = std::vector<FakePass>(full.size())},
            {.root_instructions = 100, .passes = std::vector<FakePass>(full.size())});
  turn.actions = full;
  turn.there = 0;
  turn.Run();
  std::multiset<PassId> expected;
  for (std::size_t i = 0; i < turn.options.first_lists; ++i) {
    expected.insert(learned[i].begin(), learned[i].end());
  }
  std::multiset<PassId> tried;
  for (const FakeCall& call : turn.program.calls()) {
    tried.insert(call.passes.begin(), call.passes.end());
  }
  EXPECT_EQ(tried, expected);
  const std::size_t calls = turn.program.calls().size();
  turn.Run();
  EXPECT_EQ(turn.program.calls().size(), calls) << "but no second time";
}

TEST(ExcerptSearch, KnownListsMakeLearnedOnesNeedless) {
  const ActionSpace full = *LoadActionSpace("full");
  Turn turn({.root_instructions = 100, .passes = std::vector<FakePass>(full.size())},
            {.root_instructions = 100, .passes = std::vector<FakePass>(full.size())});
  turn.actions = full;
  turn.there = 0;
  turn.Run({0});
  EXPECT_THAT(turn.program.calls(), IsEmpty());
}

TEST(ExcerptSearch, LearnedListsMayBeTriedBesidesASuggestedOne) {
  const ActionSpace full = *LoadActionSpace("full");
  Turn turn({.root_instructions = 100, .passes = std::vector<FakePass>(full.size())},
            {.root_instructions = 100, .passes = std::vector<FakePass>(full.size())});
  turn.actions = full;
  turn.options.learned_anyway = true;
  turn.there = 0;
  turn.Run({0});
  EXPECT_FALSE(turn.program.calls().empty());
}

TEST(ExcerptSearch, WhatWasLearnedNeedNotBeUsed) {
  const ActionSpace full = *LoadActionSpace("full");
  Turn turn({.root_instructions = 100, .passes = std::vector<FakePass>(full.size())},
            {.root_instructions = 100, .passes = std::vector<FakePass>(full.size())});
  turn.actions = full;
  turn.options.learned = false;
  turn.there = 0;
  turn.Run();
  EXPECT_THAT(turn.program.calls(), IsEmpty());
}

TEST(ExcerptSearch, LearnedListsAreNotForWhatTheyTakeTooLongOf) {
  const ActionSpace full = *LoadActionSpace("full");
  Turn turn({.root_instructions = 6'000'000, .passes = std::vector<FakePass>(full.size())},
            {.root_instructions = 100, .passes = std::vector<FakePass>(full.size())});
  turn.actions = full;
  turn.there = 0;
  turn.Run();
  EXPECT_THAT(turn.program.calls(), IsEmpty());
}

TEST(ExcerptSearch, LooksAtOtherExcerptsWhileItTries) {
  Turn turn(Staircase(6, 10), Staircase(6, 10));
  turn.program.set_latency(std::chrono::milliseconds(50));
  const tbb::global_control two(tbb::global_control::max_allowed_parallelism, 2);
  tbb::task_arena(2).execute([&] { turn.Run(); });
  EXPECT_THAT(turn.taken.size(), testing::Gt(std::size_t{turn.options.least_lists}));
}

TEST(ExcerptSearch, OneThreadDoesOneAfterTheOther) {
  Turn turn(Staircase(6, 10), Staircase(6, 10));
  tbb::task_arena(1).execute(
      [&] { EXPECT_THAT(turn.Run().back().passes, ElementsAre(0, 1, 2, 3, 4, 5)); });
  EXPECT_THAT(turn.taken, SizeIs(turn.options.least_lists));
}

TEST(ExcerptSearch, TakesASixthOfTheTimeThatIsLeft) {
  Turn turn(Staircase(40, 400), Staircase(40, 400));
  turn.options.evaluations = 1'000'000'000;
  turn.options.least_lists = 1;
  turn.excerpt.set_latency(std::chrono::microseconds(500));
  turn.budget.Extend(Within(std::chrono::seconds(3)));
  const Clock::time_point begin = Clock::now();
  turn.Run();
  EXPECT_GT(Clock::now() - begin, std::chrono::milliseconds(400));
  EXPECT_LT(Clock::now() - begin, std::chrono::milliseconds(1500));
  EXPECT_FALSE(turn.budget.Exhausted());
}

TEST(ExcerptSearch, EndsAPortfolioWhereThereAreNone) {
  Turn turn(Staircase(4), Staircase(4));
  turn.there = 0;
  EXPECT_THAT(turn.Run(), SizeIs(1)) << "the root";
  EXPECT_EQ(turn.budget.used(), 0u);
  std::vector<std::unique_ptr<Searcher>> members;
  members.push_back(std::move(turn.searcher));
  const auto portfolio = MakePortfolio({}, std::move(members));
  EXPECT_TRUE(portfolio->Run(turn.program.Root(), turn.budget, [](const Best&) {}).ok());
  EXPECT_FALSE(turn.budget.Exhausted());
  EXPECT_THAT(turn.taken, SizeIs(2));
}

/// Uses all that it is given, and finds nothing.
class Idle : public Searcher {
 public:
  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest&) override {
    while (budget.Claim(1) == 1) std::this_thread::sleep_for(std::chrono::microseconds(100));
    return Best{{}, root.cost, 0};
  }
};

TEST(ExcerptSearch, OthersGoOnWhereThereAreNone) {
  Turn turn(Staircase(4), Staircase(4));
  turn.there = 0;
  turn.Run();
  std::vector<std::unique_ptr<Searcher>> members;
  members.push_back(std::move(turn.searcher));
  members.push_back(std::make_unique<Idle>());
  const auto portfolio = MakePortfolio(
      {.slices = 20, .shortest_slice = std::chrono::milliseconds(1)}, std::move(members));
  turn.budget.Extend(Within(std::chrono::milliseconds(300)));
  EXPECT_TRUE(portfolio->Run(turn.program.Root(), turn.budget, [](const Best&) {}).ok());
  EXPECT_TRUE(turn.budget.Exhausted());
  EXPECT_THAT(turn.taken, SizeIs(2));
}

TEST(ExcerptSearch, HasTurnAfterTurnInAPortfolio) {
  Turn turn(Staircase(12, 10), Staircase(12, 10));
  turn.there = 5;
  std::vector<std::unique_ptr<Searcher>> members;
  members.push_back(turn.Make());
  const auto portfolio = MakePortfolio({}, std::move(members));
  const auto best = portfolio->Run(turn.program.Root(), turn.budget, [](const Best&) {});
  ASSERT_TRUE(best.ok());
  EXPECT_THAT(best->passes, SizeIs(12));
  turn.taken.resize(6);
  EXPECT_THAT(turn.taken, ElementsAre(0, 1, 2, 3, 4, 5));
}

}  // namespace
}  // namespace autotune
