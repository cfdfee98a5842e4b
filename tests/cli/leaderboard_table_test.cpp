#include "cli/leaderboard_table.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;

/// On a program of 400 instructions of which -Oz makes 200.
BoardRun RunOf(const std::string& method, const std::string& program, std::uint64_t seed,
               std::optional<std::uint64_t> best) {
  BoardRun run;
  run.settings = {"ir-instructions", "full", "19.1.7", 60, 4, "1.0", ""};
  run.method = method;
  run.program = program;
  run.name = program + ".bc";
  run.seed = seed;
  run.o0 = 400;
  run.oz = 200;
  run.best = best;
  run.wall_seconds = 60;
  run.evaluations = 1000;
  run.failures = 2;
  run.machine = "a processor, 8 cores";
  return run;
}

/// `one` makes 100 and 200 (ratio 2, 1), `other` 160 (1.25) and 250 (0.8).
std::vector<BoardRun> TwoMethods() {
  return {RunOf("one", "p", 1, 100), RunOf("other", "p", 1, 160), RunOf("one", "q", 1, 200),
          RunOf("other", "q", 1, 250)};
}

Board OnlyBoard(const std::vector<BoardRun>& runs) {
  const std::vector<Board> boards = MakeBoards(runs);
  EXPECT_EQ(boards.size(), 1u);
  return boards.empty() ? Board() : boards.front();
}

TEST(LeaderboardTable, MeansAreGeometricOverPrograms) {
  const Board board = OnlyBoard(TwoMethods());
  ASSERT_EQ(board.rows.size(), 2u);
  EXPECT_EQ(board.rows[0].method, "one");
  EXPECT_NEAR(board.rows[0].ratio->mean, std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(board.rows[1].ratio->mean, 1, 1e-12);  // 1.25 * 0.8
  // (400 - 100) / 200 = 1.5 and 1; (400 - 160) / 200 = 1.2 and 0.75.
  EXPECT_NEAR(board.rows[0].reward->mean, std::sqrt(1.5), 1e-12);
  EXPECT_NEAR(board.rows[1].reward->mean, std::sqrt(0.9), 1e-12);
  EXPECT_NEAR(board.rows[0].ratio->interval.low, 1, 1e-12);
  EXPECT_NEAR(board.rows[0].ratio->interval.high, 2, 1e-12);
}

TEST(LeaderboardTable, CountsProgramsAndRuns) {
  const Board board = OnlyBoard(TwoMethods());
  EXPECT_EQ(board.rows[0].improved, 1u);
  EXPECT_EQ(board.rows[0].regressed, 0u);
  EXPECT_EQ(board.rows[1].improved, 1u);
  EXPECT_EQ(board.rows[1].regressed, 1u);
  EXPECT_EQ(board.rows[1].runs, 2u);
  EXPECT_EQ(board.rows[1].evaluations, 2000u);
  EXPECT_EQ(board.rows[1].failures, 4u);
  EXPECT_DOUBLE_EQ(*board.rows[1].wall_seconds, 60);
}

/// Seeds 100 and 400 of `p`: ratio 2 and 0.5, in the mean 1; the program counts once beside `q`.
TEST(LeaderboardTable, SeedsAreAveragedBeforePrograms) {
  const Board board =
      OnlyBoard({RunOf("one", "p", 1, 100), RunOf("one", "p", 2, 400), RunOf("one", "q", 1, 100)});
  ASSERT_EQ(board.programs.size(), 2u);
  EXPECT_NEAR(board.programs[0].ratios.at("one"), 1, 1e-12);
  EXPECT_NEAR(board.rows[0].ratio->mean, std::sqrt(2.0), 1e-12);
  EXPECT_EQ(board.rows[0].improved, 1u);
  EXPECT_EQ(board.rows[0].regressed, 0u);
}

TEST(LeaderboardTable, ARewardIsNeverNegative) {
  const Board board = OnlyBoard({RunOf("one", "p", 1, 500)});
  EXPECT_EQ(board.rows[0].reward->mean, 0);
}

TEST(LeaderboardTable, ComparesOnlyWhatAllMethodsHaveProved) {
  std::vector<BoardRun> runs = TwoMethods();
  runs.push_back(RunOf("one", "r", 1, 20));  // `other` has yet to run
  runs[3].best.reset();                      // `other` failed on `q`
  const Board board = OnlyBoard(runs);
  EXPECT_EQ(board.compared, 1u);
  EXPECT_EQ(board.all_programs, 3u);
  ASSERT_EQ(board.programs.size(), 1u);
  EXPECT_EQ(board.programs[0].name, "p.bc");
  EXPECT_NEAR(board.rows[0].ratio->mean, 2, 1e-12);
  EXPECT_EQ(board.rows[0].runs, 3u);
  EXPECT_EQ(board.rows[1].unproved, 1u);
}

TEST(LeaderboardTable, AMethodThatProvedNothingHasNoScore) {
  std::vector<BoardRun> runs = TwoMethods();
  runs.push_back(RunOf("broken", "p", 1, std::nullopt));
  const Board board = OnlyBoard(runs);
  ASSERT_EQ(board.rows.size(), 3u);
  EXPECT_EQ(board.rows[2].method, "broken");
  EXPECT_FALSE(board.rows[2].ratio);
  EXPECT_EQ(board.compared, 2u);
}

TEST(LeaderboardTable, ATieIsHalfAWin) {
  std::vector<BoardRun> runs = TwoMethods();
  runs.push_back(RunOf("one", "r", 1, 150));
  runs.push_back(RunOf("other", "r", 1, 150));
  runs.push_back(RunOf("one", "s", 1, 170));
  runs.push_back(RunOf("other", "s", 1, 150));
  const Board board = OnlyBoard(runs);  // two wins, a tie, a loss
  EXPECT_DOUBLE_EQ(board.win_rates.at({"one", "other"}), 2.5 / 4);
  EXPECT_DOUBLE_EQ(board.win_rates.at({"other", "one"}), 1.5 / 4);
}

TEST(LeaderboardTable, OtherSettingsAreAnotherBoard) {
  std::vector<BoardRun> runs = TwoMethods();
  runs.push_back(RunOf("one", "p", 1, 100));
  runs.back().settings.budget_seconds = 10;
  runs.back().machine = "another";
  const std::vector<Board> boards = MakeBoards(runs);
  ASSERT_EQ(boards.size(), 2u);
  EXPECT_EQ(boards[0].settings.budget_seconds, 10);
  EXPECT_EQ(boards[0].rows.size(), 1u);
  EXPECT_THAT(boards[1].machines, ElementsAre("a processor, 8 cores"));
}

}  // namespace
}  // namespace autotune
