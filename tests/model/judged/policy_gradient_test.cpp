#include "model/judged/policy_gradient.h"

#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <gtest/gtest.h>
#include <torch/nn/utils/convert_parameters.h>
#include <torch/utils.h>

#include "model/small_network.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

class PolicyGradientTest : public ::testing::Test {
 protected:
  static std::shared_ptr<Passformer> Untrained(const FakeProblem& problem) {
    PassformerConfig config = SmallConfig(EncoderKind::kFeatures);
    config.actions = static_cast<std::int64_t>(problem.passes.size());
    torch::manual_seed(1);
    return std::make_shared<Passformer>(config);
  }

  const FakeProblem problem_ = Staircase(3, 3);
  FakeEvaluator evaluator_{problem_};
  const Evaluation root_ = evaluator_.Root();
  const IrTokens no_tokens_;
  const TuningTask task_{no_tokens_, root_, evaluator_};
};

TEST_F(PolicyGradientTest, FindsTheOnlyOrderThatHelps) {
  const PolicyGradientOptions options{.rollouts = 16,
                                      .length = 4,
                                      .updates = 4,
                                      .entropy = 0.005,
                                      .anchor = 0,
                                      .rules = {.learning_rate = 3e-3}};
  PolicyGradient training(options, Untrained(problem_));
  Budget budget({});
  const double best = std::log(130.0 / 100);
  const auto first = training.Step(0, {&task_, 1}, budget);
  ASSERT_TRUE(first.ok());
  EXPECT_LT(first->reward, 0.5 * best) << "there is nothing to learn";
  EXPECT_NEAR(first->divergence, 0, 1e-6);
  double reward = 0;
  for (std::uint64_t step = 1; step <= 60; ++step) {
    reward = training.Step(step, {&task_, 1}, budget)->reward;
  }
  EXPECT_GT(reward, 0.95 * best);
  EXPECT_EQ(budget.used(), 61u * 16 * 4);
}

TEST_F(PolicyGradientTest, StaysNearWhereItBeganIfThatIsWorthMost) {
  PolicyGradientOptions options{
      .rollouts = 8, .length = 4, .anchor = 0, .rules = {.learning_rate = 3e-3}};
  const auto divergence = [&] {
    PolicyGradient training(options, Untrained(problem_));
    Budget budget({});
    double last = 0;
    for (std::uint64_t step = 0; step < 20; ++step) {
      last = training.Step(step, {&task_, 1}, budget)->divergence;
    }
    return last;
  };
  const double free = divergence();
  options.anchor = 10;
  EXPECT_LT(divergence(), 0.2 * free);
}

TEST_F(PolicyGradientTest, LearnsNothingFromWhatTheBudgetCutShort) {
  const auto network = Untrained(problem_);
  const auto weights = network->parameters()[0].detach().clone();
  PolicyGradient training({.rollouts = 4, .length = 4}, network);
  Budget budget({.evaluations = 10});
  const auto step = training.Step(0, {&task_, 1}, budget);
  ASSERT_FALSE(step.ok());
  EXPECT_EQ(step.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(budget.used(), 8u);
  EXPECT_TRUE(network->parameters()[0].equal(weights));
}

TEST_F(PolicyGradientTest, LearnsNothingFromPassesThatWereDropped) {
  Budget budget({});
  evaluator_.set_failure([&](const ProgramState&, PassId) {
    budget.Cancel();
    return std::optional(ErrorCode::kCancelled);
  });
  PolicyGradient training({.rollouts = 4, .length = 1}, Untrained(problem_));
  EXPECT_FALSE(training.Step(0, {&task_, 1}, budget).ok());
}

// What it learned from once were lists with passes that do nothing; those of searches and of
// training sets have none.
TEST_F(PolicyGradientTest, MakesListsOfPassesThatDoSomething) {
  evaluator_.set_failure([](const ProgramState&, PassId pass) {
    return pass == 5 ? std::optional(ErrorCode::kPassCrashed) : std::nullopt;
  });
  PolicyGradient training({.rollouts = 2, .length = 30}, Untrained(problem_));
  Budget budget({});
  const auto score = training.Step(0, {&task_, 1}, budget);
  ASSERT_TRUE(score.ok());
  EXPECT_NEAR(score->reward, std::log(1.3), 1e-6) << "passes are fewer than what was tried";
  std::map<std::pair<PassSequence, PassId>, int> tried;
  for (const FakeCall& call : evaluator_.calls()) ++tried[{call.from, call.passes.front()}];
  for (const auto& [attempt, times] : tried) {
    EXPECT_LE(times, 2) << "of pass " << attempt.second << ", once a rollout";
  }
  for (PassId pass = 0; pass < 6; ++pass) EXPECT_EQ((tried[{{0, 1, 2}, pass}]), 2);
  EXPECT_EQ(budget.used(), evaluator_.calls().size()) << "rollouts ended with nothing left to try";
}

TEST_F(PolicyGradientTest, LearnsTheSameOnAnyNumberOfThreads) {
  const auto learn = [&](std::size_t threads) {
    const auto network = Untrained(problem_);
    PolicyGradient training({.rollouts = 8, .length = 6, .threads = threads}, network);
    Budget budget({});
    for (std::uint64_t step = 0; step < 3; ++step) {
      EXPECT_TRUE(training.Step(step, {&task_, 1}, budget).ok());
    }
    return torch::nn::utils::parameters_to_vector(network->parameters());
  };
  evaluator_.set_latency(std::chrono::microseconds(100));
  EXPECT_TRUE(learn(1).equal(learn(4)));
}

TEST_F(PolicyGradientTest, SaysWhatIsWrongWithTheEvaluator) {
  evaluator_.set_failure(
      [](const ProgramState&, PassId) { return std::optional(ErrorCode::kWorkerLost); });
  PolicyGradient training({.rollouts = 2, .length = 1}, Untrained(problem_));
  Budget budget({});
  const auto score = training.Step(0, {&task_, 1}, budget);
  ASSERT_FALSE(score.ok());
  EXPECT_EQ(score.error().code, ErrorCode::kWorkerLost);
}

}  // namespace
}  // namespace autotune
