#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "eval/client/worker_pool.h"
#include "tune/job.h"
#include "tune/result.h"

namespace autotune {

/// How long to look for size attributes, and those that are known already.
struct AttributeSearch {
  std::chrono::milliseconds time{0};
  std::vector<FunctionAttributes> known{};  ///< as in `AttributeRequest`
  /// If anything is known, which tables are narrow; as in `PluginWork`.
  std::optional<std::uint64_t> known_least_saved{};
};

/// Chooses which functions of a proved module preserve no register, until `end`. The job's threads
/// choose for a share each, and then one of them for all. A choice that fails leaves those before
/// it. Blocks.
void ChooseConventions(const TuneJob& job, const Reproduction& module, WorkerPool& pool,
                       Clock::time_point end, std::vector<FunctionAttributes>& functions,
                       const Budget& budget);

/// Looks for size attributes of functions that make the object file of a proved module smaller, and
/// has stock `opt` give them. If bytes are the objective, tables become narrow first. `opt` does
/// that twice and has to agree with itself; the user's check, if any, has to accept the module.
/// `module` has an object size. The choice begins with the largest functions and ends after
/// `search.time`. Blocks.
///
/// Errors: `kNotFound` if nothing is smaller; `kCancelled` once `budget` is interrupted; those of
/// `WorkerPool::ChooseAttributes`, `AttributesCsv`, `ForceAttributes` and `RunCheck`.
Result<Attributed> AttributeForSize(const TuneJob& job, const Reproduction& module,
                                    WorkerPool& pool, const AttributeSearch& search,
                                    const Budget& budget);

}  // namespace autotune
