#include "cli/pass_clock.h"

namespace autotune {

Trace PassClock::Apply(const ProgramState& from, std::span<const PassId> passes,
                       const EvaluationOptions& options, const Budget& budget) {
  Trace trace = inner_.Apply(from, passes, options, budget);
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    Total& total = passes_[passes[i]];
    total.nanoseconds.fetch_add(trace.steps[i].nanoseconds, std::memory_order_relaxed);
    total.runs.fetch_add(1, std::memory_order_relaxed);
  }
  return trace;
}

std::chrono::nanoseconds PassClock::Expected(std::span<const PassId> passes) const {
  std::uint64_t sum = 0;
  for (const PassId pass : passes) {
    const std::uint64_t runs = passes_[pass].runs.load(std::memory_order_relaxed);
    if (runs != 0) sum += passes_[pass].nanoseconds.load(std::memory_order_relaxed) / runs;
  }
  return std::chrono::nanoseconds(sum);
}

}  // namespace autotune
