#include "eval/client/snapshot_store.h"

namespace autotune {
namespace {

Hash128 Key(const ProgramId& program, std::span<const PassId> applied) {
  std::string bytes(reinterpret_cast<const char*>(&program), sizeof program);
  bytes.append(reinterpret_cast<const char*>(applied.data()), applied.size_bytes());
  return HashBytes(bytes);
}

}  // namespace

SnapshotStore::Nearest SnapshotStore::Find(const ProgramId& program,
                                           std::span<const PassId> applied, std::size_t beyond) {
  for (std::size_t length = applied.size(); length > beyond; --length) {
    const Hash128 key = Key(program, applied.first(length));
    MutexLock lock(mutex_);
    const auto found = index_.find(key);
    if (found == index_.end()) continue;
    entries_.splice(entries_.begin(), entries_, found->second);
    return {found->second->second, length};
  }
  return {};
}

bool SnapshotStore::Contains(const ProgramId& program, std::span<const PassId> applied) const {
  const Hash128 key = Key(program, applied);
  MutexLock lock(mutex_);
  return index_.contains(key);
}

void SnapshotStore::Put(const ProgramId& program, std::span<const PassId> applied,
                        Snapshot snapshot) {
  if (snapshot.bitcode.size() > capacity_ / 4) return;
  const Hash128 key = Key(program, applied);
  auto shared = std::make_shared<const Snapshot>(std::move(snapshot));
  MutexLock lock(mutex_);
  if (index_.contains(key)) return;
  bytes_ += shared->bitcode.size();
  entries_.emplace_front(key, std::move(shared));
  index_.emplace(key, entries_.begin());
  while (bytes_ > capacity_) {
    bytes_ -= entries_.back().second->bitcode.size();
    index_.erase(entries_.back().first);
    entries_.pop_back();
  }
}

std::uint64_t SnapshotStore::bytes() const {
  MutexLock lock(mutex_);
  return bytes_;
}

std::size_t SnapshotStore::size() const {
  MutexLock lock(mutex_);
  return index_.size();
}

}  // namespace autotune
