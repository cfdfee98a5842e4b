#include "tune/memory/run_cache.h"

#include <utility>

#include <fmt/format.h>

#include "tune/run_policy.h"

namespace autotune {

namespace {

/// Hashes everything that decides on an evaluation besides program and passes. The program names
/// its target. Without a target the worker takes that of the machine, and a cache stays on its
/// machine.
Hash128 CacheKey(const WorkerPool& pool, const TuneJob& job) {
  return HashBytes(fmt::format("LLVM {}, actions {}, measurement {}, code {}{}",
                               pool.llvm_version(), ToHex(pool.actions().fingerprint()),
                               kMeasurementVersion, Describe(job.code_model),
                               PolicyOf(job).verifies_all ? "" : ", improvements verified"));
}

}  // namespace

RunCache::RunCache(const TuneJob& job, WorkerPool& pool, const ProgramId& program,
                   TuneObserver& observer)
    : pool_(pool), observer_(observer) {
  if (job.cache.empty()) return;
  const Hash128 toolchain = CacheKey(pool, job);
  const DatabaseOptions waiting{.patience =
                                    std::make_shared<LockPatience>(PolicyOf(job).lock_patience)};
  Result<std::unique_ptr<EvaluationStore>> store = EvaluationStore::Open(
      job.cache, program, toolchain, {.max_bytes = job.cache_size, .database = waiting});
  if (!store) {
    Warn(store.error());
    return;
  }
  store_ = *std::move(store);
  caching_ = std::make_unique<CachingEvaluator>(pool, *store_, program, toolchain);
}

void RunCache::Close() {
  if (!store_ || std::exchange(closed_, true)) return;
  if (const Status status = store_->Close(); !status.ok()) Warn(status.error());
}

void RunCache::Warn(const Error& error) {
  observer_.Warn("evaluations are not remembered (--no-cache to do without): " + error.message);
}

}  // namespace autotune
