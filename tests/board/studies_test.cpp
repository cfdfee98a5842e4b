#include "board/studies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/sample_runs.h"

namespace autotune {
namespace {

const ExperimentSettings kSettings = {.experiment = "night",
                                      .toolchain = {1, 2},
                                      .objective = Objective::kIrInstructions,
                                      .action_space_fingerprint = {3, 4},
                                      .threads = 2};
const ExperimentRun kRun = {.program = {5, 6}, .method = "greedy", .budget_seconds = 60, .seed = 1};

/// What there was to be told of a run in these settings, of which `mcts` has one too.
Study StudyOf(std::optional<std::uint64_t> best) {
  Study study;
  study.setting.experiment = kSettings.experiment;
  study.setting.toolchain = ToHex(kSettings.toolchain);
  study.setting.objective = "ir-instructions";
  study.setting.action_space_fingerprint = ToHex(kSettings.action_space_fingerprint);
  study.setting.budget_seconds = kRun.budget_seconds;
  study.setting.threads = kSettings.threads;
  StudiedRun run;
  run.method = kRun.method;
  run.program = ToHex(kRun.program);
  run.seed = kRun.seed;
  run.o0 = 4000;
  run.oz = 2000;
  run.best = best;
  StudiedRun other = run;
  other.method = "mcts";
  other.best = 1600;
  study.runs = {run, other};
  return study;
}

/// A database with more than the file names of everything.
class BoardStudiesTest : public ResultsTest {
 protected:
  BoardStudiesTest() {
    config_.name = "night";
    config_.methods = {"greedy"};
    config_.seeds = {1};
    config_.budgets = {std::chrono::seconds(60)};
    for (const std::uint64_t program : {1, 2}) {
      StoreLevels(program);
      for (const char* method : {"greedy", "mcts"}) {
        for (const std::uint64_t seed : {1, 2}) {
          for (const double budget : {10.0, 60.0}) AddRun(program, method, seed, budget);
        }
      }
    }
  }

  void AddRun(std::uint64_t program, const char* method, std::uint64_t seed, double budget) {
    RunDescription run = RunOf(program, method);
    run.experiment = config_.name;
    run.replicate = 0;
    run.seed = seed;
    run.budget_seconds = budget;
    Add(run, Finished(150, {"a"}));
  }

  std::vector<Study> Read(const std::vector<BoardedProgram>& programs) {
    Result<std::vector<Study>> studies = ReadBoardStudies(*database_, config_, programs);
    if (!studies) ADD_FAILURE() << studies.error().message;
    return studies ? *std::move(studies) : std::vector<Study>();
  }

  LeaderboardConfig config_;
  const std::vector<BoardedProgram> programs_ = {{"p1.bc", {1, 1}, "p1.bc"},
                                                 {"empty.bc", {3, 3}, "empty.bc"}};
};

TEST_F(BoardStudiesTest, AreOfWhatTheFileNamesAlone) {
  const std::vector<Study> studies = Read(programs_);
  ASSERT_EQ(studies.size(), 1u);
  EXPECT_EQ(studies[0].setting.budget_seconds, 60);
  ASSERT_EQ(studies[0].runs.size(), 1u);
  EXPECT_EQ(studies[0].runs[0].program, ToHex({1, 1}));
  EXPECT_EQ(studies[0].runs[0].seed, 1u);
}

/// Somebody's own run, which the board would make all the same.
TEST_F(BoardStudiesTest, AreOfNoRunThatEvaluationsWereTheLimitOf) {
  RunDescription run = RunOf(1);
  run.experiment = config_.name;
  run.seed = 1;
  run.max_evaluations = 100;
  Add(run, Finished(190, {"a"}));
  EXPECT_EQ(Read(programs_).size(), 1u);
}

TEST_F(BoardStudiesTest, AreOfAllProgramsWhereNoneIsKnown) {
  EXPECT_EQ(Read({}).at(0).runs.size(), 2u);
}

TEST_F(BoardStudiesTest, BoardsKnowWhichProgramsTheyHaveNoRunOf) {
  const std::vector<Board> boards = MakeBoards(Read(programs_), programs_);
  ASSERT_EQ(boards.size(), 1u);
  EXPECT_EQ(boards[0].programs.size(), 1u);
  EXPECT_EQ(boards[0].all_programs, 2u);
  EXPECT_THAT(boards[0].without_run, testing::ElementsAre("empty.bc"));
}

TEST_F(BoardStudiesTest, KnowProgramsWhoseFilesAreGone) {
  std::vector<BoardedProgram> programs = {
      {"/tmp/p1.bc", {9, 9}}, {"/elsewhere/p2.bc", {9, 9}}, {"/none.bc", {8, 8}}, {"/", {7, 7}}};
  ASSERT_TRUE(FindGonePrograms(*database_, config_, programs).ok());
  EXPECT_EQ(programs[0].id, (Hash128{1, 1})) << "by its path";
  EXPECT_EQ(programs[1].id, (Hash128{2, 1})) << "by its name";
  EXPECT_EQ(programs[2].id, (Hash128{8, 8})) << "there is no run of it";
  EXPECT_EQ(programs[3].id, (Hash128{7, 7})) << "it is there";
  programs = {{"/a/p1.bc", {9, 9}}, {"/b/p1.bc", {8, 8}}};
  ASSERT_TRUE(FindGonePrograms(*database_, config_, programs).ok());
  EXPECT_EQ(programs[1].id, (Hash128{8, 8})) << "the other one is it";
}

TEST(BoardNews, IsTheRunAndTheStanding) {
  const BoardNews news = NewsOf(kRun, kSettings, {StudyOf(1000)});
  EXPECT_EQ(news.outcome, "1,000 of 2,000: ratio 2.000");
  EXPECT_EQ(news.standing, "greedy 2.000, mcts 1.250");
}

TEST(BoardNews, IsOfThisRunAlone) {
  ExperimentRun other = kRun;
  other.seed = 2;
  EXPECT_EQ(NewsOf(other, kSettings, {StudyOf(1000)}).outcome, "no result");
  other = kRun;
  other.program = {7, 8};
  EXPECT_EQ(NewsOf(other, kSettings, {StudyOf(1000)}).outcome, "no result");
}

TEST(BoardNews, ARunThatFailedHasNone) {
  EXPECT_EQ(NewsOf(kRun, kSettings, {StudyOf(std::nullopt)}).outcome, "no result");
  EXPECT_EQ(NewsOf(kRun, kSettings, {}).outcome, "no result");
}

TEST(BoardNews, IsNeverThatOfAnotherSetting) {
  const std::vector<void (*)(Setting&)> changes = {
      [](Setting& setting) { setting.toolchain = ToHex({0, 0}); },
      [](Setting& setting) { setting.objective = "object-size"; },
      [](Setting& setting) { setting.action_space_fingerprint = ToHex({0, 0}); },
      [](Setting& setting) { setting.threads = 4; },
      [](Setting& setting) { setting.budget_seconds = 10; },
      [](Setting& setting) { setting.max_evaluations = 100; }};
  for (const auto& change : changes) {
    Study study = StudyOf(1000);
    change(study.setting);
    const BoardNews news = NewsOf(kRun, kSettings, {study});
    EXPECT_EQ(news.outcome, "no result");
    EXPECT_EQ(news.standing, "");
    EXPECT_EQ(NewsOf(kRun, kSettings, {StudyOf(800), study}).outcome, "800 of 2,000: ratio 2.500");
  }
}

}  // namespace
}  // namespace autotune
