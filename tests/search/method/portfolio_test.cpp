#include "search/method/portfolio.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/learned/static_prior.h"
#include "search/method/evolution.h"
#include "search/method/greedy.h"
#include "search/method/local.h"
#include "search/method/mcts.h"
#include "search/run_search.h"
#include "support/fake_evaluator.h"
#include "support/fake_prior.h"

namespace autotune {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// Owns the prior of its members, as the registry does.
class WithPrior : public Searcher {
 public:
  WithPrior(std::uint64_t seed, const ActionSpace& actions, Evaluator& evaluator)
      : prior_(MakeStaticPrior(actions)) {
    std::vector<std::unique_ptr<Searcher>> members;
    members.push_back(MakeLocalSearcher({.seed = seed}, actions, evaluator));
    members.push_back(MakeEvolutionSearcher({.seed = seed}, actions, evaluator));
    members.push_back(MakeMctsSearcher({.seed = seed}, actions, evaluator, *prior_));
    portfolio_ = MakePortfolio({.slices = 10, .smallest_slice = 50}, std::move(members));
  }
  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    return portfolio_->Run(root, budget, on_best);
  }

 private:
  const std::unique_ptr<Prior> prior_;
  std::unique_ptr<Searcher> portfolio_;
};

SearchOutcome RunDefault(std::uint64_t seed, const SearchSetup& setup) {
  return RunSearch(setup, {}, [&](const ActionSpace& actions, Evaluator& evaluator) {
    return std::make_unique<WithPrior>(seed, actions, evaluator);
  });
}

TEST(Portfolio, ClimbsTheStaircase) {
  const auto run =
      RunDefault(0, {.problem = Staircase(8, 24), .limits = Evaluations(5000), .threads = 4});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Portfolio, SameSeedAndLimitGiveTheSameOnAnyNumberOfThreads) {
  std::set<std::vector<Try>> different;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const auto run_on = [&](int threads) {
      auto run = RunDefault(seed, {.problem = Staircase(40, 400),
                                   .limits = Evaluations(1500),
                                   .threads = threads,
                                   .failure = Unreliable,
                                   .latency = std::chrono::microseconds(threads == 1 ? 0 : 20)});
      std::ranges::sort(run.tries);
      return run;
    };
    const auto first = run_on(1);
    ASSERT_TRUE(first.result.ok());
    EXPECT_THAT(first.tries, SizeIs(1500));
    different.insert(first.tries);
    for (const int threads : {2, 8}) {
      const auto run = run_on(threads);
      ASSERT_TRUE(run.result.ok());
      EXPECT_EQ(run.result->passes, first.result->passes);
      EXPECT_EQ(run.tries, first.tries);
    }
  }
  EXPECT_THAT(different, SizeIs(3)) << "the seed has no effect";
}

/// Only the whole list is worth anything, and a turn has room for half of it.
TEST(Portfolio, MembersFinishInTheNextTurnWhatTheyBegan) {
  FakeProblem problem{.root_instructions = 100, .instructions = {}, .passes = {}};
  PassSequence list;
  for (std::uint32_t i = 0; i < 12; ++i) {
    problem.instructions.push_back(i == 11 ? -50 : 0);
    problem.passes.push_back({.needs = i == 0 ? 0 : 1u << (i - 1), .sets = 1u << i});
    list.push_back(static_cast<PassId>(i));
  }
  const auto make_local = [](const ActionSpace& actions, Evaluator& evaluator) {
    return MakeLocalSearcher({.in_flight = 1}, actions, evaluator);
  };
  const auto make_evolution = [](const ActionSpace& actions, Evaluator& evaluator) {
    return MakeEvolutionSearcher({.in_flight = 1}, actions, evaluator);
  };
  for (const MakeSearcher& make : {MakeSearcher(make_local), MakeSearcher(make_evolution)}) {
    const auto run = RunSearch({.problem = problem, .limits = Evaluations(60)}, {},
                               [&](const ActionSpace& actions, Evaluator& evaluator) {
                                 std::vector<std::unique_ptr<Searcher>> members;
                                 members.push_back(make(actions, evaluator));
                                 auto portfolio = MakePortfolio({.slices = 10, .smallest_slice = 6},
                                                                std::move(members));
                                 portfolio->Suggest(list);
                                 return portfolio;
                               });
    ASSERT_TRUE(run.result.ok());
    EXPECT_EQ(run.result->cost.instructions, 50u);
  }
}

TEST(Portfolio, EndsAtTheDeadline) {
  const auto begin = Clock::now();
  const auto run = RunDefault(0, {.problem = Staircase(40, 400),
                                  .limits = Within(std::chrono::seconds(1)),
                                  .latency = std::chrono::microseconds(100)});
  ASSERT_TRUE(run.result.ok());
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
  EXPECT_GT(run.tries.size(), 10u);
}

/// What a member is made to do in a test.
struct Script {
  std::vector<Best> finds{};   ///< one a turn, as long as there are any
  std::uint64_t uses = ~0ull;  ///< evaluations of a turn, after which it ends by itself
  bool ends_its_turns = false;
  std::vector<PassSequence> suggestions{};
  int turns = 0;
};

class Scripted : public Searcher {
 public:
  explicit Scripted(Script& script) : script_(script) {}

  bool ends_its_turns() const override { return script_.ends_its_turns; }
  void Suggest(const PassSequence& list) override { script_.suggestions.push_back(list); }

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    Best best{{}, root.cost, 0};
    const auto turn = static_cast<std::size_t>(script_.turns++);
    if (turn < script_.finds.size()) on_best(best = script_.finds[turn]);
    for (std::uint64_t used = 0; used < script_.uses && budget.Claim(1) == 1;) ++used;
    return best;
  }

 private:
  Script& script_;
};

Best Found(PassSequence passes, std::uint64_t instructions) {
  return {std::move(passes), {.instructions = instructions, .object_size = {}}, 0};
}

Result<Best> RunScripts(std::vector<Script*> scripts, std::uint64_t evaluations,
                        PortfolioOptions options = {}) {
  std::vector<std::unique_ptr<Searcher>> members;
  for (Script* script : scripts) members.push_back(std::make_unique<Scripted>(*script));
  Evaluation root;
  root.cost.instructions = 1000;
  Budget budget(Evaluations(evaluations));
  std::vector<std::uint64_t> reported;
  const OnBest on_best = [&](const Best& best) { reported.push_back(best.cost.instructions); };
  options.slices = 100;
  options.smallest_slice = 10;
  auto result = MakePortfolio(options, std::move(members))->Run(root, budget, on_best);
  EXPECT_TRUE(std::ranges::is_sorted(reported, std::greater()));
  EXPECT_EQ(reported.front(), 1000u);
  return result;
}

TEST(Portfolio, WhatOneFindsIsSuggestedToTheOthersOnly) {
  Script finder{.finds = {Found({1, 2}, 900)}};
  Script other;
  const auto best = RunScripts({&finder, &other}, 1000);
  ASSERT_TRUE(best.ok());
  EXPECT_THAT(best->passes, ElementsAre(1, 2));
  EXPECT_THAT(finder.suggestions, IsEmpty());
  EXPECT_THAT(other.suggestions, ElementsAre(PassSequence{1, 2}));
}

/// A list of an earlier run may have been suggested to all.
TEST(Portfolio, NothingIsSuggestedBeforeSomethingIsFound) {
  Script finder{.finds = {Found({}, 1000), Found({1}, 900)}, .uses = 5, .ends_its_turns = true};
  const auto best = RunScripts({&finder}, 30);
  ASSERT_TRUE(best.ok());
  ASSERT_GT(finder.turns, 2);
  EXPECT_THAT(finder.suggestions, Each(PassSequence{1}));
  EXPECT_THAT(finder.suggestions, Not(IsEmpty()));
}

/// Turns of two, of which the first finds what it finds in its first turns, the second nothing.
std::pair<int, int> TurnsOfTwo(Script first, const PortfolioOptions& options,
                               const Budget::Limits& limits) {
  Script second;
  std::vector<std::unique_ptr<Searcher>> members;
  members.push_back(std::make_unique<Scripted>(first));
  members.push_back(std::make_unique<Scripted>(second));
  Evaluation root;
  root.cost.instructions = 1000;
  Budget budget(limits);
  const auto portfolio = MakePortfolio(options, std::move(members));
  EXPECT_TRUE(portfolio->Run(root, budget, [](const Best&) {}).ok());
  return {first.turns, second.turns};
}

/// The first finds something in so many of its first turns.
std::pair<int, int> TurnsWithHeadStart(const Budget::Limits& limits, Clock::duration head_start,
                                       std::uint64_t finds) {
  Script first;
  for (std::uint64_t i = 1; i <= finds; ++i) first.finds.push_back(Found({1}, 1000 - i));
  return TurnsOfTwo(std::move(first),
                    {.slices = 20,
                     .shortest_slice = std::chrono::milliseconds(10),
                     .smallest_slice = 10,
                     .head_start = head_start},
                    limits);
}

TEST(Portfolio, TheFirstHasAHeadStartWhereTimeIsTheLimitUntilATurnFindsNothing) {
  using namespace std::chrono_literals;
  const auto always = TurnsWithHeadStart(Within(200ms), 1h, 900);
  EXPECT_GT(always.first, 1);
  EXPECT_EQ(always.second, 0);
  EXPECT_GT(TurnsWithHeadStart(Within(500ms), 1h, 3).second, 0);
  EXPECT_GT(TurnsWithHeadStart(Within(500ms), 0s, 900).second, 0);
  EXPECT_GT(TurnsWithHeadStart(Evaluations(1000), 1h, 900).second, 0);
}

/// The first finds much in its head start, and neither finds any more.
std::pair<int, int> TurnsAfterAGain(bool counts) {
  return TurnsOfTwo({.finds = {Found({1}, 100)}},
                    {.slices = 40,
                     .shortest_slice = std::chrono::milliseconds(10),
                     .head_start_part = 0.2,
                     .head_start_counts = counts},
                    Within(std::chrono::milliseconds(400)));
}

TEST(Portfolio, WhatAHeadStartEarnsNeedNotCount) {
  const auto counted = TurnsAfterAGain(true);
  EXPECT_GT(counted.first, 2 * counted.second);
  const auto not_counted = TurnsAfterAGain(false);
  EXPECT_LT(not_counted.first, 2 * not_counted.second);
}

TEST(Portfolio, APartOfTheTimeCanBeTheHeadStart) {
  Script first;
  for (std::uint64_t i = 1; i <= 900; ++i) first.finds.push_back(Found({1}, 1000 - i));
  Script second;
  std::vector<std::unique_ptr<Searcher>> members;
  members.push_back(std::make_unique<Scripted>(first));
  members.push_back(std::make_unique<Scripted>(second));
  Evaluation root;
  root.cost.instructions = 1000;
  Budget budget(Within(std::chrono::milliseconds(200)));
  const auto portfolio = MakePortfolio(
      {.slices = 20, .shortest_slice = std::chrono::milliseconds(1), .head_start_part = 1},
      std::move(members));
  EXPECT_TRUE(portfolio->Run(root, budget, [](const Best&) {}).ok());
  EXPECT_GT(first.turns, 1);
  EXPECT_EQ(second.turns, 0);
}

/// Takes a while for each of its evaluations, as one does on a large program, and finds nothing.
class Slow : public Searcher {
 public:
  explicit Slow(std::uint64_t& evaluations) : evaluations_(evaluations) {}
  void Suggest(const PassSequence&) override {}
  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest&) override {
    while (budget.Claim(1) == 1) {
      ++evaluations_;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return Best{{}, root.cost, 0};
  }

 private:
  std::uint64_t& evaluations_;
};

TEST(Portfolio, WherePassesAreSlowTheFirstHasSoManyBeforeTheOthers) {
  using namespace std::chrono_literals;
  for (const std::uint64_t head_start : {0, 30}) {
    std::uint64_t first = 0;
    Script second{.uses = 0};
    std::vector<std::unique_ptr<Searcher>> members;
    members.push_back(std::make_unique<Slow>(first));
    members.push_back(std::make_unique<Scripted>(second));
    Evaluation root;
    root.cost.instructions = 1000;
    Budget budget(Within(100ms));
    const auto portfolio = MakePortfolio({.slices = 100,
                                          .shortest_slice = 1ms,
                                          .least_in_slice = 2,
                                          .head_start_evaluations = head_start},
                                         std::move(members));
    EXPECT_TRUE(portfolio->Run(root, budget, [](const Best&) {}).ok());
    EXPECT_EQ(second.turns, head_start == 0 ? 1 : 0);
    EXPECT_GE(first, 2u);
  }
}

TEST(Portfolio, WhoEarnsGetsMoreTurnsAndNobodyNone) {
  Script earner;
  for (std::uint64_t i = 1; i < 100; ++i) earner.finds.push_back(Found({1}, 1000 - 5 * i));
  Script idler;
  ASSERT_TRUE(RunScripts({&idler, &earner}, 1000).ok());
  EXPECT_GT(earner.turns, 3 * idler.turns);
  EXPECT_GE(idler.turns, 10) << "the floor is 15 of 100 turns";
}

TEST(Portfolio, WhoHasEndedComesBackForASuggestionAlone) {
  Script ended{.uses = 0};
  Script finder{.finds = {Found({1}, 900), Found({2}, 900), Found({2}, 800)}};
  ASSERT_TRUE(RunScripts({&ended, &finder}, 1000).ok());
  EXPECT_EQ(ended.turns, 3);  // to begin with, and for two better lists
}

TEST(Portfolio, EndsWhenAllHaveEnded) {
  Script one{.uses = 0};
  Script two{.uses = 0};
  ASSERT_TRUE(RunScripts({&one, &two}, 1000).ok());
  EXPECT_EQ(one.turns + two.turns, 2);
}

TEST(Portfolio, EndsWhereWhoGoesOnGoesOnInVain) {
  Script ends{.uses = 20};
  Script never{};
  ASSERT_TRUE(RunScripts({&ends, &never}, 100'000).ok());
  EXPECT_EQ(ends.turns, 1);
  EXPECT_LE(never.turns, 3) << "a turn is 1,000 evaluations";
}

}  // namespace
}  // namespace autotune
