#include "model/dream/replay.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>
#include <torch/utils.h>

#include "core/program.h"

namespace autotune {
namespace {

constexpr PolicyConfig kReplayConfig{
    .algorithm = PolicyAlgorithm::kCompilerDream, .actions = 3, .outputs = 3, .length = 4};

/// An episode of passes 0, 1, 2, 0, ... with these rewards. Feature 2 has the share 0.1 at the root
/// and 0.1 more after each pass.
PlayedEpisode EpisodeOf(const std::vector<float>& rewards) {
  PlayedEpisode episode;
  std::uint32_t moment = 0;
  const auto features = [&] {
    auto now = std::make_shared<Features>();
    now->autophase[51] = 100;  // TotalInsts
    now->autophase[2] = 10 * ++moment;
    return now;
  };
  for (const float reward : rewards) {
    PlayedStep step{.before = {}, .action = static_cast<PassId>(moment % 3), .log_gain = reward};
    step.before.now = features();
    episode.steps.push_back(step);
  }
  episode.end = features();
  return episode;
}

TEST(DreamReplay, ShowsAnEpisodeMomentByMoment) {
  DreamReplay replay(kReplayConfig, 2);
  EXPECT_EQ(replay.size(), 0);
  ASSERT_TRUE(replay.Add(EpisodeOf({1, 0, 2})));
  Random random(1);
  const DreamBatch batch = replay.Sample(2, random);
  EXPECT_EQ(batch.rows.sizes(), (torch::IntArrayRef{5, 2, 56 + 3}));
  const auto column = [](const torch::Tensor& moments) { return moments.select(1, 1); };
  EXPECT_TRUE(torch::allclose(column(batch.rows).select(1, 2).narrow(0, 0, 4),
                              torch::tensor({0.1F, 0.2F, 0.3F, 0.4F}), 1e-3, 1e-3));
  EXPECT_TRUE(torch::equal(column(batch.passes).narrow(0, 0, 4), torch::tensor({3L, 0L, 1L, 2L})));
  EXPECT_TRUE(
      torch::equal(column(batch.goes_on).narrow(0, 0, 4), torch::tensor({1.0F, 1.0F, 1.0F, 0.0F})));
  EXPECT_TRUE(torch::equal(column(batch.happened), torch::tensor({true, true, true, true, false})));
  // A fourth of the episode's length for each use.
  EXPECT_TRUE(torch::equal(batch.rows[2][1].narrow(0, 56, 3), torch::tensor({0.25F, 0.25F, 0.0F})));
  // r' = 0.6 r' + 0.4 r.
  EXPECT_TRUE(torch::allclose(column(batch.rewards).narrow(0, 0, 4),
                              torch::tensor({0.0F, 0.4F, 0.24F, 0.944F})));
}

TEST(DreamReplay, DropsEpisodesOfStrangeRewards) {
  DreamReplay replay(kReplayConfig, 9);
  EXPECT_FALSE(replay.Add(EpisodeOf({})));
  EXPECT_FALSE(replay.Add(EpisodeOf({0, -3.5})));
  EXPECT_FALSE(replay.Add(EpisodeOf({2, 2, 2})));
  EXPECT_TRUE(replay.Add(EpisodeOf({3, -3, 3})));
  EXPECT_EQ(replay.size(), 1);
}

TEST(DreamReplay, ForgetsTheOldest) {
  DreamReplay replay(kReplayConfig, 2);
  for (const float reward : {1.0F, 2.0F, 3.0F}) EXPECT_TRUE(replay.Add(EpisodeOf({reward})));
  EXPECT_EQ(replay.size(), 2);
  Random random(1);
  const torch::Tensor rewards = replay.Sample(50, random).rewards[1];
  EXPECT_NEAR(rewards.min().item<float>(), 0.8, 1e-6);
  EXPECT_NEAR(rewards.max().item<float>(), 1.2, 1e-6);
}

}  // namespace
}  // namespace autotune
