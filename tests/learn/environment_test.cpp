#include "learn/environment.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_evaluator.h"
#include "tune/threads.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class EnvironmentTest : public testing::Test {
 protected:
  /// Plays the same pass in all slots.
  std::vector<EnvironmentStep> Play(Environment& environment, PassId pass) {
    const std::vector<PassId> passes(environment.slots(), pass);
    const auto steps = environment.Step(passes, budget_);
    EXPECT_TRUE(steps.ok()) << steps.error().message;
    return steps.ok() ? *steps : std::vector<EnvironmentStep>(environment.slots());
  }

  const FakeProblem problem_ = Staircase(3, 2);  // from 130 instructions to 100
  const ActionSpace actions_ = FakeActionSpace(problem_);
  FakeEvaluator evaluator_{problem_};
  const EnvironmentProgram program_{"family", evaluator_.Root(), 110};
  Budget budget_{Budget::Limits{}};
};

TEST_F(EnvironmentTest, RewardsInstructionsSavedAsAPartOfWhatOzSaves) {
  Environment environment(actions_, evaluator_, 1, 3);
  environment.Reset(0, program_);
  EXPECT_DOUBLE_EQ(Play(environment, 0)[0].reward, 0.5);
  EXPECT_DOUBLE_EQ(Play(environment, 2)[0].reward, 0);  // too early
  const EnvironmentStep last = Play(environment, 1)[0];
  EXPECT_DOUBLE_EQ(last.reward, 0.5);
  EXPECT_EQ(last.end, EpisodeEnd::kLength);
  EXPECT_FALSE(environment.running(0));
  EXPECT_EQ(environment.lowest(0), 110u);
  EXPECT_THAT(environment.state(0).applied, ElementsAre(0, 2, 1));
}

TEST_F(EnvironmentTest, CountsInstructionsWhereOzSavesNothing) {
  Environment environment(actions_, evaluator_, 1, 3);
  const EnvironmentProgram optimised{"family", evaluator_.Root(), 140};
  environment.Reset(0, optimised);
  EXPECT_DOUBLE_EQ(Play(environment, 0)[0].reward, 10);
}

TEST_F(EnvironmentTest, ShowsFeaturesHistoryAndTheStepsThatAreLeft) {
  Environment environment(actions_, evaluator_, 1, 5);
  environment.Reset(0, program_);
  EXPECT_EQ(*environment.observation(0).now, *program_.root.features);
  EXPECT_EQ(environment.observation(0).steps_left, 5u);
  Play(environment, 4);
  Play(environment, 4);
  Play(environment, 1);
  EXPECT_THAT(environment.observation(0).without_effect, ElementsAre(4, 1));
  EXPECT_EQ(environment.observation(0).now, environment.observation(0).root);
  Play(environment, 0);
  const Observation& seen = environment.observation(0);
  EXPECT_THAT(seen.histogram, ElementsAre(1, 1, 0, 0, 2));
  EXPECT_THAT(seen.without_effect, IsEmpty());
  EXPECT_EQ(seen.steps_left, 1u);
  EXPECT_EQ(*seen.now, *evaluator_.Replay({0}).features);
  EXPECT_EQ(*seen.root, *program_.root.features);
}

TEST_F(EnvironmentTest, ShowsGraphsIfAskedTo) {
  Environment plain(actions_, evaluator_, 1, 5);
  plain.Reset(0, program_);
  Play(plain, 0);
  EXPECT_FALSE(evaluator_.calls().back().options.observe.graph);
  Environment environment(actions_, evaluator_, 1, 5, {.graph = true});
  environment.Reset(0, program_);
  const auto root = environment.observation(0).graph;
  EXPECT_EQ(root, program_.root.graph);
  Play(environment, 2);  // has no effect
  EXPECT_EQ(environment.observation(0).graph, root);
  Play(environment, 0);
  EXPECT_EQ(*environment.observation(0).graph, *evaluator_.Replay({0}).graph);
  EXPECT_NE(*environment.observation(0).graph, *root);
}

TEST_F(EnvironmentTest, APassThatFailsEndsItsEpisodeAndNoOther) {
  for (const ErrorCode code : kEvaluationFailures) {
    FakeEvaluator evaluator(problem_);
    evaluator.set_failure([&](const ProgramState&, PassId pass) {
      return pass == 1 ? std::optional(code) : std::nullopt;
    });
    Environment environment(actions_, evaluator, 2, 4);
    environment.Reset(0, program_);
    environment.Reset(1, program_);
    Play(environment, 0);
    const auto steps = environment.Step(std::vector<PassId>{1, 3}, budget_);
    ASSERT_TRUE(steps.ok());
    EXPECT_EQ((*steps)[0].end, EpisodeEnd::kFailed);
    EXPECT_EQ((*steps)[0].failure, code);
    EXPECT_EQ((*steps)[0].reward, 0);
    EXPECT_FALSE(environment.running(0));
    EXPECT_EQ(environment.lowest(0), 120u);
    EXPECT_THAT(environment.state(0).applied, ElementsAre(0));
    EXPECT_EQ((*steps)[1].end, EpisodeEnd::kNone);
    EXPECT_TRUE(environment.running(1));
    // The slot is as good as new after a reset.
    environment.Reset(0, program_);
    EXPECT_TRUE(environment.running(0));
    EXPECT_EQ(environment.observation(0).steps_left, 4u);
    EXPECT_DOUBLE_EQ((*environment.Step(std::vector<PassId>{0, 3}, budget_))[0].reward, 0.5);
  }
}

TEST_F(EnvironmentTest, AForkGoesOnApart) {
  Environment environment(actions_, evaluator_, 1, 3);
  environment.Reset(0, program_);
  Play(environment, 0);
  Environment fork = environment.Fork();
  EXPECT_EQ(&fork.program(0), &program_);
  EXPECT_DOUBLE_EQ(Play(fork, 1)[0].reward, 0.5);
  EXPECT_EQ(fork.instructions(0), 110u);
  EXPECT_THAT(fork.state(0).applied, ElementsAre(0, 1));
  EXPECT_EQ(environment.instructions(0), 120u);
  EXPECT_EQ(environment.observation(0).steps_left, 2u);
  EXPECT_DOUBLE_EQ(Play(environment, 3)[0].reward, 0);
  EXPECT_THAT(environment.state(0).applied, ElementsAre(0, 3));
  // Both leave the state that they shared to the other; a state of one alone is not kept.
  Play(environment, 3);
  const auto calls = evaluator_.calls();
  ASSERT_EQ(calls.size(), 4u);
  EXPECT_FALSE(calls[0].options.retain.start);
  EXPECT_TRUE(calls[1].options.retain.start);
  EXPECT_TRUE(calls[2].options.retain.start);
  EXPECT_FALSE(calls[3].options.retain.start);
}

TEST_F(EnvironmentTest, ALostWorkerIsAnErrorAndNoEndOfAnEpisode) {
  evaluator_.set_failure(
      [](const ProgramState&, PassId) { return std::optional(ErrorCode::kWorkerLost); });
  Environment environment(actions_, evaluator_, 1, 4);
  environment.Reset(0, program_);
  const auto steps = environment.Step(std::vector<PassId>{0}, budget_);
  ASSERT_FALSE(steps.ok());
  EXPECT_EQ(steps.error().code, ErrorCode::kWorkerLost);
  EXPECT_FALSE(environment.running(0));
}

TEST_F(EnvironmentTest, MakesNoStepBeyondItsBudget) {
  Environment environment(actions_, evaluator_, 2, 4);
  environment.Reset(0, program_);
  environment.Reset(1, program_);
  Budget budget({.evaluations = 3});
  const std::vector<PassId> passes = {0, 0};
  EXPECT_TRUE(environment.Step(passes, budget).ok());
  const auto over = environment.Step(passes, budget);
  ASSERT_FALSE(over.ok());
  EXPECT_EQ(over.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(budget.used(), 2u);
  EXPECT_EQ(evaluator_.calls().size(), 2u);
}

TEST_F(EnvironmentTest, StepsOnlyWhereAnEpisodeIsUnderWay) {
  Environment environment(actions_, evaluator_, 3, 1);
  environment.Reset(1, program_);
  Play(environment, 0);
  EXPECT_EQ(evaluator_.calls().size(), 1u);
  Play(environment, 0);
  EXPECT_EQ(evaluator_.calls().size(), 1u);
}

TEST_F(EnvironmentTest, GivesTheSameOnAnyNumberOfThreads) {
  std::set<std::vector<double>> different;
  for (const std::uint64_t threads : {1u, 4u}) {
    FakeEvaluator evaluator(problem_);
    evaluator.set_latency(std::chrono::microseconds(threads == 1 ? 0 : 50));
    Environment environment(actions_, evaluator, 8, 6);
    std::vector<double> rewards;
    OnThreads(threads, [&] {
      for (std::size_t slot = 0; slot < 8; ++slot) environment.Reset(slot, program_);
      for (PassId step = 0; step < 6; ++step) {
        std::vector<PassId> passes;
        for (PassId slot = 0; slot < 8; ++slot) passes.push_back((slot * 3 + step) % 5);
        const auto outcomes = environment.Step(passes, budget_);
        for (const EnvironmentStep& outcome : *outcomes) {
          rewards.push_back(outcome.reward);
        }
      }
    });
    different.insert(rewards);
  }
  EXPECT_EQ(different.size(), 1u);
}

}  // namespace
}  // namespace autotune
