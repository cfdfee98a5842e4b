#include "search/list/minimize.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "core/random.h"
#include "search/engine/size_guard.h"
#include "search/run_search.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Minimises lists of one problem, and checks what holds of every answer.
class Harness {
 public:
  explicit Harness(FakeProblem problem) : evaluator_(std::move(problem)) {}

  FakeEvaluator& evaluator() { return evaluator_; }

  Best Claim(PassSequence passes) const {
    const Cost cost = evaluator_.Replay(passes).cost;
    return {std::move(passes), cost, 17};
  }

  Best Run(const Best& best, Budget::Limits limits = {}, int threads = 3,
           Objective objective = Objective::kIrInstructions) {
    Budget budget(limits);
    const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(threads);
    const std::size_t calls_before = evaluator_.calls().size();
    const Best shorter = arena.execute([&] {
      return Minimize({.objective = objective}, evaluator_, evaluator_.Root(), best, budget);
    });
    EXPECT_LE(shorter.passes.size(), best.passes.size());
    EXPECT_LE(Value(shorter.cost, objective), Value(best.cost, objective));
    EXPECT_EQ(shorter.evaluations, best.evaluations);
    CheckClaims(budget, calls_before);
    return shorter;
  }

 private:
  void CheckClaims(const Budget& budget, std::size_t calls_before) const {
    std::uint64_t made = 0;
    const std::vector<FakeCall> calls = evaluator_.calls();
    for (std::size_t i = calls_before; i < calls.size(); ++i) {
      made += calls[i].steps + (calls[i].error && IsEvaluationFailure(*calls[i].error) ? 1 : 0);
    }
    EXPECT_EQ(budget.used(), made);
    EXPECT_LE(made, budget.limits().evaluations.value_or(made));
  }

  FakeEvaluator evaluator_;
};

/// A problem and a list without any plan.
std::pair<FakeProblem, PassSequence> Anything(std::uint64_t seed) {
  Random random(seed);
  FakeProblem problem{.root_instructions = 1000, .instructions = {}, .passes = {}};
  for (std::size_t i = 0; i < 10; ++i) {
    problem.instructions.push_back(static_cast<std::int64_t>(random.Below(40)) - 25);
    const auto fact = [&] { return Facts{1} << random.Below(10); };
    problem.passes.push_back(
        {.needs = random.Below(2) ? fact() : 0, .blocked_by = fact(), .sets = fact() | fact()});
  }
  PassSequence list;
  for (std::size_t i = 0; i < 40; ++i) list.push_back(static_cast<PassId>(random.Below(10)));
  return {std::move(problem), std::move(list)};
}

TEST(Minimize, KeepsOnlyTheStairs) {
  Harness harness(Staircase(5, 3));
  const Best shorter = harness.Run(harness.Claim({6, 0, 5, 1, 1, 2, 7, 7, 0, 3, 4, 6, 5}));
  EXPECT_THAT(shorter.passes, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(shorter.cost.instructions, 100u);
}

TEST(Minimize, LeavesNothingOfAListThatDoesNothing) {
  Harness harness(Staircase(2, 2));
  EXPECT_THAT(harness.Run(harness.Claim({2, 3, 2})).passes, IsEmpty());
  EXPECT_THAT(harness.Run(harness.Claim({})).passes, IsEmpty());
}

TEST(Minimize, LeavesAMinimalListAlone) {
  Harness harness(Staircase(9));
  const PassSequence stairs = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(harness.Run(harness.Claim(stairs)).passes, stairs);
}

TEST(Minimize, TakesWhatDroppingAPassGains) {
  Harness harness({.root_instructions = 100,
                   .instructions = {-10, 7, -10},
                   .passes = {{.sets = 1}, {.sets = 2}, {.sets = 4}}});
  const Best shorter = harness.Run(harness.Claim({0, 1, 2}));
  EXPECT_THAT(shorter.passes, ElementsAre(0, 2));
  EXPECT_EQ(shorter.cost.instructions, 80u);
}

TEST(Minimize, KeepsOneOfTwoThatDoTheSame) {
  Harness harness({.root_instructions = 100,
                   .instructions = {-10},
                   .passes = {{.sets = 1}, {.blocked_by = 1, .sets = 1}, {.sets = 2}}});
  EXPECT_THAT(harness.Run(harness.Claim({1, 0, 1})).passes, SizeIs(1));
}

TEST(Minimize, DropsTogetherWhatCanNotGoAlone) {
  Harness harness({.root_instructions = 100,
                   .instructions = {-10, 10, -10, -10},
                   .passes = {{.sets = 1}, {.sets = 2}, {.sets = 4}, {.sets = 8}}});
  // Without pass 1 before it pass 2 fails, without pass 2 after it pass 1 is a loss.
  harness.evaluator().set_failure([](const ProgramState& state, PassId pass) {
    const bool fails = pass == 2 && (state.ir.low & 2) == 0;
    return fails ? std::optional(ErrorCode::kPassCrashed) : std::nullopt;
  });
  EXPECT_THAT(harness.Run(harness.Claim({1, 2, 0, 3})).passes, ElementsAre(0, 3));
  EXPECT_THAT(harness.Run(harness.Claim({0, 3, 1, 2})).passes, ElementsAre(0, 3));
}

TEST(Minimize, MinimisesObjectSizeWhereThatIsTheObjective) {
  Harness harness({.root_instructions = 100,
                   .instructions = {-10, -10},
                   .object_bytes = {-5, 5},
                   .passes = {{.sets = 1}, {.sets = 2}}});
  const Best shorter = harness.Run(harness.Claim({0, 1}), {}, 1, Objective::kObjectSize);
  EXPECT_THAT(shorter.passes, ElementsAre(0));
}

/// A guard looks at the bytes of states at the end of lists alone.
TEST(Minimize, DropsALastPassUnderALimitOfBytes) {
  FakeEvaluator evaluator({.root_instructions = 100,
                           .instructions = {-10, 0, 0},
                           .object_bytes = {-5, 0, 0},
                           .passes = {{.sets = 1}, {.sets = 2}, {.sets = 4}}});
  SizeGuard guard(evaluator, evaluator.Root().cost, {.instructions = 95, .bytes = 100},
                  /*adapts=*/true, [](const SizeGuard::Allowed&) {});
  guard.Enforce(90, 100);
  Budget budget{Budget::Limits{}};
  const Best claim{{0, 1, 2}, evaluator.Replay({0, 1, 2}).cost, 17};
  EXPECT_THAT(Minimize({}, guard, evaluator.Root(), claim, budget).passes, ElementsAre(0));
}

TEST(Minimize, GoesOnUntilNoPassCanGo) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    auto [problem, list] = Anything(seed);
    Harness harness(std::move(problem));
    const Best shorter = harness.Run(harness.Claim(list));
    EXPECT_EQ(shorter.cost.instructions,
              harness.evaluator().Replay(shorter.passes).cost.instructions);
    for (std::size_t i = 0; i < shorter.passes.size(); ++i) {
      PassSequence without = shorter.passes;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_GT(harness.evaluator().Replay(without).cost.instructions, shorter.cost.instructions)
          << "seed " << seed << ", pass " << i;
    }
  }
}

TEST(Minimize, AnswersTheSameOnAnyNumberOfThreads) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const std::optional<std::uint64_t> limit :
         {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(300)}) {
      auto [problem, list] = Anything(seed);
      Harness harness(std::move(problem));
      harness.evaluator().set_failure(Unreliable);
      const Best claim = harness.Claim(list);
      const Budget::Limits limits{.deadline = {}, .evaluations = limit};
      EXPECT_EQ(harness.Run(claim, limits, 1).passes, harness.Run(claim, limits, 4).passes);
    }
  }
}

TEST(Minimize, StaysWithinItsEvaluations) {
  for (std::uint64_t limit = 0; limit < 200; limit += 7) {
    auto [problem, list] = Anything(1);
    Harness harness(std::move(problem));
    harness.Run(harness.Claim(list), Evaluations(limit));
  }
}

TEST(Minimize, ReturnsTheListItselfWhereThereIsNoTime) {
  Harness harness(Staircase(3, 3));
  const PassSequence list = {5, 0, 1, 4, 2};
  EXPECT_EQ(harness.Run(harness.Claim(list), Evaluations(4)).passes, list);
  EXPECT_EQ(harness.Run(harness.Claim(list), Within(std::chrono::seconds(0))).passes, list);
}

TEST(Minimize, IsCutShortByTheDeadline) {
  auto [problem, list] = Anything(3);
  Harness harness(std::move(problem));
  harness.evaluator().set_latency(std::chrono::milliseconds(20));
  const Clock::time_point begin = Clock::now();
  harness.Run(harness.Claim(list), Within(std::chrono::milliseconds(1200)));
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
}

TEST(Minimize, ReturnsAListThatIsNotConfirmedAsItIs) {
  Harness harness(Staircase(3, 1));
  Best best = harness.Claim({0, 3, 1});
  best.cost.instructions -= 1;
  EXPECT_EQ(harness.Run(best).passes, best.passes);
}

}  // namespace
}  // namespace autotune
