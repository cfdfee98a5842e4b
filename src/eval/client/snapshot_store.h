#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/mutex.h"
#include "core/program.h"
#include "eval/proto/wire.h"

namespace autotune {

/// A program state as bitcode, from which any worker can go on.
struct Snapshot {
  wire::Measured measured;
  std::string bitcode;
};

/// The snapshots of a pool, bounded by their bytes; the least recently used are dropped. The key is
/// the list of applied passes, not the IR: equal IR can differ in the order of its use lists.
/// Thread-safe.
class SnapshotStore {
 public:
  explicit SnapshotStore(std::uint64_t capacity_bytes) : capacity_(capacity_bytes) {}

  struct Nearest {
    std::shared_ptr<const Snapshot> snapshot;  ///< null if there is none
    std::size_t length = 0;                    ///< passes of `applied` that led to it
  };

  /// Returns the snapshot of the longest prefix of `applied` with more than `beyond` passes.
  Nearest Find(const ProgramId& program, std::span<const PassId> applied, std::size_t beyond);
  bool Contains(const ProgramId& program, std::span<const PassId> applied) const;
  /// Stores a snapshot; one larger than a quarter of the capacity is not taken.
  void Put(const ProgramId& program, std::span<const PassId> applied, Snapshot snapshot);

  std::uint64_t bytes() const;
  std::size_t size() const;

 private:
  using Entry = std::pair<Hash128, std::shared_ptr<const Snapshot>>;

  const std::uint64_t capacity_;
  mutable Mutex mutex_;
  std::uint64_t bytes_ GUARDED_BY(mutex_) = 0;
  std::list<Entry> entries_ GUARDED_BY(mutex_);  // most recently used first
  std::unordered_map<Hash128, std::list<Entry>::iterator> index_ GUARDED_BY(mutex_);
};

}  // namespace autotune
