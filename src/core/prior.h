#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/evaluator.h"
#include "core/program.h"
#include "core/result.h"

namespace autotune {

/// Features observed at the root and after each pass of a list, in order.
using FeaturePath = std::vector<std::shared_ptr<const Features>>;

/// A state that a prior is asked about, and the features on the way to it.
struct PriorQuery {
  const ProgramState& state;
  const FeaturePath& features;  ///< one element more than `state.applied`; empty unless needed
  std::shared_ptr<const ProgramGraph> graph = {};  ///< graph of the state; null unless needed
  std::span<const PassSequence> lists = {};  ///< those to rank, which would go on from the state
};

struct Prediction {
  std::vector<float> logits;  ///< one for each action; the higher, the more promising as the next
  /// Expected cost of the best state reachable from here, divided by the cost of the state itself:
  /// in (0, 1]. Nothing if the prior doesn't know.
  std::optional<float> reachable;
  /// One for each list of `PriorQuery::lists`; the higher, the more promising. Empty unless the
  /// prior ranks lists. A prior that knows the lists of `Coreset` alone always answers about them;
  /// it has no opinion on single passes, and `logits` are all 0.
  std::vector<float> lists = {};
  /// One for each of `lists`: number of its passes that are worth trying. Empty: all of them.
  std::vector<std::uint32_t> prefixes = {};
};

/// Predicts which passes to try next. Thread-safe. Once it is ready, equal queries get equal
/// answers.
///
/// A network's answers are equal to the last bit only if matrix products sum a row in the same
/// order for any number of rows. Some kernels of OpenBLAS don't (docs/architecture.md).
class Prior {
 public:
  virtual ~Prior() = default;

  /// Observations that searches have to make for the prior. The root must have them, too.
  virtual Observe needs() const = 0;

  /// False if a caller would have to wait for an answer, or if something simpler answers until
  /// then. A search may do something else meanwhile.
  virtual bool ready() const { return true; }

  /// Returns one answer for each query, in order.
  virtual Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) = 0;
};

}  // namespace autotune
