#include "report/figures.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::Optional;

/// A finished run on a program of 400 instructions, of which -Oz makes 200.
StudiedRun FiguresRun(const std::string& method, const std::string& program,
                      std::optional<std::uint64_t> best) {
  StudiedRun run;
  run.method = method;
  run.program = program;
  run.name = program + ".bc";
  run.o0 = 400;
  run.oz = 200;
  run.best = best;
  run.wall_seconds = 10;
  return run;
}

TEST(Quantile, IsLinearBetweenNeighbours) {
  const std::vector<double> values = {1, 2, 4, 8};
  EXPECT_DOUBLE_EQ(Quantile(values, 0), 1);
  EXPECT_DOUBLE_EQ(Quantile(values, 0.25), 1.75);  // position 0.75
  EXPECT_DOUBLE_EQ(Quantile(values, 0.5), 3);
  EXPECT_DOUBLE_EQ(Quantile(values, 0.75), 5);  // position 2.25
  EXPECT_DOUBLE_EQ(Quantile(values, 1), 8);
  EXPECT_DOUBLE_EQ(Quantile(std::vector<double>{7}, 0.25), 7);
}

TEST(LogSpaced, GoesInEqualRatiosToTheEnd) {
  EXPECT_THAT(LogSpaced(0.1, 100, 4),
              ElementsAre(0.1, DoubleNear(1, 1e-12), DoubleNear(10, 1e-12), 100));
}

TEST(RatioAt, CarriesTheLastKnownValueOn) {
  StudiedRun run = FiguresRun("m", "p", 100);
  run.curve = {{1, 250}, {3, 160}, {5, 100}};
  EXPECT_THAT(RatioAt(run, 0.5), Optional(DoubleEq(0.5)));  // as it came: 200 / 400
  EXPECT_THAT(RatioAt(run, 1), Optional(DoubleEq(0.8)));
  EXPECT_THAT(RatioAt(run, 2.9), Optional(DoubleEq(0.8)));
  EXPECT_THAT(RatioAt(run, 3), Optional(DoubleEq(1.25)));
  EXPECT_THAT(RatioAt(run, 1000), Optional(DoubleEq(2)));
  run.oz.reset();
  EXPECT_EQ(RatioAt(run, 1), std::nullopt);
}

TEST(RatioAt, CountsNothingAsOne) {
  StudiedRun run = FiguresRun("m", "p", 0);
  run.curve = {{1, 100}, {3, 0}};
  EXPECT_THAT(RatioAt(run, 1), Optional(DoubleEq(2)));
  EXPECT_THAT(RatioAt(run, 3), Optional(DoubleEq(200)));
  run.oz = 0;
  EXPECT_THAT(RatioAt(run, 3), Optional(DoubleEq(1)));
  Study study;
  study.runs = {run};
  const std::vector<AnytimeBand> bands = AnytimeBands(study, std::vector<double>{1, 3});
  ASSERT_EQ(bands.size(), 1u);
  EXPECT_THAT(bands[0].median, ElementsAre(0.01, 1));
}

TEST(AnytimeBands, AreQuartilesOverTheFinishedRunsOfAMethod) {
  Study study;
  for (const std::uint64_t value : {400, 200, 160, 100, 50}) {  // 0.5, 1, 1.25, 2, 4 from second 2
    study.runs.push_back(FiguresRun("m", "p" + std::to_string(value), value));
    study.runs.back().curve = {{2, value}};
  }
  study.runs.push_back(FiguresRun("m", "unfinished", 1));
  study.runs.back().status = RunStatus::kInterrupted;
  study.runs.push_back(FiguresRun("nothing", "p", {}));
  study.runs.back().oz.reset();
  const std::vector<AnytimeBand> bands = AnytimeBands(study, std::vector<double>{1, 2});
  ASSERT_EQ(bands.size(), 1u);
  EXPECT_EQ(bands[0].method, "m");
  EXPECT_THAT(bands[0].low, ElementsAre(0.5, 1));
  EXPECT_THAT(bands[0].median, ElementsAre(0.5, 1.25));
  EXPECT_THAT(bands[0].high, ElementsAre(0.5, 2));
}

TEST(AnytimeBands, CompareMethodsOnTheSameProgramsAndSeeds) {
  Study study;
  study.runs = {FiguresRun("a", "easy", 50), FiguresRun("b", "easy", 100),
                FiguresRun("b", "hard", 200)};
  study.runs.push_back(FiguresRun("a", "hard", 200));
  study.runs.back().seed = 1;
  for (StudiedRun& run : study.runs) run.curve = {{1, *run.best}};
  const std::vector<AnytimeBand> bands = AnytimeBands(study, std::vector<double>{2});
  ASSERT_EQ(bands.size(), 2u);
  EXPECT_THAT(bands[0].median, ElementsAre(4));
  EXPECT_THAT(bands[1].median, ElementsAre(2));
}

TEST(SavedByProgram, IsTheMedianOfTheSeedsLargestProgramFirst) {
  Study study;
  study.runs = {FiguresRun("a", "small", 100), FiguresRun("b", "large", 300),
                FiguresRun("b", "large", 500), FiguresRun("b", "large", 1100)};
  for (std::size_t i = 1; i < study.runs.size(); ++i) study.runs[i].oz = 1000;
  const std::vector<ProgramBars> bars = SavedByProgram(study);
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_EQ(bars[0].name, "large.bc");
  EXPECT_THAT(bars[0].saved, ElementsAre(std::nullopt, Optional(50.0)));  // of 70, 50 and -10
  EXPECT_THAT(bars[1].saved, ElementsAre(Optional(50.0), std::nullopt));
}

TEST(SizePoints, TakesTheBestListOfEachProgram) {
  Study study;
  study.runs = {FiguresRun("m", "p", 180), FiguresRun("m", "p", 150),
                FiguresRun("m", "unmeasured", 150)};
  for (StudiedRun& run : study.runs) run.oz_cost = Cost{200, ObjectSize{900, 100}};
  study.runs[0].best_cost = Cost{180, ObjectSize{500, 0}};
  study.runs[1].best_cost = Cost{150, ObjectSize{1000, 100}};
  study.runs[2].best_cost = Cost{150, {}};
  const auto points = SizePoints(study);
  ASSERT_EQ(points.size(), 1u);
  ASSERT_EQ(points[0].size(), 1u);
  EXPECT_EQ(points[0][0].name, "p.bc");
  EXPECT_DOUBLE_EQ(points[0][0].instructions_saved, 25);
  EXPECT_DOUBLE_EQ(points[0][0].bytes_saved, -10);
}

TEST(Fronts, HaveTheListsThatNoOtherOneBeats) {
  const auto found = [](std::string program, std::uint64_t instructions, std::uint64_t bytes) {
    StudiedRun run = FiguresRun("m", program, instructions);
    run.oz_cost = Cost{200, ObjectSize{1000, 0}};
    run.best_cost = Cost{instructions, ObjectSize{bytes, 0}};
    return run;
  };
  Study instructions;
  instructions.setting.objective = "ir-instructions";
  instructions.runs = {found("p", 100, 1100), found("p", 150, 950), found("alone", 100, 900)};
  Study bytes;
  bytes.setting.objective = "object-size";
  bytes.runs = {found("p", 150, 800), found("p", 190, 800), found("q", 100, 900)};
  bytes.runs[0].name = "a/p.bc";  // this study has another p.bc
  const std::vector<Study> studies = {instructions, bytes};
  const auto fronts = Fronts(studies, 9);
  ASSERT_EQ(fronts.size(), 1u);
  EXPECT_EQ(fronts[0].name, "a/p.bc");
  ASSERT_EQ(fronts[0].points.size(), 2u);
  EXPECT_DOUBLE_EQ(fronts[0].points[0].instructions_saved, 50);
  EXPECT_DOUBLE_EQ(fronts[0].points[0].bytes_saved, -10);
  EXPECT_DOUBLE_EQ(fronts[0].points[1].bytes_saved, 20);
  EXPECT_TRUE(Fronts(studies, 0).empty());
  std::vector<Study> of_two_llvms = studies;
  of_two_llvms[1].setting.toolchain = "another";
  EXPECT_TRUE(Fronts(of_two_llvms, 9).empty());
}

TEST(PassUsage, IsTheShareOfTheListsThatHoldAPass) {
  Study study;
  study.runs = {FiguresRun("a", "p", 1), FiguresRun("b", "p", 1), FiguresRun("b", "q", 1)};
  study.runs[0].passes = {"gvn", "sroa"};
  study.runs[1].passes = {"adce", "gvn"};  // the third run ended with a level
  const std::vector<PassShare> shares = PassUsage(study, 2);
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_EQ(shares[0].pass, "gvn");
  EXPECT_DOUBLE_EQ(shares[0].percent, 100);
  EXPECT_EQ(shares[1].pass, "adce");
  EXPECT_DOUBLE_EQ(shares[1].percent, 50);
}

}  // namespace
}  // namespace autotune
