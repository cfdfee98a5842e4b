#include "report/study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/sample_runs.h"
#include "report/board.h"
#include "report/synthetic_runs.h"

namespace autotune {
namespace {

using testing::ElementsAre;

class StudyTest : public ResultsTest {
 protected:
  std::vector<Study> Load(const Selection& selection = {}) {
    Result<std::vector<Study>> studies = LoadStudies(*database_, selection);
    if (!studies) ADD_FAILURE() << studies.error().message;
    return studies ? *std::move(studies) : std::vector<Study>();
  }
};

TEST_F(StudyTest, HoldsWhatTheRunFound) {
  StoreLevels(1);
  RunDescription description = RunOf(1);
  description.seed = 5;
  const RunId id = Start(description);
  ASSERT_TRUE(
      results_.AddProgress(id, 5, {{0.5, 1, {}, {400, {}}}, {1.5, 2, {"a"}, {190, {}}}}).ok());
  RunResult result = Finished(180, {"b", "a", "b"});
  result.uses = {{"a", 3, 1, 0.1, {{"crash", 2}, {"timeout", 1}, {"proof", 1}}}};
  ASSERT_TRUE(results_.FinishRun(id, result).ok());
  const std::vector<Study> studies = Load();
  ASSERT_EQ(studies.size(), 1u);
  EXPECT_EQ(studies[0].setting.objective, "ir-instructions");
  EXPECT_EQ(studies[0].setting.budget_seconds, 60);
  EXPECT_EQ(studies[0].setting.max_evaluations, std::nullopt);
  ASSERT_EQ(studies[0].runs.size(), 1u);
  const StudiedRun& run = studies[0].runs[0];
  EXPECT_EQ(run.run, id);
  EXPECT_EQ(run.method, "greedy");
  EXPECT_EQ(run.name, "p1.bc");
  EXPECT_EQ(run.machine, "a processor, 8 cores");
  EXPECT_EQ(run.status, RunStatus::kFinished);
  EXPECT_EQ(run.seed, 5u);
  EXPECT_EQ(run.o0, 400u);
  EXPECT_EQ(run.oz, 200u);
  EXPECT_EQ(run.best, 180u);
  EXPECT_EQ(run.wall_seconds, 61);
  EXPECT_EQ(run.evaluations, 1000u);
  EXPECT_EQ(run.failures, 3u) << "that of a proof is no evaluation";
  EXPECT_EQ(run.oz_cost, (Cost{200, ObjectSize{800, 80}}));
  EXPECT_EQ(run.best_cost, (Cost{180, ObjectSize{700, 70}}));
  EXPECT_THAT(run.passes, ElementsAre("a", "b"));
  ASSERT_EQ(run.curve.size(), 2u);
  EXPECT_EQ(run.curve[1].seconds, 1.5);
  EXPECT_EQ(run.curve[1].value, 190u);
}

TEST_F(StudyTest, ComparesOnlyWhatSharesASetting) {
  RunDescription other = RunOf(1, "random");
  other.budget_seconds = 10;
  Add(other, Finished(150, {"a"}));
  Add(RunOf(1, "greedy"), Finished(150, {"a"}));
  Add(RunOf(2, "random"), Finished(150, {"a"}));
  other = RunOf(2, "random");
  other.options = R"({"variant": "no-model"})";
  Add(other, Finished(150, {"a"}));
  const std::vector<Study> studies = Load();
  ASSERT_EQ(studies.size(), 3u);
  EXPECT_EQ(studies[0].setting.budget_seconds, 60);
  EXPECT_EQ(studies[2].setting.variant, "no-model");
  EXPECT_EQ(studies[0].runs.size(), 2u);
  EXPECT_EQ(studies[1].runs.size(), 1u);
}

TEST_F(StudyTest, SelectsAndLeavesOutWhatStillRuns) {
  RunDescription labelled = RunOf(1);
  labelled.label = "nightly";
  RunDescription experiment = RunOf(1);
  experiment.experiment = "first";
  experiment.replicate = 0;
  Add(labelled, Finished(150, {"a"}));
  Add(experiment, Finished(150, {"a"}));
  Start(labelled);
  EXPECT_EQ(Load().size(), 2u);
  const std::vector<Study> nightly = Load({.experiment = {}, .label = "nightly"});
  ASSERT_EQ(nightly.size(), 1u);
  EXPECT_EQ(nightly[0].runs.size(), 1u);
  EXPECT_EQ(Load({.experiment = "first", .label = {}}).size(), 1u);
  EXPECT_TRUE(Load({.experiment = "first", .label = "nightly"}).empty());
}

TEST_F(StudyTest, ARunThatWasNotProvedHasNoBest) {
  StoreLevels(1);
  const RunId id = Start(RunOf(1));
  ASSERT_TRUE(results_.AddProgress(id, 5, {{1, 2, {"a"}, {190, {}}}}).ok());
  RunResult result = Finished(180, {});
  result.list.reset();
  result.status = RunStatus::kInterrupted;
  ASSERT_TRUE(results_.FinishRun(id, result).ok());
  const StudiedRun run = Load().at(0).runs.at(0);
  EXPECT_EQ(run.best, std::nullopt);
  EXPECT_EQ(run.status, RunStatus::kInterrupted);
  EXPECT_EQ(run.curve.size(), 1u);
}

TEST_F(StudyTest, TheBoardAgreesWithTheDatabasesOwnView) {
  FillWithSyntheticRuns(*database_, {.programs = 4, .seeds = 2});
  Board board = MakeBoard(Load().at(0));
  EXPECT_EQ(std::erase_if(board.rows, [](const BoardRow& r) { return r.method == kBestLevel; }),
            1u);
  const SqlTable view =
      Ask("SELECT method, ratio, reward, runs FROM leaderboard ORDER BY ratio DESC");
  ASSERT_EQ(board.rows.size(), view.rows.size());
  for (std::size_t i = 0; i < board.rows.size(); ++i) {
    EXPECT_EQ(SqlValue(board.rows[i].method), view.rows[i][0]);
    EXPECT_NEAR(board.rows[i].ratio->mean, std::get<double>(view.rows[i][1]), 1e-9);
    EXPECT_NEAR(board.rows[i].reward->mean, std::get<double>(view.rows[i][2]), 1e-9);
    EXPECT_EQ(SqlValue(static_cast<std::int64_t>(board.rows[i].runs)), view.rows[i][3]);
  }
}

TEST_F(StudyTest, KnowsTheBestLevelAndWhoHasNothingElse) {
  StoreLevels(1);
  RunResult result = Finished(200, {});
  result.list->level = "Oz";
  Add(RunOf(1), result);
  RunDescription sizes = RunOf(1);
  sizes.objective = Objective::kObjectSize;
  sizes.budget_seconds = 10;
  Add(sizes, Finished(150, {"a"}));
  const std::vector<Study> studies = Load();
  ASSERT_EQ(studies.size(), 2u);
  for (const Study& study : studies) {
    const bool of_sizes = study.setting.objective == "object-size";
    EXPECT_EQ(study.runs[0].best_level, of_sizes ? 880u : 200u);
    EXPECT_EQ(study.runs[0].is_level, !of_sizes);
  }
}

TEST_F(StudyTest, ProgramsOfOneFileNameAreToldApart) {
  RunDescription one = RunOf(1);
  one.program.path = "/sets/a/main.bc";
  RunDescription other = RunOf(2);
  other.program.path = "/sets/b/main.bc";
  Add(one, Finished(150, {"a"}));
  Add(other, Finished(150, {"a"}));
  const Study study = Load().at(0);
  EXPECT_EQ(study.runs.at(0).name, "a/main.bc");
  EXPECT_EQ(study.runs.at(1).name, "b/main.bc");
}

TEST_F(StudyTest, OtherActionsUnderTheSameNameAreAnotherSetting) {
  RunDescription other = RunOf(1, "random");
  other.action_space_fingerprint = {1, 2};
  Add(RunOf(1, "greedy"), Finished(150, {"a"}));
  Add(other, Finished(150, {"a"}));
  EXPECT_EQ(Load().size(), 2u);
}

}  // namespace
}  // namespace autotune
