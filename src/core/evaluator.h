#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/budget.h"
#include "core/program.h"
#include "core/result.h"

namespace autotune {

/// Measurements wanted after each pass, beyond hash and instruction count. Each flag costs time.
struct Observe {
  bool features = false;
  bool object_size = false;
  /// The last state has an object size in any case if it has fewer instructions than this.
  std::uint64_t size_below = 0;
  bool graph = false;
  /// With `object_size`: `WorkerPool::Measure` returns the object file, too.
  bool object_file = false;

  /// True if the last state, with so many instructions, is to have an object size.
  bool WantsSize(std::uint64_t instructions) const {
    return object_size || instructions < size_below;
  }
  /// Returns the measurements wanted of the states before the last one.
  Observe OnTheWay() const {
    Observe on_the_way = *this;
    on_the_way.size_below = 0;
    on_the_way.object_file = false;
    return on_the_way;
  }
};

/// States that the caller will come back to. A hint for speed: any state can be rebuilt from its
/// sequence.
struct Retain {
  bool start = true;  ///< keep the state the passes start from: siblings will be asked for
  bool end = false;   ///< keep the last state: it will have several children
  bool path = false;  ///< keep states on the way that took long to reach: any may be asked for
};

struct EvaluationOptions {
  Observe observe{};
  Retain retain{};
  bool more = false;     ///< a hint: the caller will go on from the last state at once
  bool may_end = false;  ///< with `more`: if the last state is much better, the caller ends there
};

/// The outcome of applying passes one after another. `steps` has one evaluation for each pass that
/// was applied, in order. If `status` is an error, nothing after it was tried. Unless `rebuilding`,
/// the error is that of pass number `steps.size()`.
struct Trace {
  std::vector<Evaluation> steps;
  Status status;
  /// True if the failure came while the starting state was rebuilt. It then says nothing of the
  /// passes asked for.
  bool rebuilding = false;
};

/// Applies passes to programs and measures the results. Thread-safe. Failures are values. Changed
/// modules are verified as `WorkerPoolOptions` say.
///
/// Equal sequences on equal programs give equal answers, whatever was asked before and by whom, if
/// LLVM's passes themselves are deterministic and all changed modules are verified.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// Applies `passes` in order to `from`, each over the whole module and with fresh analyses. The
  /// module has neither debug information nor names of local values; no pass may depend on them.
  /// Once `budget` is interrupted, running work is dropped and the status is `kCancelled`. The
  /// caller has claimed the evaluations; `Apply` claims none.
  virtual Trace Apply(const ProgramState& from, std::span<const PassId> passes,
                      const EvaluationOptions& options, const Budget& budget) = 0;
};

}  // namespace autotune
