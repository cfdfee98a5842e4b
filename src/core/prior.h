#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/evaluator.h"
#include "core/program.h"
#include "core/result.h"

namespace autotune {

/// What was observed at the root and after each pass of a list, in order.
using FeaturePath = std::vector<std::shared_ptr<const Features>>;

/// A state that a prior is asked about, and how it came to be.
struct PriorQuery {
  const ProgramState& state;
  const FeaturePath& features;  ///< one more than `state.applied` has; empty unless needed
};

struct Prediction {
  std::vector<float> logits;  ///< one for each action: the higher, the more promising as the next
  /// Expected cost of the best state that can be reached from here, over the cost of the state
  /// itself: in (0, 1]. Nothing where the prior doesn't know.
  std::optional<float> reachable;
};

/// Says which passes to try next. Thread-safe. Once it is ready, equal queries get equal answers:
/// those of a network to the last bit where the products of its linear algebra sum a row in the
/// same order however many there are, which some kernels of OpenBLAS don't (docs/architecture.md).
class Prior {
 public:
  virtual ~Prior() = default;

  /// What searches have to observe for it. Where that is `features`, the root must have some too.
  virtual Observe needs() const = 0;

  /// False where an answer would have to be waited for, or something simpler answers until then; a
  /// search may do something else meanwhile.
  virtual bool ready() const { return true; }

  /// One answer for each query, in order.
  virtual Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) = 0;
};

}  // namespace autotune
