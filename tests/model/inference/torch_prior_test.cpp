#include "model/inference/torch_prior.h"

#include <cmath>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include "model/network/features.h"
#include "model/small_network.h"

extern "C" const char* openblas_get_corename() __attribute__((weak));
extern "C" void openblas_set_num_threads(int) __attribute__((weak));

namespace autotune {
namespace {

constexpr float kTolerance = 1e-4F;  // sums in another order

IrTokens SomeTokens() { return MakeTokens({128, 40, 5}); }

std::vector<Prediction> Ask(Prior& prior, const std::vector<TestPath>& paths) {
  std::vector<PriorQuery> queries;
  for (const TestPath& path : paths) queries.push_back(path.query());
  auto predictions = prior.Predict(queries);
  EXPECT_TRUE(predictions.ok());
  return *std::move(predictions);
}

void ExpectNear(const Prediction& actual, const Prediction& expected) {
  ASSERT_EQ(actual.logits.size(), expected.logits.size());
  for (std::size_t i = 0; i < expected.logits.size(); ++i) {
    EXPECT_NEAR(actual.logits[i], expected.logits[i], kTolerance) << "action " << i;
  }
  EXPECT_NEAR(actual.reachable.value(), expected.reachable.value(), kTolerance);
}

/// What `Forward` says of each position of a list.
std::vector<Prediction> Recompute(const Passformer& network, const IrTokens& tokens,
                                  const TestPath& path) {
  const torch::NoGradGuard no_grad;
  const auto length = static_cast<std::int64_t>(path.features.size());
  const auto passes = torch::full({1, length}, network.start(), torch::kLong);
  const auto features = torch::empty({1, length, static_cast<std::int64_t>(kStateFeatureWidth)});
  for (std::int64_t i = 0; i < length; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (i > 0) passes[0][i] = path.state.applied[at - 1];
    WriteStateFeatures({*path.features[0], *path.features[at - (i > 0)], *path.features[at], at},
                       {features[0][i].data_ptr<float>(), kStateFeatureWidth});
  }
  const ProgramView program = {tokens, *path.features[0]};
  const auto [logits, value] =
      network.Forward(network.Encode(MakeProgramBatch({&program, 1})), passes, features);
  std::vector<Prediction> predictions;
  for (std::int64_t i = 0; i < length; ++i) {
    const float* row = logits[0][i].data_ptr<float>();
    predictions.push_back({{row, row + kTestActions}, std::exp(value[0][i].item<float>())});
  }
  return predictions;
}

// The longest list is longer than what a position attends to.
TEST(TorchPrior, CachedStepsEqualFullRecomputation) {
  const auto network = MakeNetwork(SmallConfig());
  Random random(1);
  const PassSequence list = RandomList(20, random);
  for (const IrTokens& tokens : {SomeTokens(), IrTokens{}}) {
    const auto prior = MakeTorchPrior(network, tokens);
    const std::vector<Prediction> expected = Recompute(*network, tokens, TestPath(list));
    for (const std::size_t length : {0, 1, 2, 7, 12, 13, 20}) {
      const TestPath path({list.begin(), list.begin() + static_cast<std::ptrdiff_t>(length)});
      SCOPED_TRACE(length);
      ExpectNear(Ask(*prior, {path})[0], expected[length]);
    }
    EXPECT_GT(std::abs(expected[3].logits[0] - expected[4].logits[0]), 10 * kTolerance);
  }
}

TEST(TorchPrior, BatchOfBeamsEqualsOneAtATime) {
  const auto network = MakeNetwork(SmallConfig());
  Random random(2);
  std::vector<TestPath> paths;
  for (std::size_t i = 0; i < 40; ++i) paths.emplace_back(RandomList(i % 11, random));
  const auto together = Ask(*MakeTorchPrior(network, SomeTokens()), paths);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    SCOPED_TRACE(i);
    ExpectNear(Ask(*MakeTorchPrior(network, SomeTokens()), {paths[i]})[0], together[i]);
  }
}

// Else a search of several threads can't be repeated (docs/architecture.md).
TEST(TorchPrior, AnswersAreEqualToTheLastBitWhoeverElseAsks) {
  const std::string kernels = openblas_get_corename ? openblas_get_corename() : "none of OpenBLAS";
  if (!std::set<std::string>{"Zen", "Haswell", "Sandybridge"}.contains(kernels)) {
    GTEST_SKIP()
        << "OpenBLAS uses its kernels for " << kernels
        << ", and only those for Zen, Haswell and Sandybridge are known to sum a row in the "
           "same order however many rows there are";
  }
  PassformerConfig config = SmallConfig();
  config.width = 128;
  const auto network = MakeNetwork(config);
  Random random(6);
  std::vector<TestPath> paths;
  for (std::size_t i = 0; i < 50; ++i) paths.emplace_back(RandomList(i % 11, random));
  const auto together = Ask(*MakeTorchPrior(network, SomeTokens()), paths);
  const auto prior = MakeTorchPrior(network, SomeTokens());
  for (std::size_t i = paths.size(); i-- > 0;) {
    EXPECT_EQ(Ask(*prior, {paths[i]})[0].logits, together[i].logits) << "list " << i;
  }
}

TEST(TorchPrior, EqualQueriesGetEqualAnswersAfterMuchWasForgotten) {
  const auto prior = MakeTorchPrior(MakeNetwork(SmallConfig()), SomeTokens());
  const TestPath path({1, 2, 3});
  const Prediction before = Ask(*prior, {path})[0];
  Random random(4);
  for (int i = 0; i < 30; ++i) {
    std::vector<TestPath> others;
    for (int j = 0; j < 20; ++j) others.emplace_back(RandomList(20, random));
    Ask(*prior, others);
  }
  ExpectNear(Ask(*prior, {path})[0], before);
}

TEST(TorchPrior, ThreadsGetTheAnswersOfOne) {
  const auto network = MakeNetwork(SmallConfig());
  const auto shared = MakeTorchPrior(network, SomeTokens());
  const auto alone = MakeTorchPrior(network, SomeTokens());
  constexpr std::size_t kThreads = 4;
  std::vector<std::vector<TestPath>> paths(kThreads);
  std::vector<std::vector<Prediction>> answers(kThreads);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        Random random(i);
        for (std::size_t length = 0; length < 20; ++length) {
          paths[i].emplace_back(RandomList(length, random));
          answers[i].push_back(Ask(*shared, {paths[i].back()})[0]);
        }
      });
    }
  }
  for (std::size_t i = 0; i < kThreads; ++i) {
    const auto expected = Ask(*alone, paths[i]);
    for (std::size_t j = 0; j < expected.size(); ++j) ExpectNear(answers[i][j], expected[j]);
  }
}

// Matrices as wide as the shipped model's, since OpenBLAS multiplies small ones in one thread. What
// two threads share they sum in another order, which may swap passes that are about equal.
TEST(TorchPrior, ThreadsOfTorchChangeAnswersByRoundingAlone) {
  PassformerConfig config = SmallConfig();
  config.width = 128;
  const auto network = MakeNetwork(config);
  Random random(5);
  std::vector<TestPath> paths;
  for (std::size_t i = 0; i < 64; ++i) paths.emplace_back(RandomList(10, random));
  const auto ask = [&](int threads) {
    const auto prior = MakeTorchPrior(network, SomeTokens());  // sets one thread
    at::set_num_threads(threads);
    if (openblas_set_num_threads) openblas_set_num_threads(threads);
    return Ask(*prior, paths);
  };
  const auto four = ask(4);
  const auto one = ask(1);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    SCOPED_TRACE(i);
    ExpectNear(four[i], one[i]);
  }
}

TEST(TorchPrior, RefusesAQueryWithoutFeaturesAndGoesOn) {
  const auto prior = MakeTorchPrior(MakeNetwork(SmallConfig()), SomeTokens());
  TestPath bare({1, 2});
  bare.features.pop_back();
  const PriorQuery query = bare.query();
  const auto refused = prior->Predict({&query, 1});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "the model needs the features of each state");

  const TestPath unknown({1, static_cast<PassId>(kTestActions)});
  const PriorQuery other = unknown.query();
  EXPECT_EQ(prior->Predict({&other, 1}).error().message,
            "the model doesn't know one of the passes");
  EXPECT_EQ(Ask(*prior, {TestPath({1})}).size(), 1);
}

TEST(Passformer, PaddingChangesNothing) {
  const auto network = MakeNetwork(SmallConfig());
  const torch::NoGradGuard no_grad;
  const IrTokens small = MakeTokens({33, 5});
  const IrTokens large = MakeTokens({128, 100, 60}, 2);
  const IrTokens none;
  const Features features = MakeFeatures(1);
  const ProgramView programs[] = {{small, features}, {large, features}, {none, features}};
  const auto passes = torch::randint(kTestActions, {3, 6}, torch::kLong);
  const auto states = torch::rand({3, 6, static_cast<std::int64_t>(kStateFeatureWidth)});
  const auto together =
      network->Forward(network->Encode(MakeProgramBatch(programs)), passes, states);
  for (std::int64_t i = 0; i < 3; ++i) {
    const auto alone = network->Forward(network->Encode(MakeProgramBatch({&programs[i], 1})),
                                        passes.narrow(0, i, 1).narrow(1, 0, 4),
                                        states.narrow(0, i, 1).narrow(1, 0, 4));
    const auto same = together.logits.narrow(0, i, 1).narrow(1, 0, 4);
    EXPECT_TRUE(torch::allclose(alone.logits, same, 0, kTolerance)) << "program " << i;
  }
}

TEST(Passformer, TokensWeightsAndFeaturesOfTheProgramMatter) {
  const auto network = MakeNetwork(SmallConfig());
  const torch::NoGradGuard no_grad;
  const auto encode = [&](const IrTokens& tokens, const Features& features) {
    const ProgramView program = {tokens, features};
    return network->Encode(MakeProgramBatch({&program, 1})).slots;
  };
  const auto slots = encode(SomeTokens(), MakeFeatures(1));
  IrTokens other = SomeTokens();
  other.windows[2].tokens[4][3] ^= 1;
  EXPECT_FALSE(torch::equal(slots, encode(other, MakeFeatures(1))));
  other = SomeTokens();
  other.windows[1].instructions *= 2;
  EXPECT_FALSE(torch::equal(slots, encode(other, MakeFeatures(1))));
  EXPECT_FALSE(torch::equal(slots, encode(SomeTokens(), MakeFeatures(2))));
}

}  // namespace
}  // namespace autotune
