#include "search/engine/size_guard.h"

#include <algorithm>
#include <cmath>

namespace autotune {

namespace {

bool HasPass(const PassSequence& list, PassId pass) {
  return std::ranges::find(list, pass) != list.end();
}

}  // namespace

Trace SizeGuard::Apply(const ProgramState& from, std::span<const PassId> passes,
                       const EvaluationOptions& options, const Budget& budget) {
  const std::uint64_t watched = watched_.load();
  EvaluationOptions watching = options;
  if (!options.more) watching.observe.size_below = std::max(options.observe.size_below, watched);
  Trace trace = inner_.Apply(from, passes, watching, budget);
  for (Evaluation& step : trace.steps) {
    if (step.cost.object_size) {
      Judge(step);
    } else {
      // Nobody has looked at a state on the way: it is no improvement.
      step.cost.instructions = std::max(step.cost.instructions, watched);
    }
  }
  return trace;
}

void SizeGuard::Judge(Evaluation& step) {
  Cost& cost = step.cost;
  const std::uint64_t bytes = cost.object_size->total();
  if (bytes > limit_.bytes) {
    const double excess = static_cast<double>(bytes) / static_cast<double>(limit_.bytes) - 1;
    const auto more = std::llround(kPenalty * excess * static_cast<double>(cost.instructions));
    cost.instructions += std::max<std::uint64_t>(1, static_cast<std::uint64_t>(more));
    if (enforced_) cost.instructions = std::max(cost.instructions, limit_.instructions + 1);
  } else if (!enforced_) {
    Take({step.next.applied, cost});
  }
  if (!adapts_ || enforced_) return;
  std::uint64_t best = watched_.load();
  while (cost.instructions < best && !watched_.compare_exchange_weak(best, cost.instructions)) {
  }
}

void SizeGuard::Take(Allowed list) {
  const MutexLock lock(mutex_);
  if (list.cost.instructions >= allowed_.back().cost.instructions) return;
  // A list with a forgotten pass may have been under way.
  if (std::ranges::any_of(forgotten_, [&](PassId pass) { return HasPass(list.passes, pass); })) {
    return;
  }
  allowed_.push_back(std::move(list));
  on_allowed_(allowed_.back());
}

void SizeGuard::Forget(PassId pass) {
  const MutexLock lock(mutex_);
  forgotten_.push_back(pass);
  watched_.store(limit_.instructions + 1);  // the best state may have had it
  const auto has = [pass](const Allowed& list) { return HasPass(list.passes, pass); };
  if (std::erase_if(allowed_, has) > 0) on_allowed_(allowed_.back());
}

void SizeGuard::Enforce(std::uint64_t instructions) {
  enforced_ = true;
  watched_.store(instructions + 1);
}

}  // namespace autotune
