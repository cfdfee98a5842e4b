#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/evaluator.h"
#include "db/evaluation_store.h"
#include "db/evaluation_table.h"

namespace autotune {

struct CachingOptions {
  /// Maximum number of entries in memory, some 60 MB; the file holds the rest.
  std::size_t memory_entries = 1 << 19;
};

/// Evaluator that answers from memory or a store for one program and asks another evaluator for the
/// rest. Traces are the same as without it, with one exception: a pass that failed before fails
/// with its first error, while a `WorkerPool` says `kKnownOffender`. Requests for other programs or
/// for features are passed on. Thread-safe.
class CachingEvaluator : public Evaluator {
 public:
  /// `store` must be that of this program and toolchain.
  CachingEvaluator(Evaluator& inner, EvaluationStore& store, const ProgramId& program,
                   const Hash128& toolchain, const CachingOptions& options = {});

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;

  /// Returns the number of passes answered from the cache.
  std::uint64_t hits() const { return hits_.load(std::memory_order_relaxed); }

 private:
  Trace Recall(const ProgramState& from, std::span<const PassId> passes,
               std::span<const Hash128> lists, const Observe& observe);
  void AskStore(std::span<const Hash128> lists);
  void Remember(const Trace& trace, std::span<const Hash128> lists, const Observe& observe);

  Evaluator& inner_;
  EvaluationStore& store_;
  const ProgramId program_;
  const ListKey empty_list_;
  EvaluationTable table_;
  std::atomic<std::uint64_t> hits_{0};
};

}  // namespace autotune
