#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/evaluator.h"
#include "core/mutex.h"

namespace autotune {

/// The module whose bytes a search must not exceed.
struct SizeLimit {
  std::uint64_t instructions;
  std::uint64_t bytes;  ///< of text + data
};

/// Evaluator for searches that minimise instructions without more bytes than a limit.
///
/// The last state of a list is measured in bytes, too, if it may be an improvement. A state on the
/// way there (`EvaluationOptions::more`) is never taken for one. A state with too many bytes comes
/// back with more instructions than it has: its excess in per cent, times `kPenalty`, is added. So
/// a search can pass through such states, and is drawn back to the limit. Its best state may still
/// have too many bytes: the best allowed state is kept here. All other states are as `inner` gives
/// them. Thread-safe.
class SizeGuard : public Evaluator {
 public:
  /// A list that keeps to the limit.
  struct Allowed {
    PassSequence passes;
    Cost cost;
  };
  using OnAllowed = std::function<void(const Allowed&)>;

  /// Per cent of instructions for each per cent of bytes beyond the limit.
  static constexpr double kPenalty = 8;

  /// `inner` must outlive this object. `on_allowed` is told each list that is better than the root,
  /// whose cost is `root`, and than those before it; never twice at once. Unless `adapts`, all
  /// states with at most the limit's instructions are measured, so that answers don't depend on
  /// what was asked before.
  SizeGuard(Evaluator& inner, const Cost& root, const SizeLimit& limit, bool adapts,
            OnAllowed on_allowed)
      : inner_(inner),
        limit_(limit),
        adapts_(adapts),
        on_allowed_(std::move(on_allowed)),
        watched_(limit.instructions + 1),
        allowed_{{{}, root}} {}

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;

  /// Adds bytes to the limit, for sizes that `inner` measures by so much larger. Call it before the
  /// first `Apply`.
  void Correct(std::int64_t bytes) { limit_.bytes += static_cast<std::uint64_t>(bytes); }

  /// Forgets the lists that have this pass, those still to come included. If any had, `on_allowed`
  /// is told the best of the rest again, which may be the root without passes.
  void Forget(PassId pass);

  /// From now on states with at most so many instructions are measured, and those with too many
  /// bytes are worse than the limit's module. Nobody is told of lists any more. For work on a list
  /// that was found.
  void Enforce(std::uint64_t instructions);

 private:
  void Judge(Evaluation& step);
  void Take(Allowed list);

  Evaluator& inner_;
  SizeLimit limit_;
  const bool adapts_;
  const OnAllowed on_allowed_;
  std::atomic<std::uint64_t> watched_;  ///< states with fewer instructions are measured
  std::atomic<bool> enforced_ = false;
  Mutex mutex_;
  std::vector<Allowed> allowed_ GUARDED_BY(mutex_);  ///< each better than those before it
  std::vector<PassId> forgotten_ GUARDED_BY(mutex_);
};

}  // namespace autotune
