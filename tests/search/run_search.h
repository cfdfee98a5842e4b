#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/searcher.h"
#include "support/fake_evaluator.h"

namespace autotune {

/// A search to be run, all but its method.
struct SearchSetup {
  FakeProblem problem;
  Budget::Limits limits = {};
  int threads = 2;
  FakeEvaluator::Failure failure = {};
  std::chrono::microseconds latency{0};
  std::function<void(const Best&, Budget&)> on_best = {};
};

/// A pass, and the sequence that led to the state it was tried on.
using Try = std::pair<PassSequence, PassId>;

struct SearchOutcome {
  Result<Best> result;
  std::vector<Best> reported;
  std::vector<FakeCall> calls;
  std::vector<Try> tries;  ///< call by call, failed ones too
};

using MakeSearcher = std::function<std::unique_ptr<Searcher>(const ActionSpace&, Evaluator&)>;

/// Runs a search, on so many threads however few cores there are, and checks what holds of every
/// search: the root is reported first, reports don't overlap, each is better than the one before,
/// the last one is the result, its passes lead to its cost, and what the budget counts was
/// evaluated.
SearchOutcome RunSearch(const SearchSetup& setup, Objective objective, const MakeSearcher& make);

inline Budget::Limits Evaluations(std::uint64_t limit) {
  return {.deadline = std::nullopt, .evaluations = limit};
}

inline Budget::Limits Within(Clock::duration time) {
  return {.deadline = Clock::now() + time, .evaluations = std::nullopt};
}

/// Lets one of seven sequences fail at its end, each in one of the ways there are.
std::optional<ErrorCode> Unreliable(const ProgramState& state, PassId pass);

}  // namespace autotune
