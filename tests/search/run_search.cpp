#include "search/run_search.h"

#include <atomic>
#include <iterator>
#include <span>
#include <tuple>

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace autotune {
namespace {

void CheckReports(const std::vector<Best>& reported, const Evaluation& root, Objective objective) {
  ASSERT_FALSE(reported.empty());
  EXPECT_EQ(reported.front().passes, PassSequence{});
  EXPECT_EQ(reported.front().cost, root.cost);
  EXPECT_EQ(reported.front().evaluations, 0u);
  const auto key = [&](const Best& best) {
    return std::tuple(Value(best.cost, objective), best.passes.size(), best.passes);
  };
  for (std::size_t i = 1; i < reported.size(); ++i) {
    EXPECT_LT(key(reported[i]), key(reported[i - 1]));
    EXPECT_GE(reported[i].evaluations, reported[i - 1].evaluations);
  }
}

void CheckResult(const Best& best, const Best& last_reported, const FakeEvaluator& evaluator,
                 Objective objective) {
  EXPECT_EQ(best.passes, last_reported.passes);
  EXPECT_EQ(best.cost, last_reported.cost);
  EXPECT_EQ(best.evaluations, last_reported.evaluations);
  EXPECT_EQ(Value(best.cost, objective), Value(evaluator.Replay(best.passes).cost, objective));
}

std::vector<Try> Tries(const std::vector<FakeCall>& calls) {
  std::vector<Try> tries;
  for (const FakeCall& call : calls) {
    PassSequence applied = call.from;
    const bool failed = call.error && IsEvaluationFailure(*call.error);
    for (std::size_t i = 0; i < call.steps + (failed ? 1 : 0); ++i) {
      tries.emplace_back(applied, call.passes[i]);
      applied.push_back(call.passes[i]);
    }
  }
  return tries;
}

}  // namespace

SearchOutcome RunSearch(const SearchSetup& setup, Objective objective, const MakeSearcher& make) {
  const ActionSpace actions = FakeActionSpace(setup.problem);
  FakeEvaluator evaluator(setup.problem);
  evaluator.set_failure(setup.failure);
  evaluator.set_latency(setup.latency);
  Budget budget(setup.limits);
  const auto searcher = make(actions, evaluator);

  std::vector<Best> reported;
  std::atomic<bool> reporting = false;
  const OnBest on_best = [&](const Best& best) {
    EXPECT_FALSE(reporting.exchange(true)) << "two reports at once";
    reported.push_back(best);
    if (setup.on_best) setup.on_best(best, budget);
    reporting = false;
  };
  const Evaluation root = evaluator.Root();
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, setup.threads);
  tbb::task_arena arena(setup.threads);
  Result<Best> result = arena.execute([&] { return searcher->Run(root, budget, on_best); });

  CheckReports(reported, root, objective);
  if (result.ok() && !reported.empty()) {
    CheckResult(*result, reported.back(), evaluator, objective);
  }
  std::vector<FakeCall> calls = evaluator.calls();
  std::vector<Try> tries = Tries(calls);
  EXPECT_EQ(budget.used(), tries.size());
  return {std::move(result), std::move(reported), std::move(calls), std::move(tries)};
}

std::optional<ErrorCode> Unreliable(const ProgramState& state, PassId pass) {
  PassSequence sequence = state.applied;
  sequence.push_back(pass);
  const std::uint64_t hash = HashBytes(std::as_bytes(std::span(sequence))).low;
  if (hash % 7 != 0) return std::nullopt;
  return kEvaluationFailures[hash / 7 % std::size(kEvaluationFailures)];
}

}  // namespace autotune
