#include "search/method/rollouts.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/run_search.h"
#include "support/fake_evaluator.h"
#include "support/fake_prior.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

SearchOutcome Roll(const SearchSetup& setup, const RolloutsOptions& options, Prior& prior) {
  return RunSearch(setup, options.objective, [&](const auto& actions, auto& evaluator) {
    return MakeRolloutsSearcher(options, actions, evaluator, prior);
  });
}

/// Likes the pass most whose index is the number of passes so far, and keeps what it is shown.
class Reader : public Prior {
 public:
  explicit Reader(std::size_t actions, bool ready = true) : actions_(actions), ready_(ready) {}

  Observe needs() const override { return {.features = true}; }
  bool ready() const override { return ready_; }
  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override {
    std::vector<Prediction> predictions;
    for (const PriorQuery& query : queries) {
      EXPECT_EQ(query.features.size(), query.state.applied.size() + 1);
      seen.push_back(query.state.applied);
      Prediction& prediction = predictions.emplace_back();
      prediction.logits.resize(actions_);
      prediction.logits[query.state.applied.size() % actions_] = 5;
    }
    return predictions;
  }

  std::vector<PassSequence> seen;

 private:
  const std::size_t actions_;
  const bool ready_;
};

TEST(Rollouts, ShowsThePolicyAllPassesAndKeepsThoseWithAnEffect) {
  // Pass 1 does nothing, so that 0, 1, 2 is the policy's list and 0, 2 the result.
  const FakeProblem problem{.root_instructions = 100,
                            .instructions = {-10, -10},
                            .passes = {{.sets = 1}, {}, {.needs = 1, .sets = 2}}};
  Reader prior(3);
  const auto run = Roll({.problem = problem, .threads = 1},
                        {.length = 3, .episodes = 1, .begin_greedily = true}, prior);
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0, 2));
  EXPECT_EQ(run.result->cost.instructions, 80u);
  EXPECT_THAT(prior.seen, ElementsAre(PassSequence{}, PassSequence{0}, PassSequence{0, 1}));
}

TEST(Rollouts, ShowsThePolicyTheGraphOfThePresentState) {
  std::set<std::vector<Try>> different;
  for (const bool graph : {false, true}) {
    FakePrior prior(14);
    prior.set_needs({.graph = graph});  // it checks what it is shown
    auto run = Roll({.problem = Staircase(10, 4), .threads = 1}, {.episodes = 5}, prior);
    ASSERT_TRUE(run.result.ok());
    for (const FakeCall& call : run.calls) EXPECT_EQ(call.options.observe.graph, graph);
    different.insert(run.tries);
  }
  EXPECT_EQ(different.size(), 2u);
}

TEST(Rollouts, TriesNothingTwiceWhereItDidNothing) {
  ConstantPrior prior({900, 0, 0, 0});
  const auto run = Roll({.problem = Staircase(1, 3), .threads = 1},
                        {.length = 45, .episodes = 1, .begin_greedily = true}, prior);
  ASSERT_TRUE(run.result.ok());
  // Pass 0 has its effect; then all four do nothing and the episode ends.
  EXPECT_EQ(run.tries.size(), 5u);
  EXPECT_THAT(run.result->passes, ElementsAre(0));
}

TEST(Rollouts, AFailedPassEndsItsEpisodeOnly) {
  const auto fails = [](const ProgramState& state, PassId pass) {
    return pass == 0 && state.applied.empty() ? std::optional(ErrorCode::kPassCrashed)
                                              : std::nullopt;
  };
  ConstantPrior prior({1, 1, 1});
  const FakeProblem problem{.root_instructions = 100,
                            .instructions = {-10, -20, -30},
                            .passes = {{.sets = 1}, {.sets = 2}, {.sets = 4}}};
  const auto run =
      Roll({.problem = problem, .failure = fails}, {.length = 5, .episodes = 20}, prior);
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->cost.instructions, 40u);
}

TEST(Rollouts, DoesNotWaitForAPrior) {
  Reader prior(3, false);
  const auto run = Roll({.problem = Staircase(3)}, {}, prior);
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.calls, IsEmpty());
}

TEST(Rollouts, DrawsEvenlyWhereAskedTo) {
  // The policy knows one pass alone; the other is met by exploring.
  const FakeProblem problem{
      .root_instructions = 100, .instructions = {0, -50}, .passes = {{.sets = 1}, {.sets = 2}}};
  for (const double explore : {0.0, 0.2}) {
    ConstantPrior prior({50, 0});
    const auto run = Roll({.problem = problem, .limits = Evaluations(400)},
                          {.length = 1, .explore = explore}, prior);
    ASSERT_TRUE(run.result.ok());
    EXPECT_EQ(run.result->cost.instructions, explore > 0 ? 50u : 100u);
  }
}

TEST(Rollouts, SameSeedAndLimitGiveTheSameOnAnyNumberOfThreads) {
  std::set<std::vector<Try>> different;
  for (const std::uint64_t seed : {0u, 1u}) {
    std::vector<std::vector<Try>> runs;
    for (const int threads : {1, 2, 8}) {
      FakePrior prior(14);
      auto run = Roll({.problem = Staircase(10, 4),
                       .limits = Evaluations(997),
                       .threads = threads,
                       .failure = Unreliable,
                       .latency = std::chrono::microseconds(threads == 1 ? 0 : 20)},
                      {.seed = seed, .length = 20, .explore = 0.1}, prior);
      ASSERT_TRUE(run.result.ok());
      std::ranges::sort(run.tries);
      EXPECT_EQ(run.tries.size(), 997u);
      runs.push_back(run.tries);
    }
    EXPECT_EQ(runs[1], runs[0]);
    EXPECT_EQ(runs[2], runs[0]);
    different.insert(runs[0]);
  }
  EXPECT_EQ(different.size(), 2u);
}

}  // namespace
}  // namespace autotune
