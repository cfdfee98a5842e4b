#include "search/engine/size_guard.h"

#include <algorithm>
#include <cmath>

namespace autotune {

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
    const MutexLock lock(mutex_);
    if (allowed_.empty() || cost.instructions < allowed_.back().cost.instructions) {
      allowed_.push_back({step.next.applied, cost});
      on_allowed_(allowed_.back());
    }
  }
  if (!adapts_ || enforced_) return;
  std::uint64_t best = watched_.load();
  while (cost.instructions < best && !watched_.compare_exchange_weak(best, cost.instructions)) {
  }
}

void SizeGuard::Forget(PassId pass) {
  const MutexLock lock(mutex_);
  const std::size_t before = allowed_.size();
  std::erase_if(allowed_, [pass](const Allowed& list) {
    return std::ranges::find(list.passes, pass) != list.passes.end();
  });
  if (allowed_.size() == before) return;
  watched_.store(limit_.instructions + 1);  // the best state may have had it
  if (!allowed_.empty()) on_allowed_(allowed_.back());
}

void SizeGuard::Enforce(std::uint64_t instructions) {
  enforced_ = true;
  watched_.store(instructions + 1);
}

}  // namespace autotune
