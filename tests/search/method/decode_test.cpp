#include "search/method/decode.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "search/run_search.h"
#include "support/fake_evaluator.h"
#include "support/fake_prior.h"

namespace autotune {
namespace {

/// Knows the way up a staircase: as many facts hold of a state as its features say.
class Mountaineer : public Prior {
 public:
  explicit Mountaineer(std::size_t actions, bool ready = true) : actions_(actions), ready_(ready) {}

  Observe needs() const override { return {.features = true}; }
  bool ready() const override { return ready_; }

  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override {
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
};

constexpr std::size_t kSteps = 12;
constexpr std::size_t kIdle = 200;

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

TEST(Decode, DoesNotWaitForAPrior) {
  const auto problem = Staircase(kSteps, kIdle);
  Mountaineer prior(problem.passes.size(), /*ready=*/false);
  const auto run = RunSearch({.problem = problem}, Objective::kIrInstructions,
                             [&](const ActionSpace& actions, Evaluator& evaluator) {
                               return MakeDecodeSearcher({}, actions, evaluator, prior);
                             });
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.tries.size(), 0u);
}

}  // namespace
}  // namespace autotune
