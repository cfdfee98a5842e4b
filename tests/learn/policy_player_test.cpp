#include "learn/policy_player.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "learn/list_labels.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;

class PolicyPlayerTest : public testing::Test {
 protected:
  /// All actions alike but one.
  static Policy Liking(PassId pass, float by) {
    return [=](std::span<const Observation* const> states) {
      std::vector<PolicyAnswer> answers;
      for (const Observation* state : states) {
        answers.push_back({std::vector<float>(state->histogram.size()), 7});
        answers.back().logits[pass] = by;
      }
      return Result<std::vector<PolicyAnswer>>(answers);
    };
  }

  std::vector<PlayedEpisode> Play(std::size_t slots, std::vector<Seat> seats,
                                  const Policy& policy) {
    Environment environment(actions_, evaluator_, slots, 4);
    PolicyPlayer player(environment, programs_, 1);
    const auto episodes = player.Play(seats, policy, budget_);
    EXPECT_TRUE(episodes.ok()) << episodes.error().message;
    return episodes.ok() ? *episodes : std::vector<PlayedEpisode>(seats.size());
  }

  static std::vector<PassId> Passes(const PlayedEpisode& episode) {
    std::vector<PassId> passes;
    for (const PlayedStep& step : episode.steps) passes.push_back(step.action);
    return passes;
  }

  const FakeProblem problem_ = Staircase(3, 2);  // from 130 instructions to 100
  const ActionSpace actions_ = FakeActionSpace(problem_);
  FakeEvaluator evaluator_{problem_};
  const std::vector<EnvironmentProgram> programs_ = {{"a", evaluator_.Root(), 110},
                                                     {"b", evaluator_.Root(), 120}};
  Budget budget_{Budget::Limits{}};
};

TEST_F(PolicyPlayerTest, PlaysWhatIsLikedMostAndNothingTwiceInVain) {
  const auto episodes = Play(1, {{.program = 1, .draws = false}}, Liking(0, 900));
  // Only the first is liked; all others are alike and are taken in order.
  EXPECT_THAT(Passes(episodes[0]), ElementsAre(0, 0, 1, 0));
  EXPECT_NEAR(episodes[0].log_ratio, std::log(120.0 / 110), 1e-6);
  EXPECT_NEAR(episodes[0].steps[0].log_gain, std::log(130.0 / 120), 1e-6);
  EXPECT_FLOAT_EQ(episodes[0].steps[1].log_gain, 0);
  EXPECT_FLOAT_EQ(episodes[0].steps[0].value, 7);
  EXPECT_EQ(episodes[0].steps[2].before.steps_left, 2u);
  EXPECT_EQ(*episodes[0].end, *evaluator_.Replay({0, 1}).features);
}

TEST_F(PolicyPlayerTest, KnowsTheProbabilityOfWhatItDrew) {
  const auto episodes = Play(2, {{.program = 0}, {.program = 0, .stream = 1}}, Liking(0, 2));
  for (const PlayedEpisode& episode : episodes) {
    for (const PlayedStep& step : episode.steps) {
      const auto left = static_cast<double>(4 - step.before.without_effect.size());
      const bool liked_is_barred = std::ranges::count(step.before.without_effect, PassId{0}) > 0;
      const double liked = liked_is_barred ? 1 : std::exp(2.0);
      const double total = left + liked;
      const double own = step.action == 0 ? liked : 1;
      EXPECT_NEAR(step.log_probability, std::log(own / total), 1e-5);
    }
  }
}

TEST_F(PolicyPlayerTest, ExploresWhateverThePolicyLikes) {
  const auto greedy = Play(1, {{.program = 0, .explore = 0, .draws = false}}, Liking(4, 9));
  EXPECT_THAT(Passes(greedy[0]), ElementsAre(4, 0, 4, 0));
  std::size_t others = 0;
  for (std::uint64_t stream = 0; stream < 100; ++stream) {
    const auto episodes =
        Play(1, {{.program = 0, .stream = stream, .explore = 0.5, .draws = false}}, Liking(4, 9));
    const PlayedStep& first = episodes[0].steps.front();
    EXPECT_EQ(first.log_probability, 0);
    if (first.action != 4) ++others;
  }
  // Four of five passes are others, so 40 of 100 on average.
  EXPECT_GT(others, 25u);
  EXPECT_LT(others, 55u);
}

TEST_F(PolicyPlayerTest, EpisodesDoNotDependOnThoseBesideThem) {
  std::vector<Seat> seats;
  for (std::uint64_t i = 0; i < 7; ++i) seats.push_back({.program = i % 2, .stream = i});
  const auto alone = Play(1, seats, Liking(1, 1));
  const auto together = Play(3, seats, Liking(1, 1));
  for (std::size_t i = 0; i < seats.size(); ++i) {
    EXPECT_EQ(Passes(alone[i]), Passes(together[i]));
  }
  EXPECT_NE(Passes(alone[0]), Passes(alone[2]));
}

TEST_F(PolicyPlayerTest, AFailedPassIsTheLastStep) {
  evaluator_.set_failure([](const ProgramState&, PassId pass) {
    return pass == 1 ? std::optional(ErrorCode::kPassCrashed) : std::nullopt;
  });
  const auto episodes = Play(1, {{.program = 0, .draws = false}}, Liking(0, 3));
  EXPECT_THAT(Passes(episodes[0]), ElementsAre(0, 0, 1));
  EXPECT_EQ(episodes[0].steps[2].log_gain, 0);
  EXPECT_NEAR(episodes[0].log_ratio, std::log(110.0 / 120), 1e-6);
}

TEST_F(PolicyPlayerTest, AnErrorOfThePolicyIsTheResult) {
  Environment environment(actions_, evaluator_, 1, 4);
  PolicyPlayer player(environment, programs_, 1);
  const Seat seat;
  const auto episodes = player.Play(
      {&seat, 1},
      [](std::span<const Observation* const>) -> Result<std::vector<PolicyAnswer>> {
        return Error{ErrorCode::kInvalidArgument, "no answer"};
      },
      budget_);
  ASSERT_FALSE(episodes.ok());
  EXPECT_EQ(episodes.error().message, "no answer");
}

TEST_F(PolicyPlayerTest, LabelsSayWhatEachPrefixReaches) {
  evaluator_.set_failure([](const ProgramState& state, PassId pass) {
    return pass == 2 && state.applied.empty() ? std::optional(ErrorCode::kPassCrashed)
                                              : std::nullopt;
  });
  const auto listed =
      LabelLists(programs_[0], {{0, 3, 1}, {2, 0}, {4}}, evaluator_, Budget::Unlimited());
  ASSERT_TRUE(listed.ok());
  EXPECT_EQ(listed->oz, 110);
  EXPECT_EQ(listed->program.family, "a");
  EXPECT_THAT(listed->lowest, ElementsAre(ElementsAre(130, 120, 120, 110), ElementsAre(130),
                                          ElementsAre(130, 130)));
}

}  // namespace
}  // namespace autotune
