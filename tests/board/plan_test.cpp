#include "board/plan.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace autotune {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kPrograms = 3;

LeaderboardConfig TwoMethods() {
  LeaderboardConfig config;
  config.methods = {"a", "b"};
  config.seeds = {1, 2};
  config.budgets = {milliseconds(10), milliseconds(20)};
  return config;
}

using Key = std::tuple<std::size_t, std::string, milliseconds, std::uint64_t>;

std::multiset<Key> Keys(const std::vector<LeaderboardCell>& cells) {
  std::multiset<Key> keys;
  for (const LeaderboardCell& cell : cells) {
    keys.emplace(cell.program, cell.method, cell.budget, cell.seed);
  }
  return keys;
}

TEST(PlanLeaderboard, HasEveryCellOnce) {
  const auto cells = PlanLeaderboard(TwoMethods(), kPrograms, {});
  EXPECT_EQ(cells.size(), 2u * kPrograms * 2 * 2);
  const std::multiset<Key> keys = Keys(cells);
  EXPECT_EQ(std::set<Key>(keys.begin(), keys.end()).size(), cells.size());
}

TEST(PlanLeaderboard, RunsAllMethodsInTurns) {
  const auto cells = PlanLeaderboard(TwoMethods(), kPrograms, {});
  std::map<std::string, int> in_front;
  for (std::size_t i = 0; i < cells.size(); i += 2) {
    EXPECT_EQ(cells[i].program, cells[i + 1].program);
    EXPECT_EQ(cells[i].seed, cells[i + 1].seed);
    EXPECT_EQ(cells[i].budget, cells[i + 1].budget);
    EXPECT_NE(cells[i].method, cells[i + 1].method);
    ++in_front[cells[i].method];
  }
  EXPECT_EQ(in_front["a"], in_front["b"]);
  EXPECT_EQ(cells.front().seed, 1u);
  EXPECT_EQ(cells.back().seed, 2u);
}

TEST(PlanLeaderboard, EachMethodIsTheFirstAtEachBudget) {
  std::map<milliseconds, std::set<std::string>> first;
  const auto cells = PlanLeaderboard(TwoMethods(), kPrograms, {});
  for (std::size_t i = 0; i < cells.size() / 2; i += 2) {
    first[cells[i].budget].insert(cells[i].method);
  }
  for (const auto& [budget, methods] : first) EXPECT_EQ(methods.size(), 2u);
}

/// Two budgets and two methods: without the seed in it the same one would always be first.
TEST(PlanLeaderboard, AnotherSeedHasAnotherOrder) {
  const auto cells = PlanLeaderboard(TwoMethods(), kPrograms, {});
  EXPECT_NE(cells[0].method, cells[cells.size() / 2].method);
}

TEST(PlanLeaderboard, ShardsAreThePartsOfTheWhole) {
  std::multiset<Key> together;
  for (std::size_t index = 0; index < 5; ++index) {
    const auto part = PlanLeaderboard(TwoMethods(), kPrograms, {index, 5});
    EXPECT_EQ(part.size() % 2, 0u) << "the methods of a round stay together";
    together.merge(Keys(part));
  }
  EXPECT_EQ(together, Keys(PlanLeaderboard(TwoMethods(), kPrograms, {})));
}

/// As many shards as budgets: none of them may get a budget of its own.
TEST(PlanLeaderboard, AShardHasAllOfItsPrograms) {
  for (std::size_t index = 0; index < 2; ++index) {
    std::map<std::size_t, int> runs;
    for (const LeaderboardCell& cell : PlanLeaderboard(TwoMethods(), kPrograms, {index, 2})) {
      ++runs[cell.program];
    }
    EXPECT_EQ(runs.size(), index == 0 ? 2u : 1u);
    for (const auto& [program, count] : runs) EXPECT_EQ(count, 2 * 2 * 2) << program;
  }
}

}  // namespace
}  // namespace autotune
