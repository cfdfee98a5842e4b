#include "model/dream/dream_network.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>
#include <torch/utils.h>

namespace autotune {
namespace {

constexpr PolicyConfig kNetworkConfig{.algorithm = PolicyAlgorithm::kCompilerDream,
                                      .actions = 3,
                                      .outputs = 3,
                                      .width = 16,
                                      .layers = 1,
                                      .length = 4,
                                      .memory = 12,
                                      .latents = 3,
                                      .classes = 4};

/// An actor that does not treat all passes alike.
std::shared_ptr<DreamNetwork> Opinionated() {
  torch::manual_seed(3);
  auto network = std::make_shared<DreamNetwork>(kNetworkConfig);
  const torch::NoGradGuard no_gradients;
  for (const torch::Tensor& weights : network->actor->parameters()) weights.normal_();
  return network;
}

Observation Begin(std::uint32_t size) {
  auto features = std::make_shared<Features>();
  features->autophase[2] = size;
  features->autophase[51] = 100;  // TotalInsts
  return {.root = features, .now = features, .histogram = {0, 0, 0}, .steps_left = 4};
}

void Use(Observation& seen, PassId pass) {
  ++seen.histogram[pass];
  --seen.steps_left;
}

TEST(DreamPolicy, RemembersEachEpisode) {
  const auto network = Opinionated();
  const auto answers = [&](std::vector<PassId> passes) {
    DreamPolicy policy(*network->world, *network->actor, kNetworkConfig);
    Observation seen = Begin(10);
    const Observation* const view = &seen;
    std::vector<float> logits = policy.Answer({&view, 1})[0].logits;
    for (const PassId pass : passes) {
      Use(seen, pass);
      logits = policy.Answer({&view, 1})[0].logits;
    }
    return logits;
  };
  EXPECT_NE(answers({0, 1}), answers({1, 0})) << "the order counts";
}

TEST(DreamPolicy, KeepsEpisodesApart) {
  const auto network = Opinionated();
  Observation first = Begin(10);
  Observation second = Begin(50);
  DreamPolicy together(*network->world, *network->actor, kNetworkConfig);
  DreamPolicy alone(*network->world, *network->actor, kNetworkConfig);
  const std::vector<const Observation*> both = {&first, &second};
  const Observation* const one = &second;
  for (const PassId pass : {2, 0, 1}) {
    const auto expected = alone.Answer({&one, 1})[0].logits;
    const auto found = together.Answer(both)[1].logits;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 1e-4);
    Use(first, 1);
    Use(second, pass);
  }
  // The same place, another episode.
  second = Begin(50);
  const auto again = alone.Answer({&one, 1})[0].logits;
  DreamPolicy fresh(*network->world, *network->actor, kNetworkConfig);
  EXPECT_EQ(fresh.Answer({&one, 1})[0].logits, again);
}

}  // namespace
}  // namespace autotune
