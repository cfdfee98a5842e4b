#include "model/judged/refining.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

#include "model/files/weights.h"
#include "model/small_network.h"
#include "model/training/samples.h"
#include "support/fake_evaluator.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using ::testing::HasSubstr;

const auto kNobodyListens = [](const JudgedProgress&) {};

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

  static bool SameWeights(const std::filesystem::path& one, const std::filesystem::path& other) {
    const auto first = LoadWeights(one);
    const auto second = LoadWeights(other);
    EXPECT_TRUE(first.ok() && second.ok());
    return std::ranges::equal(
        first->network->parameters(), second->network->parameters(),
        [](const torch::Tensor& a, const torch::Tensor& b) { return a.equal(b); });
  }

  /// Without the times, which are never the same.
  static std::string Log(const RefineOptions& options) {
    std::ifstream file(options.output.string() + ".csv");
    std::string log;
    for (std::string line; std::getline(file, line);) log += line.substr(line.find(',')) + '\n';
    return log;
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
  EXPECT_TRUE(SameWeights(options_.start, options_.output));
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

TEST_F(RefiningTest, GoesOnAsIfItHadNeverStopped) {
  constexpr std::uint64_t kStep = 2 * 8 * 4;
  const auto refine = [&](const RefineOptions& options, std::uint64_t steps, std::uint64_t stop) {
    Budget budget({.evaluations = steps * kStep});
    const auto judge = [&](const RefineProgram&, Prior& prior) -> Result<double> {
      if (budget.cancelled()) return Error{ErrorCode::kCancelled, "stopped"};
      return Play(prior);
    };
    const auto outcome = Refine(options, Tasks(judge), budget, [&](const JudgedProgress& progress) {
      if (progress.step == stop) budget.Cancel();
    });
    EXPECT_TRUE(outcome.ok()) << outcome.error().message;
    return *outcome;
  };
  RefineOptions parts = options_;
  parts.anchor = 0.1;
  RefineOptions whole = parts;
  whole.output = directory_.path() / "whole.pf";
  const JudgedOutcome expected = refine(whole, 12, 100);
  // Once where it was to be judged, once in between.
  EXPECT_EQ(refine(parts, 12, 5).steps, 5u);
  parts.resume = true;
  EXPECT_EQ(refine(parts, 12, 7).steps, 7u);
  const JudgedOutcome outcome = refine(parts, 12 - 7, 100);
  EXPECT_EQ(outcome.steps, 12u);
  EXPECT_EQ(outcome.best_step, expected.best_step);
  EXPECT_EQ(outcome.before, expected.before);
  EXPECT_EQ(outcome.best, expected.best);
  EXPECT_EQ(Log(parts), Log(whole));
  EXPECT_TRUE(SameWeights(parts.output, whole.output));

  RefineOptions reseeded = parts;
  reseeded.seed = 1;
  RefineOptions judged_by_others = parts;
  judged_by_others.validation_share = 0.5;
  for (const RefineOptions& changed : {reseeded, judged_by_others}) {
    Budget budget({});
    const auto other =
        Refine(changed, Tasks([&](const RefineProgram&, Prior& prior) { return Play(prior); }),
               budget, kNobodyListens);
    ASSERT_FALSE(other.ok());
    EXPECT_THAT(other.error().message, HasSubstr("another training"));
  }
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

TEST_F(RefiningTest, DoesNotBeginAgainWhereThereIsNothingToResume) {
  RefineOptions options = options_;
  options.resume = true;
  Budget budget({});
  const auto outcome =
      Refine(options, Tasks([](const RefineProgram&, Prior&) { return Result<double>(0); }), budget,
             kNobodyListens);
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(std::filesystem::exists(options.output));
}

}  // namespace
}  // namespace autotune
