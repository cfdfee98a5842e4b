#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/engine/begin_with.h"
#include "search/method/greedy.h"
#include "search/run_search.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;

SearchOutcome RunGreedy(const SearchSetup& setup, const std::vector<PassSequence>& lists) {
  return RunSearch(setup, {}, [&](const ActionSpace& actions, Evaluator& evaluator) {
    auto searcher = MakeSeeded({}, evaluator, MakeGreedySearcher({}, actions, evaluator));
    for (const PassSequence& list : lists) searcher->Suggest(list);
    return searcher;
  });
}

/// As in greedy's own tests: no single pass leads out of 80.
const FakeProblem kValley{
    .root_instructions = 100,
    .instructions = {-20, -15, -50},
    .passes = {{.sets = 1}, {.blocked_by = 1, .sets = 2}, {.needs = 2, .sets = 4}, {}}};

TEST(Seeded, AListIsTheFirstCandidateOfAMethodThatTakesNone) {
  const auto alone = RunGreedy({.problem = kValley}, {});
  ASSERT_TRUE(alone.result.ok());
  const auto seeded = RunGreedy({.problem = kValley}, {{1, 2, 0, 3}});
  ASSERT_TRUE(seeded.result.ok());
  EXPECT_LT(seeded.result->cost.instructions, alone.result->cost.instructions);
  EXPECT_THAT(seeded.result->passes, ElementsAre(1, 2, 0)) << "the best prefix";
  EXPECT_EQ(seeded.tries.size(), alone.tries.size() + 4);
}

/// Remembers what it is told.
class Listener : public Searcher {
 public:
  explicit Listener(std::vector<PassSequence>& told) : told_(told) {}
  void Suggest(const PassSequence& list) override { told_.push_back(list); }
  Result<Best> Run(const Evaluation& root, Budget&, const OnBest&) override {
    return Best{{}, root.cost, 0};
  }

 private:
  std::vector<PassSequence>& told_;
};

TEST(Seeded, TheBestIsSuggestedLast) {
  FakeEvaluator evaluator(kValley);
  std::vector<PassSequence> told;
  const auto searcher = MakeSeeded({}, evaluator, std::make_unique<Listener>(told));
  for (const PassSequence& list : {PassSequence{1, 2, 0}, PassSequence{0}}) searcher->Suggest(list);
  Budget budget({});
  EXPECT_TRUE(searcher->Run(evaluator.Root(), budget, [](const Best&) {}).ok());
  EXPECT_THAT(told, ElementsAre(PassSequence{1, 2, 0}, PassSequence{0}, PassSequence{1, 2, 0}));
}

TEST(Seeded, AListThatFailsCostsNothingElse) {
  const auto failing = [](const ProgramState& state, PassId pass) -> std::optional<ErrorCode> {
    if (state.applied.empty() && pass == 3) return ErrorCode::kPassCrashed;
    return std::nullopt;
  };
  const auto run = RunGreedy({.problem = kValley, .failure = failing}, {{3, 1}, {1, 2, 0}});
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->cost.instructions, 15u);
}

TEST(Seeded, KeepsToTheLimit) {
  const auto run = RunGreedy({.problem = kValley, .limits = Evaluations(2)}, {{1, 2, 0}});
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.tries.size(), 2u);
}

}  // namespace
}  // namespace autotune
