#include "model/refining.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

#include "model/samples.h"
#include "model/small_network.h"
#include "model/weights.h"
#include "support/fake_evaluator.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using ::testing::HasSubstr;

const auto kNobodyListens = [](const RefineProgress&) {};

class RefiningTest : public ::testing::Test {
 protected:
  RefiningTest() {
    PassformerConfig config = SmallConfig(EncoderKind::kFeatures);
    config.actions = static_cast<std::int64_t>(problem_.passes.size());
    torch::manual_seed(1);
    EXPECT_TRUE(SaveWeights(options_.start, Passformer(config), actions_.fingerprint(), {}).ok());
    for (int i = 0; i < 6; ++i) {
      programs_.push_back({"family" + std::to_string(i), {}, evaluator_.Root()});
    }
  }

  /// Log of what the most probable passes save.
  Result<double> Play(Prior& prior) {
    Evaluation state = evaluator_.Root();
    FeaturePath path = {std::make_shared<Features>(*state.features)};
    std::uint64_t lowest = state.cost.instructions;
    for (int step = 0; step < 4; ++step) {
      const PriorQuery query{state.next, path};
      const auto prediction = prior.Predict({&query, 1});
      if (!prediction) return prediction.error();
      const std::vector<float>& logits = prediction->front().logits;
      const auto pass = static_cast<PassId>(std::ranges::max_element(logits) - logits.begin());
      PassSequence list = state.next.applied;
      list.push_back(pass);
      state = evaluator_.Replay(list);
      path.push_back(std::make_shared<Features>(*state.features));
      lowest = std::min(lowest, state.cost.instructions);
    }
    return std::log(130.0 / static_cast<double>(lowest));
  }

  RefineTasks Tasks(Judge judge) { return {actions_, programs_, evaluator_, std::move(judge)}; }

  const FakeProblem problem_ = Staircase(3, 3);
  const ActionSpace actions_ = FakeActionSpace(problem_);
  FakeEvaluator evaluator_{problem_};
  std::vector<RefineProgram> programs_;
  const TestDirectory directory_;
  const RefineOptions options_{.start = directory_.path() / "start.pf",
                               .output = directory_.path() / "better.pf",
                               .programs = 2,
                               .rollouts = 8,
                               .length = 4,
                               .interval = 5,
                               .learning_rate = 3e-3,
                               .anchor = 0,
                               .validation_share = 0.2};
};

TEST_F(RefiningTest, LeavesWeightsThatFoundTheOnlyOrderThatHelps) {
  Budget budget({.evaluations = 60 * 2 * 8 * 4});
  const auto outcome =
      Refine(options_, Tasks([&](const RefineProgram&, Prior& prior) { return Play(prior); }),
             budget, kNobodyListens);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_EQ(outcome->steps, 60u);
  EXPECT_LT(outcome->before, outcome->best);
  EXPECT_NEAR(outcome->best, std::log(1.3), 1e-6);
  const auto model = LoadWeights(options_.output, actions_);
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_THAT(model->info.card.at("refined on"),
              HasSubstr(std::to_string(outcome->best_step) + " steps"));
  EXPECT_TRUE(std::filesystem::exists(options_.output.string() + ".csv"));
}

TEST_F(RefiningTest, KeepsTheWeightsItBeganWithWhereNothingIsBetter) {
  Budget budget({.evaluations = 10 * 2 * 8 * 4});
  double judgement = 1;
  const auto outcome = Refine(
      options_, Tasks([&](const RefineProgram&, Prior&) { return Result<double>(judgement /= 2); }),
      budget, kNobodyListens);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_EQ(outcome->best_step, 0u);
  EXPECT_EQ(outcome->best, outcome->before);
  const auto before = LoadWeights(options_.start);
  const auto after = LoadWeights(options_.output);
  ASSERT_TRUE(before.ok() && after.ok());
  for (std::size_t i = 0; i < before->network->parameters().size(); ++i) {
    EXPECT_TRUE(before->network->parameters()[i].equal(after->network->parameters()[i]));
  }
}

TEST_F(RefiningTest, IsJudgedOnFamiliesThatItDoesNotLearnFrom) {
  std::set<std::string> judged;
  Budget budget({.evaluations = 5 * 2 * 8 * 4});
  const auto outcome = Refine(options_, Tasks([&](const RefineProgram& program, Prior&) {
                                judged.insert(program.family);
                                return Result<double>(0);
                              }),
                              budget, kNobodyListens);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_FALSE(judged.empty());
  EXPECT_EQ(outcome->validation_programs, judged.size());
  EXPECT_EQ(outcome->training_programs, programs_.size() - judged.size());
}

TEST_F(RefiningTest, HasTheBestSoFarWhenStopped) {
  Budget budget({});
  int judgements = 0;
  const auto stopped = [&](const RefineProgram&, Prior&) -> Result<double> {
    if (++judgements > 3) return Error{ErrorCode::kCancelled, "stopped"};
    return judgements;
  };
  programs_.resize(1);  // judged on itself
  const auto outcome = Refine(options_, Tasks(stopped), budget, kNobodyListens);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_EQ(outcome->validation_programs, 0u);
  EXPECT_EQ(outcome->best_step, 10u);
  EXPECT_EQ(outcome->steps, 15u);
  EXPECT_TRUE(LoadWeights(options_.output).ok());
}

TEST_F(RefiningTest, RefusesWhatItCannotLearnFrom) {
  const auto refusal = [&] {
    Budget budget({});
    const auto outcome =
        Refine(options_, Tasks([](const RefineProgram&, Prior&) { return Result<double>(0); }),
               budget, kNobodyListens);
    EXPECT_FALSE(outcome.ok());
    return outcome.ok() ? "" : outcome.error().message;
  };
  EXPECT_TRUE(SaveWeights(options_.start, *MakeNetwork(SmallConfig()), {1, 2}, {}).ok());
  EXPECT_THAT(refusal(), HasSubstr("other actions"));
  programs_.clear();
  EXPECT_THAT(refusal(), HasSubstr("no program"));
}

}  // namespace
}  // namespace autotune
