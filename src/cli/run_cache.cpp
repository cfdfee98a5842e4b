#include "cli/run_cache.h"

#include <utility>

#include <fmt/format.h>

#include "cli/console.h"
#include "cli/environment.h"
#include "cli/run_database.h"

namespace autotune {

namespace {

/// All that decides on an evaluation besides program and passes. The program names its target;
/// without one the worker takes that of the machine, and a cache stays on its machine.
Hash128 Toolchain(const WorkerPool& pool, const CodeModel& code_model) {
  return HashBytes(fmt::format("LLVM {}, actions {}, measurement {}, code {}", pool.llvm_version(),
                               ToHex(pool.actions().fingerprint()), kMeasurementVersion,
                               Describe(code_model)));
}

void Warn(const Error& error) {
  PrintWarning("evaluations are not remembered (--no-cache to do without): " + error.message);
}

}  // namespace

Result<std::filesystem::path> CachePath(const TuneOptions& options) {
  if (!options.cache.empty()) return std::filesystem::path(options.cache);
  return DefaultCachePath(Environment("XDG_CACHE_HOME"), Environment("HOME"));
}

RunCache::RunCache(const TuneOptions& options, WorkerPool& pool, const ProgramId& program)
    : pool_(pool) {
  if (options.no_cache || options.no_database) return;
  const Hash128 toolchain = Toolchain(pool, options.code_model);
  const Result<std::filesystem::path> path = CachePath(options);
  const DatabaseOptions waiting{.patience =
                                    std::make_shared<LockPatience>(LockPatienceOf(options))};
  Result<std::unique_ptr<EvaluationStore>> store =
      path ? EvaluationStore::Open(*path, program, toolchain,
                                   {.max_bytes = options.cache_size, .database = waiting})
           : Result<std::unique_ptr<EvaluationStore>>(path.error());
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

}  // namespace autotune
