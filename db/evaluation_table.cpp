#include "db/evaluation_table.h"

#include <algorithm>
#include <utility>

namespace autotune {

EvaluationTable::EvaluationTable(std::size_t capacity)
    : shard_capacity_(std::max<std::size_t>(capacity / kShards / 2, 1)) {}

std::optional<EvaluationTable::Entry> EvaluationTable::Find(const Hash128& list) {
  Shard& shard = ShardOf(list);
  const MutexLock lock(shard.mutex);
  if (const auto found = shard.young.find(list); found != shard.young.end()) return found->second;
  auto node = shard.old.extract(list);
  if (!node) return std::nullopt;
  Entry entry = node.mapped();
  shard.young.insert(std::move(node));
  Age(shard);
  return entry;
}

void EvaluationTable::Insert(const Hash128& list, Entry entry) {
  Shard& shard = ShardOf(list);
  const MutexLock lock(shard.mutex);
  if (auto node = shard.old.extract(list)) shard.young.insert(std::move(node));
  const auto [at, is_new] = shard.young.try_emplace(list, entry);
  if (!is_new && entry.evaluation.Supersedes(at->second.evaluation)) at->second = std::move(entry);
  Age(shard);
}

void EvaluationTable::Age(Shard& shard) {
  if (shard.young.size() < shard_capacity_) return;
  if (!shard.old.empty()) has_dropped_.store(true, std::memory_order_relaxed);
  shard.old = std::exchange(shard.young, {});
}

}  // namespace autotune
