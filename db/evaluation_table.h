#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <unordered_map>

#include "core/mutex.h"
#include "db/stored_evaluation.h"

namespace autotune {

/// Evaluations in memory, by the key of their list. Size is bounded: entries unused for long are
/// dropped. Thread-safe.
class EvaluationTable {
 public:
  struct Entry {
    StoredEvaluation evaluation;
    bool fresh = false;  ///< true if made by this process, not read from a file
  };

  /// Makes a table of at most `capacity` entries of some 120 bytes each.
  explicit EvaluationTable(std::size_t capacity);

  std::optional<Entry> Find(const Hash128& list);
  /// Adds or replaces an entry, unless the present one knows more.
  void Insert(const Hash128& list, Entry entry);
  /// True if any entry was ever dropped.
  bool has_dropped() const { return has_dropped_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kShards = 64;

  using Map = std::unordered_map<Hash128, Entry>;

  /// New and used entries are in `young`. A full `young` becomes `old`, and the former `old` is
  /// dropped.
  struct alignas(64) Shard {
    Mutex mutex;
    Map young GUARDED_BY(mutex);
    Map old GUARDED_BY(mutex);
  };

  Shard& ShardOf(const Hash128& list) { return shards_[(list.high >> 32) % kShards]; }
  void Age(Shard& shard) REQUIRES(shard.mutex);

  const std::size_t shard_capacity_;  ///< maximum number of entries of `young` and of `old`
  std::array<Shard, kShards> shards_;
  std::atomic<bool> has_dropped_{false};
};

}  // namespace autotune
