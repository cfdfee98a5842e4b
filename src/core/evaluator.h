#pragma once

#include <span>
#include <vector>

#include "core/budget.h"
#include "core/program.h"
#include "core/result.h"

namespace autotune {

/// What to measure after each pass, beyond hash and instruction count. Each flag costs time.
struct Observe {
  bool features = false;
  bool object_size = false;
};

/// What the caller will come back to. A hint for speed: any state can be rebuilt from its sequence.
struct Retain {
  bool start = true;  ///< siblings will be asked for: keep the state the passes start from
  bool end = false;   ///< the last state will have several children: keep it too
  bool path = false;  ///< any state on the way may be asked for: keep those that took long to reach
};

struct EvaluationOptions {
  Observe observe{};
  Retain retain{};
};

/// The outcome of applying passes one after another: one evaluation for each pass that was applied,
/// in order. Where `status` is an error, it is that of pass number `steps.size()`, unless
/// `rebuilding`, and nothing after it was tried.
struct Trace {
  std::vector<Evaluation> steps;
  Status status;
  /// It failed while the state to go on from was made again: that says nothing of the passes asked
  /// for.
  bool rebuilding = false;
};

/// Applies passes to programs and measures what comes out. Thread-safe. Failures are values.
/// Every changed module was verified. Equal sequences on equal programs give equal answers,
/// whatever was asked before and by whom, as far as LLVM's passes themselves are deterministic.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// Applies `passes` in order, each over the whole module and with fresh analyses, to `from`,
  /// which has neither debug information nor names of local values: no pass may depend on them.
  /// Once `budget` is interrupted, whatever is running is dropped and the status is `kCancelled`.
  /// The caller has claimed the evaluations; `Apply` claims none.
  virtual Trace Apply(const ProgramState& from, std::span<const PassId> passes,
                      const EvaluationOptions& options, const Budget& budget) = 0;
};

}  // namespace autotune
