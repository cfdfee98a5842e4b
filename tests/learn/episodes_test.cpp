#include "learn/episodes.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A world, and a search in it that tried some lists.
class EpisodesTest : public testing::Test {
 protected:
  /// Two ways to 100 instructions, 0 1 2 and 3 4 5; pass 6 does nothing, and pass 7 is a loss.
  static FakeProblem TwoWays() {
    FakeProblem problem{
        .root_instructions = 160, .instructions = {-20, -20, -20, -20, -20, -20, 5}, .passes = {}};
    for (Facts first : {0, 3}) {
      const Facts other = first == 0 ? 070 : 007;
      for (Facts i = 0; i < 3; ++i) {
        const Facts own = Facts{1} << (first + i);
        const Facts before = own - (Facts{1} << first);
        problem.passes.push_back({.needs = before, .blocked_by = other, .sets = own});
      }
    }
    problem.passes.push_back({});
    problem.passes.push_back({.sets = 1 << 6});
    return problem;
  }

  Result<std::vector<Episode>> Make(const std::vector<PassSequence>& lists,
                                    EpisodeOptions options) {
    const Evaluation root = evaluator_.Root();
    RecordingEvaluator recorder(evaluator_, root);
    Best best{{}, root.cost, 0};
    for (const PassSequence& list : lists) {
      const Trace trace = recorder.Apply(root.next, list, {}, budget_);
      const Best found{list, trace.steps.back().cost, 0};
      if (IsBetter(found, best, Objective::kIrInstructions)) best = found;
    }
    options.actions = 8;
    options.time = std::chrono::seconds(20);
    return MakeEpisodes(options, recorder, root, best, budget_);
  }

  FakeEvaluator evaluator_{TwoWays()};
  Budget budget_{Budget::Limits{}};
};

TEST_F(EpisodesTest, KeepsTheBestListWithoutWhatDoesNothing) {
  const auto episodes = Make({{6, 0, 6, 1, 2}}, {.count = 1, .fan_out = false});
  ASSERT_TRUE(episodes.ok());
  ASSERT_EQ(episodes->size(), 1u);
  const Episode& episode = episodes->front();
  EXPECT_THAT(episode.passes, ElementsAre(0, 1, 2));
  ASSERT_EQ(episode.steps.size(), 4u);
  const std::vector<std::uint64_t> costs = {160, 140, 120, 100};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(episode.steps[i].cost, costs[i]);
    EXPECT_EQ(episode.steps[i].reachable, 100u);
    // The fake's first feature are its facts.
    EXPECT_EQ(episode.steps[i].features.autophase[0], (1u << i) - 1);
  }
}

TEST_F(EpisodesTest, TriesEveryPassInEveryStateOfTheBest) {
  const auto episodes = Make({{0, 1, 2}}, {.count = 1});
  ASSERT_TRUE(episodes.ok());
  for (const EpisodeStep& step : episodes->front().steps) {
    ASSERT_EQ(step.tried.size(), 8u);
    EXPECT_FALSE(step.tried[6].changed);
    EXPECT_TRUE(step.tried[7].changed);
  }
  const EpisodeStep& root = episodes->front().steps.front();
  EXPECT_EQ(root.tried[0].reachable, 100u);
  EXPECT_EQ(root.tried[3].reachable, 140u) << "seen once, and no further";
  EXPECT_EQ(root.tried[6].reachable, 160u);
  EXPECT_EQ(root.tried[7].reachable, 165u);
}

TEST_F(EpisodesTest, AddsListsThatLeadElsewhereToTheSame) {
  const auto episodes = Make({{0, 1, 2}, {3, 4, 5}, {7, 3, 4, 5}}, {.count = 6});
  ASSERT_TRUE(episodes.ok());
  std::set<PassSequence> lists;
  for (const Episode& episode : *episodes) lists.insert(episode.passes);
  EXPECT_THAT(lists, ElementsAre(PassSequence{0, 1, 2}, PassSequence{3, 4, 5}));
  EXPECT_EQ((*episodes)[1].steps[1].tried.front().reachable, 100u);
}

TEST_F(EpisodesTest, KeepsNoListThatIsMuchWorse) {
  const auto episodes = Make({{0, 1, 2}, {3, 4}}, {.count = 6, .slack = 0.1});
  ASSERT_TRUE(episodes.ok());
  EXPECT_EQ(episodes->size(), 1u);
}

TEST_F(EpisodesTest, KeepsTheRootWhereNothingBeatIt) {
  FakeEvaluator hopeless(
      {.root_instructions = 10, .instructions = {0, 5}, .passes = {{.sets = 1}, {.sets = 2}}});
  const Evaluation root = hopeless.Root();
  RecordingEvaluator recorder(hopeless, root);
  const auto episodes =
      MakeEpisodes({.actions = 2, .slack = 1}, recorder, root, {{}, root.cost, 0}, budget_);
  ASSERT_TRUE(episodes.ok());
  ASSERT_EQ(episodes->size(), 1u);
  EXPECT_THAT(episodes->front().passes, IsEmpty());
  EXPECT_EQ(episodes->front().steps.front().tried.size(), 2u);
}

TEST_F(EpisodesTest, LearnsFromWhatTheFanOutFinds) {
  // All but one state of the better list is known.
  const auto episodes = Make({{0, 1}}, {.count = 6});
  ASSERT_TRUE(episodes.ok());
  EXPECT_EQ(episodes->front().steps.back().cost, 100u);
  EXPECT_THAT(episodes->front().passes, ElementsAre(0, 1, 2));
}

TEST_F(EpisodesTest, KnowWhereTheirListLeadsThoughTheGraphWasFull) {
  const Evaluation root = evaluator_.Root();
  RecordingEvaluator recorder(evaluator_, root, {.nodes = 2});
  (void)recorder.Apply(root.next, PassSequence{0, 1, 2}, {}, budget_);
  const auto episodes = MakeEpisodes({.actions = 8, .count = 1}, recorder, root,
                                     {{0, 1, 2}, evaluator_.Replay({0, 1, 2}).cost, 0}, budget_);
  ASSERT_TRUE(episodes.ok());
  const std::vector<EpisodeStep>& steps = episodes->front().steps;
  ASSERT_EQ(steps.size(), 4u);
  for (const EpisodeStep& step : steps) EXPECT_EQ(step.reachable, 100u);
  EXPECT_EQ(steps[0].tried.front().reachable, 100u);
}

TEST_F(EpisodesTest, SaysThatItWasStopped) {
  budget_.Cancel();
  const Evaluation root = evaluator_.Root();
  RecordingEvaluator recorder(evaluator_, root);
  const auto episodes =
      MakeEpisodes({.actions = 8}, recorder, root, {{0}, evaluator_.Replay({0}).cost, 0}, budget_);
  ASSERT_FALSE(episodes.ok());
  EXPECT_EQ(episodes.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace autotune
