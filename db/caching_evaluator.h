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
  std::size_t memory_entries = 1 << 19;  ///< some 60 MB; the file holds the rest
};

/// Answers what it knows of one program, from memory or from a store, and asks another evaluator
/// for the rest: the same trace as without it, but that a pass that failed before fails as it did
/// then, where a `WorkerPool` says `kKnownOffender`. Other programs, and whoever wants features,
/// are passed on. Thread-safe.
class CachingEvaluator : public Evaluator {
 public:
  /// `store` is the one of this program and toolchain.
  CachingEvaluator(Evaluator& inner, EvaluationStore& store, const ProgramId& program,
                   const Hash128& toolchain, const CachingOptions& options = {});

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;

  /// Passes that were answered from the cache.
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
