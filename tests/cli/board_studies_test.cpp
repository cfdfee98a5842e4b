#include "cli/board_studies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
