#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "search/decode.h"
#include "search/local.h"
#include "search/run_search.h"
#include "support/fake_evaluator.h"
#include "support/fake_prior.h"

// What a slow, knowing prior does for a search.

namespace autotune {
namespace {

/// Knows the way up a staircase: as many facts hold of a state as its features say.
class Mountaineer : public Prior {
 public:
  explicit Mountaineer(std::size_t actions, bool ready = true, bool answers = true)
      : actions_(actions), ready_(ready), answers_(answers) {}

  std::uint64_t asked() const { return asked_; }

  Observe needs() const override { return {.features = true}; }
  bool ready() const override { return ready_; }

  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override {
    ++asked_;
    if (!answers_) return Error{ErrorCode::kInvalidArgument, "no answer"};
    std::vector<Prediction> predictions;
    for (const PriorQuery& query : queries) {
      EXPECT_EQ(query.features.size(), query.state.applied.size() + 1);
      std::vector<float> logits(actions_);
      const int step = std::popcount(query.features.back()->autophase[0]);
      logits[std::min<std::size_t>(static_cast<std::size_t>(step), actions_ - 1)] = 10;
      predictions.push_back({std::move(logits), {}});
    }
    return predictions;
  }

 private:
  const std::size_t actions_;
  const bool ready_;
  const bool answers_;
  std::atomic<std::uint64_t> asked_{0};
};

constexpr std::size_t kSteps = 12;
constexpr std::size_t kIdle = 200;

SearchOutcome Climb(Prior* guide, std::uint64_t evaluations) {
  const auto problem = Staircase(kSteps, kIdle);
  ConstantPrior nothing(std::vector<float>(problem.passes.size()));
  return RunSearch({.problem = problem, .limits = Evaluations(evaluations)},
                   Objective::kIrInstructions, [&](const ActionSpace& actions, Evaluator& e) {
                     return MakeLocalSearcher({.samples = 0, .advice_every = 10}, actions, e,
                                              nothing, guide);
                   });
}

TEST(Guide, TakesTheLocalSearchWhereItWouldNotGetAlone) {
  Mountaineer guide(kSteps + kIdle);
  const auto alone = Climb(nullptr, 1500);
  const auto guided = Climb(&guide, 1500);
  ASSERT_TRUE(alone.result.ok() && guided.result.ok());
  EXPECT_GT(alone.result->cost.instructions, 120u);
  EXPECT_EQ(guided.result->cost.instructions, 100u);
  EXPECT_GT(guide.asked(), 0u);
}

TEST(Guide, IsAskedRarely) {
  Mountaineer guide(kSteps + kIdle);
  ASSERT_TRUE(Climb(&guide, 600).result.ok());
  // A question is about a whole list, of at most `kSteps` passes, each of them one `Predict` here.
  EXPECT_LE(guide.asked(), (600 / 10 + 1) * (kSteps + 1));
}

TEST(Guide, IsNotWaitedFor) {
  Mountaineer guide(kSteps + kIdle, /*ready=*/false);
  const auto run = Climb(&guide, 600);
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(guide.asked(), 0u);
  EXPECT_EQ(run.tries.size(), 600u);
}

TEST(Guide, ItsErrorEndsTheSearchWithWhatWasFound) {
  Mountaineer guide(kSteps + kIdle, /*ready=*/true, /*answers=*/false);
  const auto run = Climb(&guide, 600);
  EXPECT_FALSE(run.result.ok() && run.tries.size() == 600);
}

TEST(Decode, OneEpisodeFollowsThePrior) {
  const auto problem = Staircase(kSteps, kIdle);
  Mountaineer prior(problem.passes.size());
  const auto run =
      RunSearch({.problem = problem}, Objective::kIrInstructions,
                [&](const ActionSpace& actions, Evaluator& evaluator) {
                  return MakeDecodeSearcher({.width = 1, .length = 45, .patience = 45, .rounds = 1},
                                            actions, evaluator, prior);
                });
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->cost.instructions, 100u);
  EXPECT_EQ(run.tries.size(), 45u);
}

}  // namespace
}  // namespace autotune
