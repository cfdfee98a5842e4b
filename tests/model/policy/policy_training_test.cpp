#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/files/weights_archive.h"
#include "model/graph/graph_network.h"
#include "model/loaded_model.h"
#include "model/policy/nvp.h"
#include "model/policy/observation_rows.h"
#include "model/policy/policy.h"
#include "model/policy/policy_network.h"
#include "model/policy/staircase_player.h"
#include "support/fake_evaluator.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const auto kNobodyListens = [](const JudgedProgress&) {};

class PolicyTrainingTest : public ::testing::Test {
 protected:
  PolicyTrainingTest() {
    options_.config = {.actions = 5, .outputs = 5, .width = 32, .length = 4};
    options_.output = directory_.path() / "ppo.pf";
    options_.minibatch = 64;
    options_.interval = 5;
    options_.learning_rate = 3e-3;
    options_.validation_share = 0.2;
  }

  Result<JudgedOutcome> Train(const PolicyOptions& options, std::uint64_t stop = 1000) {
    Budget budget({});
    Budget judging({});
    const PolicyTasks tasks{actions_, judging, &player_, listed_};
    return TrainPolicy(options, tasks, budget, [&](const JudgedProgress& progress) {
      if (progress.step == stop && !progress.judgement) budget.Cancel();
    });
  }

  const ActionSpace actions_ = FakeActionSpace(Staircase(3, 2));
  StaircasePlayer player_{6};
  const std::vector<ListedProgram> listed_;
  const TestDirectory directory_;
  PolicyOptions options_;
};

/// For the algorithms that learn from episodes.
class EpisodePolicyTest : public PolicyTrainingTest,
                          public ::testing::WithParamInterface<PolicyAlgorithm> {
 protected:
  EpisodePolicyTest() { options_.config.algorithm = GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(Policy, EpisodePolicyTest,
                         ::testing::Values(PolicyAlgorithm::kPpo, PolicyAlgorithm::kDqn),
                         [](const auto& algorithm) { return std::string(Name(algorithm.param)); });

TEST_P(EpisodePolicyTest, FindsTheOnlyOrderThatHelps) {
  options_.steps = 60;
  const auto outcome = Train(options_);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_EQ(outcome->steps, 60u);
  EXPECT_LT(outcome->before, 0.2);
  EXPECT_NEAR(outcome->best, 0.3, 1e-6);
  const auto model = LoadModel(options_.output, actions_);
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_THAT((*model)->info().card.at("trained on"), HasSubstr(" programs, "));
  EXPECT_EQ((*model)->info().policy->algorithm, GetParam());
}

TEST_F(PolicyTrainingTest, AGraphNetworkFindsItByGraphsAlone) {
  options_.config = {
      .algorithm = PolicyAlgorithm::kGatv2, .actions = 5, .outputs = 5, .width = 32, .length = 4};
  options_.steps = 60;
  const auto outcome = Train(options_);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_LT(outcome->before, 0.2);
  EXPECT_NEAR(outcome->best, 0.3, 1e-6);
  const auto model = LoadModel(options_.output, actions_);
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ((*model)->info().policy->algorithm, PolicyAlgorithm::kGatv2);
}

TEST_F(PolicyTrainingTest, AGraphNetworkGoesOnFromItsCheckpoint) {
  options_.config = {
      .algorithm = PolicyAlgorithm::kGatv2, .actions = 5, .outputs = 5, .width = 8, .length = 4};
  options_.steps = 10;
  PolicyOptions whole = options_;
  whole.output = directory_.path() / "whole.pf";
  ASSERT_TRUE(Train(whole).ok());
  EXPECT_EQ(Train(options_, 5)->steps, 5u);
  options_.resume = true;
  ASSERT_TRUE(Train(options_).ok());
  EXPECT_EQ(LogWithoutTimes(options_.output), LogWithoutTimes(whole.output));
}

TEST_P(EpisodePolicyTest, GoesOnAsIfItHadNeverStopped) {
  options_.steps = 14;
  PolicyOptions whole = options_;
  whole.output = directory_.path() / "whole.pf";
  const auto expected = Train(whole);
  ASSERT_TRUE(expected.ok());
  // Once where it was to be judged, once in between.
  EXPECT_EQ(Train(options_, 5)->steps, 5u);
  options_.resume = true;
  EXPECT_EQ(Train(options_, 8)->steps, 8u);
  const auto outcome = Train(options_);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_GE(outcome->best, expected->best);
  // A stop adds the judgement of the step that it came after.
  std::string log = LogWithoutTimes(options_.output);
  const std::size_t extra = log.find(",8,validation");
  ASSERT_NE(extra, std::string::npos);
  log.erase(extra, log.find('\n', extra) + 1 - extra);
  EXPECT_EQ(log, LogWithoutTimes(whole.output));
}

/// A kill leaves the last checkpoint and a log that is ahead of it.
TEST_P(EpisodePolicyTest, GoesOnFromItsCheckpointAfterAKill) {
  options_.steps = 13;
  const std::filesystem::path checkpoint = options_.output.string() + ".checkpoint";
  const std::filesystem::path kept = directory_.path() / "kept";
  Budget budget({});
  Budget judging({});
  const PolicyTasks tasks{actions_, judging, &player_, listed_};
  ASSERT_TRUE(TrainPolicy(options_, tasks, budget, [&](const JudgedProgress& progress) {
                if (progress.step == 8) {
                  std::filesystem::copy_file(checkpoint, kept,
                                             std::filesystem::copy_options::overwrite_existing);
                }
              }).ok());
  const std::string log = LogWithoutTimes(options_.output);
  const std::string weights = BytesOf(options_.output);
  std::filesystem::rename(kept, checkpoint);
  options_.resume = true;
  ASSERT_TRUE(Train(options_).ok());
  EXPECT_EQ(LogWithoutTimes(options_.output), log);
  EXPECT_EQ(BytesOf(options_.output), weights);
}

/// A step of `kNvp` takes a millisecond.
TEST_P(EpisodePolicyTest, DoesNotWriteACheckpointAtEachOfManyJudgements) {
  options_.steps = 6;
  options_.interval = 1;
  std::set<std::string> checkpoints;
  Budget budget({});
  Budget judging({});
  const PolicyTasks tasks{actions_, judging, &player_, listed_};
  ASSERT_TRUE(TrainPolicy(options_, tasks, budget, [&](const JudgedProgress& progress) {
                if (progress.step == 0) return;
                checkpoints.insert(BytesOf(options_.output.string() + ".checkpoint"));
              }).ok());
  EXPECT_EQ(checkpoints.size(), 1u);
  EXPECT_FALSE(checkpoints.contains(BytesOf(options_.output.string() + ".checkpoint")));
}

TEST_F(PolicyTrainingTest, RefusesACheckpointOfAnotherTraining) {
  options_.steps = 1;
  ASSERT_TRUE(Train(options_).ok());
  const auto begun = Train(options_);
  ASSERT_FALSE(begun.ok());
  EXPECT_THAT(begun.error().message, HasSubstr("--resume"));
  options_.resume = true;
  options_.seed = 1;
  const auto other = Train(options_);
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("another training"));
}

TEST_F(PolicyTrainingTest, DoesNotBeginAgainWhereThereIsNothingToResume) {
  options_.resume = true;
  const auto outcome = Train(options_);
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(outcome.error().message, HasSubstr("was not judged yet: leave --resume out"));
  EXPECT_FALSE(std::filesystem::exists(options_.output));
}

TEST_F(PolicyTrainingTest, IsJudgedOnFamiliesThatItDoesNotLearnFrom) {
  options_.steps = 1;
  const auto outcome = Train(options_);
  ASSERT_TRUE(outcome.ok());
  EXPECT_GT(outcome->validation_programs, 0u);
  EXPECT_EQ(outcome->training_programs + outcome->validation_programs, 6u);
}

TEST_F(PolicyTrainingTest, DqnExploresLessFromStepToStepAndIsJudgedGreedily) {
  options_.config.algorithm = PolicyAlgorithm::kDqn;
  options_.programs = 1000;
  options_.episodes = 100;
  options_.epochs = 1;
  options_.minibatch = 10'000;
  options_.interval = 3;
  options_.steps = 3;
  ASSERT_TRUE(Train(options_).ok());
  std::vector<double> explored;
  for (const Seat& seat : player_.played) {
    EXPECT_FALSE(seat.draws);
    if (explored.empty() || explored.back() != seat.explore) explored.push_back(seat.explore);
  }
  // A step has 100 episodes of 4 passes on each of 5 programs, or of 4.
  const std::size_t programs = player_.played.size() / 300;
  const double fall = static_cast<double>(programs) * 400 * 1e-5;
  EXPECT_THAT(explored, ElementsAre(0, 1, ::testing::DoubleNear(1 - fall, 1e-9),
                                    ::testing::DoubleNear(1 - 2 * fall, 1e-9), 0));
}

class NvpTest : public PolicyTrainingTest {
 protected:
  /// Programs with one feature that tells which of two lists is of use.
  static std::vector<ListedProgram> TwoKinds() {
    std::vector<ListedProgram> programs;
    for (std::uint32_t i = 0; i < 40; ++i) {
      ListedProgram& program = programs.emplace_back();
      program.program = {"family" + std::to_string(i), {i, 2}};
      program.root.autophase[3] = i % 2 == 0 ? 5 : 500;
      program.oz = 100;
      program.lowest = {
          {200, i % 2 == 0 ? 90.0 : 150.0}, {200, i % 2 == 0 ? 150.0 : 90.0}, {200, 180}};
    }
    return programs;
  }
};

TEST_F(NvpTest, LearnsWhichListSuitsAProgram) {
  const std::vector<ListedProgram> listed = TwoKinds();
  options_.config = {
      .algorithm = PolicyAlgorithm::kNvp, .actions = 5, .outputs = 3, .width = 16, .length = 1};
  options_.steps = 100;
  Budget budget({});
  const auto outcome =
      TrainPolicy(options_, {actions_, budget, nullptr, listed}, budget, kNobodyListens);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_NEAR(outcome->best, std::log(100.0 / 90), 1e-6);
  const auto model = LoadModel(options_.output, actions_);
  ASSERT_TRUE(model.ok()) << model.error().message;
  const auto prior = (*model)->MakePrior({});
  for (const std::size_t i : {0, 1}) {
    const ProgramState root;
    const FeaturePath features = {std::make_shared<Features>(listed[i].root)};
    const PriorQuery query{root, features};
    const auto answer = prior->Predict({&query, 1});
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(answer->front().logits, std::vector<float>(5));
    ASSERT_EQ(answer->front().lists.size(), 3u);
    EXPECT_EQ(std::ranges::max_element(answer->front().lists) - answer->front().lists.begin(),
              static_cast<std::ptrdiff_t>(i));
  }
}

TEST_F(NvpTest, CountsThePassesOfTheListsInTheirOrder) {
  ListedProgram program;
  program.oz = 100;
  program.lowest = {{200, 180, 80}, {200, 150, 140, 120}};
  const std::vector<float> first = {2, 1};
  const std::vector<float> second = {1, 2};
  EXPECT_NEAR(RankedLogRatio(program, first, 2), std::log(100.0 / 80), 1e-9);
  EXPECT_NEAR(RankedLogRatio(program, second, 2), std::log(100.0 / 140), 1e-9);
  EXPECT_NEAR(RankedLogRatio(program, second, 4), std::log(100.0 / 120), 1e-9);
  EXPECT_NEAR(RankedLogRatio(program, second, 5), std::log(100.0 / 80), 1e-9);
}

TEST(PolicyWeights, AskForNoMoreThanTheyHold) {
  const TestDirectory directory;
  const ActionSpace actions = FakeActionSpace(Staircase(3, 2));
  const PolicyNetwork network({.actions = 5, .outputs = 5, .width = 16});
  const auto file = directory.path() / "policy.pf";
  const auto message = [&](const std::string& dimension, std::int64_t value) {
    nlohmann::json json = {
        {"actions", ToHex(actions.fingerprint())},
        {"algorithm", "ppo"},
        {"card", nlohmann::json::object()},
        {"config", {{"actions", 5}, {"outputs", 5}, {"width", 16}, {"layers", 3}, {"length", 45}}},
        {"observation_version", kObservationVersion}};
    json["config"][dimension] = value;
    EXPECT_TRUE(WriteArchive(file, json.dump(), network).ok());
    const auto model = LoadPolicy(file, actions);
    return model.ok() ? std::string() : model.error().message;
  };
  EXPECT_EQ(message("length", 45), "");
  EXPECT_THAT(message("layers", 16'384), HasSubstr("the network is too large"));
  EXPECT_THAT(message("width", 16'384), HasSubstr("the network is too large"));
  EXPECT_THAT(message("outputs", 6), HasSubstr("answers about other actions"));
  EXPECT_THAT(message("actions", 4), HasSubstr("answers about other actions"));
}

TEST(PolicyWeights, KeepTheirAnswers) {
  const TestDirectory directory;
  const ActionSpace actions = FakeActionSpace(Staircase(3, 2));
  const PolicyNetwork network({.actions = 5, .outputs = 5, .width = 16, .length = 4});
  const auto file = directory.path() / "policy.pf";
  ASSERT_TRUE(
      SavePolicy(file, network.config(), network, actions.fingerprint(), {{"seed", "1"}}).ok());
  EXPECT_TRUE(*HoldsPolicy(file));
  const auto model = LoadPolicy(file, actions);
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ((*model)->info().card.at("seed"), "1");
  ProgramState state;
  state.applied = {1, 1, 4};
  FeaturePath path;
  for (std::uint32_t i = 0; i < 4; ++i) {
    auto features = std::make_shared<Features>();
    features->autophase[7] = 10 + i;
    path.push_back(std::move(features));
  }
  const PriorQuery query{state, path};
  const auto answer = (*model)->MakePrior({})->Predict({&query, 1});
  ASSERT_TRUE(answer.ok());
  const Observation seen{
      .root = path.front(), .now = path.back(), .histogram = {0, 2, 0, 0, 1}, .steps_left = 1};
  const Observation* const view = &seen;
  const auto expected = Answer(network, {&view, 1});
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(answer->front().logits[i], expected[0].logits[i], 1e-3);
  }

  const auto other = LoadPolicy(file, FakeActionSpace(Staircase(2)));
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("other actions"));
}

TEST(PolicyWeights, OfAGraphNetworkAskForGraphs) {
  const TestDirectory directory;
  const ActionSpace actions = FakeActionSpace(Staircase(3, 2));
  const GraphNetwork network({.algorithm = PolicyAlgorithm::kGatv2,
                              .actions = 5,
                              .outputs = 5,
                              .width = 16,
                              .layers = 2,
                              .length = 4});
  const auto file = directory.path() / "policy.pf";
  ASSERT_TRUE(SavePolicy(file, network.config(), network, actions.fingerprint(), {}).ok());
  const auto model = LoadPolicy(file, actions);
  ASSERT_TRUE(model.ok()) << model.error().message;
  const auto prior = (*model)->MakePrior({});
  EXPECT_TRUE(prior->needs().graph);
  const ProgramState state;
  const FeaturePath path = {std::make_shared<Features>()};
  const auto graph = std::make_shared<const ProgramGraph>(ProgramGraph{
      {{NodeKind::kInstruction, 0}, {NodeKind::kVariable, 260}}, {{0, 1, EdgeFlow::kData, 0}}});
  const PriorQuery query{state, path, graph};
  const auto answer = prior->Predict({&query, 1});
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  const Observation seen{.root = path[0], .now = path[0], .histogram = {}, .graph = graph};
  const Observation* const view = &seen;
  const auto expected = Answer(network, {&view, 1});
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(answer->front().logits[i], expected[0].logits[i], 1e-3);
  }
  const PriorQuery bare{state, path};
  const auto none = prior->Predict({&bare, 1});
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, HasSubstr("needs the graph"));
}

/// Q values may lie close to each other, far from 0.
TEST(PolicyWeights, MakeLogitsOfQValues) {
  const TestDirectory directory;
  const ActionSpace actions = FakeActionSpace(Staircase(3, 2));
  const PolicyNetwork network(
      {.algorithm = PolicyAlgorithm::kDqn, .actions = 5, .outputs = 5, .width = 16, .length = 4});
  const auto file = directory.path() / "policy.pf";
  ASSERT_TRUE(SavePolicy(file, network.config(), network, actions.fingerprint(), {}).ok());
  const auto model = LoadPolicy(file, actions);
  ASSERT_TRUE(model.ok()) << model.error().message;
  auto features = std::make_shared<Features>();
  features->autophase[7] = 10;
  const ProgramState state;
  const FeaturePath path = {features};
  const PriorQuery query{state, path};
  const auto prediction = (*model)->MakePrior({})->Predict({&query, 1});
  ASSERT_TRUE(prediction.ok());
  const std::vector<float>& logits = prediction->front().logits;
  const Observation seen{.root = features,
                         .now = features,
                         .histogram = std::vector<std::uint16_t>(5),
                         .steps_left = 4};
  const Observation* const view = &seen;
  const std::vector<float> values = Answer(network, {&view, 1})[0].logits;
  double sum = 0;
  double squares = 0;
  for (const float logit : logits) {
    sum += logit;
    squares += logit * logit;
  }
  EXPECT_NEAR(sum, 0, 1e-4);
  EXPECT_NEAR(squares / 5, 1, 1e-3);
  EXPECT_EQ(std::ranges::max_element(logits) - logits.begin(),
            std::ranges::max_element(values) - values.begin());
}

TEST(ObservationRows, ShowCountsSharesChangesUsesAndTheStepsLeft) {
  const PolicyConfig config{.actions = 3, .outputs = 3, .length = 10};
  auto root = std::make_shared<Features>();
  auto now = std::make_shared<Features>();
  root->autophase[51] = 100;  // TotalInsts
  now->autophase[51] = 50;
  now->autophase[0] = 25;
  std::vector<float> row(InputWidth(config));
  WriteObservationRow(config, {.root = root, .now = now, .histogram = {0, 2, 9}, .steps_left = 4},
                      row);
  EXPECT_FLOAT_EQ(row[51], std::log1p(50.0F) / 8);
  EXPECT_FLOAT_EQ(row[56], 0.5);
  EXPECT_FLOAT_EQ(row[112 + 51], std::log1p(50.0F) - std::log1p(100.0F));
  EXPECT_THAT(std::vector<float>(row.end() - 4, row.end()), ElementsAre(0, 0.5, 1, 0.4F));
}

TEST(ObservationRows, ShowCompilerDreamSharesAndUsesAlone) {
  const PolicyConfig config{
      .algorithm = PolicyAlgorithm::kCompilerDream, .actions = 3, .outputs = 3, .length = 10};
  auto now = std::make_shared<Features>();
  now->autophase[51] = 50;  // TotalInsts
  now->autophase[0] = 25;
  now->autophase[1] = 70;
  std::vector<float> row(InputWidth(config));
  ASSERT_EQ(row.size(), 59u);
  WriteObservationRow(config, {.root = now, .now = now, .histogram = {0, 2, 9}, .steps_left = 4},
                      row);
  EXPECT_FLOAT_EQ(row[0], 0.5);
  EXPECT_FLOAT_EQ(row[1], 1) << "no share is above 1";
  EXPECT_THAT(std::vector<float>(row.end() - 3, row.end()), ElementsAre(0, 0.2F, 0.9F));
}

}  // namespace
}  // namespace autotune
