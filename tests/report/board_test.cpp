#include "report/board.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;

/// On a program of 400 instructions of which -Oz makes 200.
StudiedRun BoardRun(const std::string& method, const std::string& program, std::uint64_t seed,
                    std::optional<std::uint64_t> best) {
  StudiedRun run;
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
  return run;
}

/// `one` makes 100 and 200 (ratio 2, 1), `other` 160 (1.25) and 250 (0.8).
std::vector<StudiedRun> TwoMethods() {
  return {BoardRun("one", "p", 1, 100), BoardRun("other", "p", 1, 160),
          BoardRun("one", "q", 1, 200), BoardRun("other", "q", 1, 250)};
}

Board BoardOf(const std::vector<StudiedRun>& runs) { return MakeBoard({{}, runs}); }

TEST(Board, MeansAreGeometricOverPrograms) {
  const Board board = BoardOf(TwoMethods());
  ASSERT_EQ(board.rows.size(), 2u);
  EXPECT_EQ(board.rows[0].method, "one");
  EXPECT_NEAR(board.rows[0].ratio->mean, std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(board.rows[1].ratio->mean, 1, 1e-12);  // 1.25 * 0.8
  // (400 - 100) / 200 = 1.5 and 1; (400 - 160) / 200 = 1.2 and 0.75.
  EXPECT_NEAR(board.rows[0].reward->mean, std::sqrt(1.5), 1e-12);
  EXPECT_NEAR(board.rows[1].reward->mean, std::sqrt(0.9), 1e-12);
  EXPECT_NEAR(board.rows[0].ratio->interval->low, 1, 1e-12);
  EXPECT_NEAR(board.rows[0].ratio->interval->high, 2, 1e-12);
}

TEST(Board, HasTheSameMeansWithoutIntervals) {
  const Board board = MakeBoard({{}, TwoMethods()}, /*with_intervals=*/false);
  EXPECT_FALSE(board.rows[0].ratio->interval);
  EXPECT_EQ(board.rows[0].ratio->mean, BoardOf(TwoMethods()).rows[0].ratio->mean);
}

TEST(Board, OneProgramSaysNothingOfOthers) {
  const Board board = BoardOf({BoardRun("one", "p", 1, 100), BoardRun("other", "p", 1, 160)});
  EXPECT_FALSE(board.rows[0].ratio->interval);
  EXPECT_EQ(ScoreText(board.rows[0].ratio, "-"), "2.000");
}

TEST(Board, CountsProgramsAndRuns) {
  const Board board = BoardOf(TwoMethods());
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
TEST(Board, SeedsAreAveragedBeforePrograms) {
  const Board board = BoardOf(
      {BoardRun("one", "p", 1, 100), BoardRun("one", "p", 2, 400), BoardRun("one", "q", 1, 100)});
  ASSERT_EQ(board.programs.size(), 2u);
  EXPECT_NEAR(board.programs[0].ratios.at("one"), 1, 1e-12);
  EXPECT_NEAR(board.rows[0].ratio->mean, std::sqrt(2.0), 1e-12);
  EXPECT_EQ(board.rows[0].improved, 1u);
  EXPECT_EQ(board.rows[0].regressed, 0u);
}

TEST(Board, ARewardIsNeverNegative) {
  const Board board = BoardOf({BoardRun("one", "p", 1, 500)});
  EXPECT_EQ(board.rows[0].reward->mean, 0);
}

/// -Oz drops a module of internal functions that nobody calls.
TEST(Board, AProgramThatNothingIsLeftOfIsATie) {
  std::vector<StudiedRun> runs = TwoMethods();
  for (const char* method : {"one", "other"}) {
    runs.push_back(BoardRun(method, "r", 1, 0));
    runs.back().oz = 0;
  }
  const Board board = BoardOf(runs);
  EXPECT_NEAR(board.rows[0].ratio->mean, std::cbrt(2.0), 1e-12);
  EXPECT_EQ(board.rows[0].regressed, 0u);
  EXPECT_NEAR(Advantage(board, "one", "other")->mean, std::cbrt(1.6 * 1.25), 1e-12);
}

TEST(Board, ComparesOnlyWhatAllMethodsHaveProved) {
  std::vector<StudiedRun> runs = TwoMethods();
  runs.push_back(BoardRun("one", "r", 1, 20));  // `other` has yet to run
  runs[3].best.reset();                         // `other` failed on `q`
  const Board board = BoardOf(runs);
  EXPECT_EQ(board.compared, 1u);
  EXPECT_EQ(board.all_programs, 3u);
  ASSERT_EQ(board.programs.size(), 1u);
  EXPECT_EQ(board.programs[0].name, "p.bc");
  EXPECT_NEAR(board.rows[0].ratio->mean, 2, 1e-12);
  EXPECT_EQ(board.rows[0].runs, 3u);
  EXPECT_EQ(board.rows[1].unproved, 1u);
}

TEST(Board, AMethodThatProvedNothingHasNoScore) {
  std::vector<StudiedRun> runs = TwoMethods();
  runs.push_back(BoardRun("broken", "p", 1, std::nullopt));
  const Board board = BoardOf(runs);
  ASSERT_EQ(board.rows.size(), 3u);
  EXPECT_EQ(board.rows[2].method, "broken");
  EXPECT_FALSE(board.rows[2].ratio);
  EXPECT_EQ(board.compared, 2u);
}

TEST(Board, ATieIsHalfAWin) {
  std::vector<StudiedRun> runs = TwoMethods();
  runs.push_back(BoardRun("one", "r", 1, 150));
  runs.push_back(BoardRun("other", "r", 1, 150));
  runs.push_back(BoardRun("one", "s", 1, 170));
  runs.push_back(BoardRun("other", "s", 1, 150));
  const Board board = BoardOf(runs);  // two wins, a tie, a loss
  EXPECT_DOUBLE_EQ(board.win_rates.at({"one", "other"}), 2.5 / 4);
  EXPECT_DOUBLE_EQ(board.win_rates.at({"other", "one"}), 1.5 / 4);
}

/// On `p` 160 / 100, on `q` 250 / 200.
TEST(Board, ComparesMethodsOnTheSameProgram) {
  std::vector<StudiedRun> runs = TwoMethods();
  runs.push_back(BoardRun("broken", "p", 1, std::nullopt));
  const Board board = BoardOf(runs);
  const auto score = Advantage(board, "one", "other");
  ASSERT_TRUE(score);
  EXPECT_NEAR(score->mean, std::sqrt(1.6 * 1.25), 1e-12);
  EXPECT_NEAR(score->interval->low, 1.25, 1e-12);
  EXPECT_NEAR(score->interval->high, 1.6, 1e-12);
  EXPECT_NEAR(Advantage(board, "other", "one")->mean, 1 / score->mean, 1e-12);
  EXPECT_FALSE(Advantage(board, "one", "broken"));
  EXPECT_FALSE(Advantage(BoardOf({BoardRun("broken", "p", 1, std::nullopt)}), "broken", "broken"));
}

/// Twice as good, as good, worse: two wins and a half of four comparisons.
TEST(Board, RunsOfTheSameSeedCountAsOne) {
  std::vector<StudiedRun> runs = {BoardRun("one", "p", 1, 100), BoardRun("one", "p", 1, 160),
                                  BoardRun("other", "p", 1, 160), BoardRun("other", "p", 1, 120)};
  const Board board = BoardOf(runs);
  EXPECT_EQ(board.compared, 1u);
  EXPECT_DOUBLE_EQ(board.win_rates.at({"one", "other"}), 2.5 / 4);
}

TEST(Board, LeavesOutWhatHadNotTheTimeOrTheMeasureOfTheOthers) {
  std::vector<StudiedRun> runs = TwoMethods();
  runs.push_back(BoardRun("stopped", "p", 1, 50));
  runs.back().status = RunStatus::kInterrupted;
  runs.push_back(BoardRun("unmeasured", "p", 1, 50));
  runs.back().oz.reset();
  EXPECT_EQ(BoardOf(runs).rows.size(), 2u);
}

/// The best level makes 160 of `p` and 200 of `q`, as -Oz does: ratio 1.25 and 1.
TEST(Board, HasTheBestLevelAmongTheMethods) {
  std::vector<StudiedRun> runs = TwoMethods();
  for (StudiedRun& run : runs) run.best_level = run.program == "p" ? 160 : 200;
  runs[1].is_level = true;
  runs.push_back(BoardRun("one", "r", 1, 20));  // `other` has yet to run
  const Board board = BoardOf(runs);
  ASSERT_EQ(board.rows.size(), 3u);
  const BoardRow& level = board.rows[1];
  EXPECT_EQ(level.method, kBestLevel);
  EXPECT_NEAR(level.ratio->mean, std::sqrt(1.25), 1e-12);
  EXPECT_NEAR(level.reward->mean, std::sqrt(1.2), 1e-12);
  EXPECT_EQ(level.runs, 0u);
  EXPECT_FALSE(level.wall_seconds);
  EXPECT_EQ(board.rows[0].levels, 0u);
  EXPECT_EQ(board.rows[2].levels, 1u);
  EXPECT_DOUBLE_EQ(board.win_rates.at({"other", kBestLevel}), 0.25);
}

TEST(Board, HasNoBestLevelWhereOneIsUnknown) {
  std::vector<StudiedRun> runs = TwoMethods();
  runs[0].best_level = 160;
  EXPECT_EQ(BoardOf(runs).rows.size(), 2u);
}

TEST(Board, NamesTheMachines) {
  std::vector<StudiedRun> runs = TwoMethods();
  runs[0].machine = "b, 4 cores";
  for (std::size_t i = 1; i < runs.size(); ++i) runs[i].machine = "a, 8 cores";
  EXPECT_THAT(BoardOf(runs).machines, ElementsAre("a, 8 cores", "b, 4 cores"));
}

}  // namespace
}  // namespace autotune
