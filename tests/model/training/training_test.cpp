#include "model/training/training.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

#include "model/files/weights.h"
#include "model/network/features.h"
#include "model/toy_training_set.h"
#include "model/training/replicas.h"
#include "model/training/supervised.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

PassformerConfig ToyConfig() {
  PassformerConfig config = SmallConfig();
  config.actions = kToyActions;
  return config;
}

std::vector<Sample> AllSamples(const TrainingSet& set) {
  return SplitByFamily(set, {.validation_share = 0}).training;
}

double LossOf(const Passformer& network, const TrainingSet& set, std::span<const Sample> samples) {
  const torch::NoGradGuard no_gradients;
  const EpisodeBatch batch = MakeEpisodeBatch(set, samples, {});
  Score score;
  const Memory memory{torch::zeros({batch.passes.size(0), 1, network.config().width}),
                      torch::ones({batch.passes.size(0), 1}, torch::kBool)};
  return EpisodeLoss(network.Forward(memory, batch.passes, batch.features), batch, {}, score)
      .item<double>();
}

TEST(EpisodeLoss, IsTheSameWithPadding) {
  TrainingSet set = ToySet(2);
  Episode& shorter = set.programs[1].episodes[1];
  shorter.passes.pop_back();
  shorter.steps.pop_back();
  const std::vector<Sample> samples = AllSamples(set);
  const auto network = MakeNetwork(ToyConfig());
  double apart = 0;
  for (const Sample& sample : samples) apart += LossOf(*network, set, {&sample, 1});
  EXPECT_NEAR(LossOf(*network, set, samples), apart, 1e-4 * apart);
}

/// The gradient of one step, without dropout, computed in parts on so many replicas.
torch::Tensor GradientIn(std::size_t parts, std::size_t threads) {
  const TrainingSet set = ToySet(12);
  const SampleSplit split = SplitByFamily(set, {.validation_share = 0});
  const auto network = MakeNetwork(ToyConfig());
  const Replicas replicas(network, threads);
  const SupervisedOptions options{.batch = 24, .parts = parts, .dropout = false};
  MakeSupervised(options, set, split, replicas)->Step(0, 0);
  std::vector<torch::Tensor> gradients;
  for (const auto& weights : network->parameters()) {
    if (weights.grad().defined()) gradients.push_back(weights.grad().flatten());
  }
  return torch::cat(gradients);
}

TEST(Supervised, AccumulatesToTheGradientOfTheWholeBatch) {
  const torch::Tensor whole = GradientIn(1, 1);
  EXPECT_GT(whole.norm().item<double>(), 0.01);
  EXPECT_TRUE(torch::allclose(whole, GradientIn(4, 1), 1e-3, 1e-5));
  EXPECT_TRUE(torch::allclose(whole, GradientIn(4, 2), 1e-3, 1e-5));
  EXPECT_TRUE(torch::allclose(whole, GradientIn(3, 3), 1e-3, 1e-5));
}

TEST(Supervised, TrainsAllOfTheEncoder) {
  const TrainingSet set = ToySet(4);
  const SampleSplit split = SplitByFamily(set, {.validation_share = 0});
  const auto network = MakeNetwork(ToyConfig());
  const Replicas replicas(network, 1);
  MakeSupervised({}, set, split, replicas)->Step(0, 0);
  std::set<std::string> names;
  for (const auto& weights : network->named_parameters()) {
    const torch::Tensor& gradient = weights.value().grad();
    if (gradient.defined() && gradient.norm().item<double>() > 0) names.insert(weights.key());
  }
  EXPECT_THAT(names,
              AllOf(Contains(StartsWith("encoder.features.")), Contains("encoder.weight"),
                    Contains("encoder.vocabulary"), Contains(StartsWith("encoder.layer0_"))));
}

class Training : public ::testing::Test {
 protected:
  TrainOptions Options(const std::string& name) const {
    TrainOptions options;
    options.output = directory_.path() / name;
    options.model = ToyConfig();
    options.epochs = 3;
    options.batch = 16;
    options.learning_rate = 3e-3;
    options.warm_up = 5;
    options.samples.validation_share = 0.2;
    options.device = TrainingDevice::kCpu;
    return options;
  }

  /// The log without its times.
  static std::vector<std::string> Log(const TrainOptions& options) {
    std::ifstream stream(options.output.string() + ".csv");
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
      lines.push_back(line.substr(line.find(',')));
    return lines;
  }

  static bool SameWeights(const TrainOptions& a, const TrainOptions& b) {
    const auto first = LoadWeights(a.output);
    const auto second = LoadWeights(b.output);
    if (!first || !second) return false;
    const auto left = first->network->parameters();
    const auto right = second->network->parameters();
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (!left[i].equal(right[i])) return false;
    }
    return true;
  }

  void ExpectNothingLostByStops(TrainOptions whole) const;

  const TrainingSet set_ = ToySet(60);
  TestDirectory directory_;
};

/// What the network would choose on its own.
PassSequence Decode(const Passformer& network, const TrainingProgram& program, ToyWorld world) {
  const torch::NoGradGuard no_gradients;
  Episode episode{{}, {program.episodes.front().steps.front()}};
  const std::uint64_t noise = 77;
  while (episode.passes.size() < 2) {
    TrainingSet set{{}, kToyActions, {program}};
    set.programs[0].episodes = {episode};
    const Sample sample{0, 0, 1, 1};
    const EpisodeBatch batch = MakeEpisodeBatch(set, {&sample, 1}, {});
    const ProgramView view{program.tokens, episode.steps.front().features};
    const auto output =
        network.Forward(network.Encode(MakeProgramBatch({&view, 1})), batch.passes, batch.features);
    const auto pass = output.logits[0][-1].argmax().item<std::int64_t>();
    episode.passes.push_back(static_cast<PassId>(pass));
    world = world.After(episode.passes.back());
    episode.steps.push_back(ToyStep(world, noise));
  }
  return episode.passes;
}

TEST_F(Training, LearnsAWorldOfTwoPassesToOptimality) {
  TrainOptions options = Options("toy.pf");
  options.epochs = 15;
  const auto outcome = Train(options, ToySet(200), Budget({}), [](const TrainProgress&) {});
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_FALSE(outcome->stopped);
  EXPECT_GT(outcome->best.top1, 0.99);
  EXPECT_LT(outcome->best.value_error, 0.05);
  const auto weights = LoadWeights(options.output);
  ASSERT_TRUE(weights.ok()) << weights.error().message;
  const TrainingSet unseen = ToySet(6, 99);
  for (std::size_t i = 0; i < unseen.programs.size(); ++i) {
    const ToyWorld world{i % 2 == 0, {}};
    EXPECT_EQ(Decode(*weights->network, unseen.programs[i], world),
              unseen.programs[i].episodes.front().passes);
  }
}

/// Trains, and trains the same anew with two stops, each in the middle of an epoch.
void Training::ExpectNothingLostByStops(TrainOptions whole) const {
  ASSERT_TRUE(Train(whole, set_, Budget({}), [](const TrainProgress&) {}).ok());
  TrainOptions parts = whole;
  parts.output += ".parts";
  for (const std::uint64_t epoch : {0, 1}) {
    Budget budget({});
    const auto outcome = Train(parts, set_, budget, [&](const TrainProgress& progress) {
      if (progress.epoch == epoch && progress.step == 1) budget.Cancel();
    });
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_TRUE(outcome->stopped);
    parts.resume = true;
  }
  const auto outcome = Train(parts, set_, Budget({}), [](const TrainProgress&) {});
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_FALSE(outcome->stopped);
  EXPECT_EQ(Log(parts), Log(whole));
  EXPECT_TRUE(SameWeights(parts, whole));
  EXPECT_FALSE(std::filesystem::exists(parts.output.string() + ".checkpoint"));
}

TEST_F(Training, IsTheSameEachTimeOnAnyThreads) {
  TrainOptions options = Options("once.pf");
  options.threads = 3;
  ASSERT_TRUE(Train(options, set_, Budget({}), [](const TrainProgress&) {}).ok());
  TrainOptions again = options;
  again.output += ".again";
  ASSERT_TRUE(Train(again, set_, Budget({}), [](const TrainProgress&) {}).ok());
  EXPECT_EQ(Log(again), Log(options));
  EXPECT_TRUE(SameWeights(again, options));
}

TEST_F(Training, GoesOnAsIfItHadNeverStopped) { ExpectNothingLostByStops(Options("whole.pf")); }

TEST_F(Training, GoesOnAsIfItHadNeverStoppedWhereNothingIsHeldOut) {
  TrainOptions options = Options("whole.pf");
  options.samples.validation_share = 0;
  ExpectNothingLostByStops(options);
}

TEST_F(Training, GoesOnAsIfItHadNeverStoppedOnSeveralThreads) {
  TrainOptions options = Options("whole.pf");
  options.threads = 2;
  ExpectNothingLostByStops(options);
}

TEST_F(Training, GoesOnFromAStopBeforeItsFirstStep) {
  const TrainOptions whole = Options("whole.pf");
  ASSERT_TRUE(Train(whole, set_, Budget({}), [](const TrainProgress&) {}).ok());
  TrainOptions parts = whole;
  parts.output += ".parts";
  Budget cancelled({});
  cancelled.Cancel();
  const auto stopped = Train(parts, set_, cancelled, [](const TrainProgress&) {});
  ASSERT_TRUE(stopped.ok()) << stopped.error().message;
  EXPECT_TRUE(stopped->stopped);
  parts.resume = true;
  const auto outcome = Train(parts, set_, Budget({}), [](const TrainProgress&) {});
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_EQ(Log(parts), Log(whole));
  EXPECT_TRUE(SameWeights(parts, whole));
}

TEST_F(Training, RefusesTheCheckpointOfAnother) {
  TrainOptions options = Options("other.pf");
  Budget budget({});
  ASSERT_TRUE(Train(options, set_, budget, [&](const TrainProgress&) { budget.Cancel(); }).ok());
  options.resume = true;
  const auto refusal = [](const TrainOptions& changed, const TrainingSet& set) {
    const auto outcome = Train(changed, set, Budget({}), [](const TrainProgress&) {});
    return outcome ? "none" : outcome.error().message;
  };
  const std::function<void(TrainOptions&)> changes[] = {
      [](TrainOptions& changed) { changed.seed = 1; },
      [](TrainOptions& changed) { changed.batch = 8; },
      [](TrainOptions& changed) { changed.learning_rate = 1e-8; },
      [](TrainOptions& changed) { changed.warm_up = 0; },
      [](TrainOptions& changed) { changed.weight_decay = 0.9; },
      [](TrainOptions& changed) { changed.samples.validation_share = 0; },
      [](TrainOptions& changed) { changed.samples.nearness = 1; },
      [](TrainOptions& changed) { changed.targets.search_share = 1; },
      [](TrainOptions& changed) { changed.targets.temperature = 5; },
  };
  for (const auto& change : changes) {
    TrainOptions changed = options;
    change(changed);
    EXPECT_THAT(refusal(changed, set_), HasSubstr("another training"))
        << "change " << &change - changes;
  }
  const std::function<void(Episode&)> differences[] = {
      [](Episode& episode) { episode.passes[0] = 5; },
      [](Episode& episode) { episode.steps[1].tried[0].reachable = 1; },
      [](Episode& episode) { episode.steps[0].reachable = 1; },
  };
  for (const auto& change : differences) {
    TrainingSet changed = set_;
    change(changed.programs[3].episodes[1]);
    EXPECT_THAT(refusal(options, changed), HasSubstr("another training"))
        << "difference " << &change - differences;
  }
  options.epochs = 2;
  options.threads = 2;
  EXPECT_EQ(refusal(options, set_), "none") << "how long and on what is free";
}

TEST_F(Training, DoesNotBeginAnewOverOneThatWasStopped) {
  TrainOptions options = Options("stopped.pf");
  Budget budget({});
  ASSERT_TRUE(Train(options, set_, budget, [&](const TrainProgress&) { budget.Cancel(); }).ok());
  const std::vector<std::string> log = Log(options);
  const auto outcome = Train(options, set_, Budget({}), [](const TrainProgress&) {});
  ASSERT_FALSE(outcome.ok());
  EXPECT_THAT(outcome.error().message, HasSubstr("--resume"));
  EXPECT_EQ(Log(options), log);
}

TEST_F(Training, KeepsTheWeightsItBeganWithUntilOthersAreBetter) {
  TrainOptions first = Options("first.pf");
  first.epochs = 5;
  ASSERT_TRUE(Train(first, set_, Budget({}), [](const TrainProgress&) {}).ok());
  TrainOptions second = first;
  second.start = first.output;
  second.output += ".second";
  second.learning_rate = 0.5;  // nothing is learned at this rate
  second.patience = 2;
  std::uint64_t epochs = 0;
  const auto outcome = Train(second, set_, Budget({}), [&](const TrainProgress& progress) {
    if (progress.epoch_ended) ++epochs;
  });
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_EQ(outcome->best_epoch, 0u);
  EXPECT_EQ(epochs, second.patience);
  EXPECT_TRUE(SameWeights(first, second));
}

TEST_F(Training, DoesNotBeginAgainWhereThereIsNothingToResume) {
  TrainOptions options = Options("ended.pf");
  options.resume = true;
  const auto outcome = Train(options, set_, Budget({}), [](const TrainProgress&) {});
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, ErrorCode::kNotFound);
}

TEST_F(Training, StopsWhenNoEpochHelps) {
  TrainOptions options = Options("patient.pf");
  options.epochs = 1000;
  options.patience = 2;
  options.learning_rate = 0.5;  // nothing is learned at this rate
  std::uint64_t epochs = 0;
  const auto outcome = Train(options, set_, Budget({}), [&](const TrainProgress& progress) {
    if (progress.epoch_ended) ++epochs;
  });
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_LT(epochs, 100u);
  EXPECT_EQ(epochs, outcome->best_epoch + options.patience);
}

TEST_F(Training, SaysThatTheBudgetWasTooShortForAnyWeights) {
  const TrainOptions options = Options("none.pf");
  const Budget over({.deadline = Clock::now(), .evaluations = {}});
  const auto outcome = Train(options, set_, over, [](const TrainProgress&) {});
  ASSERT_FALSE(outcome.ok());
  EXPECT_THAT(outcome.error().message, HasSubstr("budget was over"));
  EXPECT_FALSE(std::filesystem::exists(options.output));
}

TEST_F(Training, SaysThatThereIsNothingToLearnFrom) {
  const auto outcome =
      Train(Options("none.pf"), {{}, kToyActions, {}}, Budget({}), [](const TrainProgress&) {});
  ASSERT_FALSE(outcome.ok());
  EXPECT_THAT(outcome.error().message, HasSubstr("no episodes"));
}

}  // namespace
}  // namespace autotune
