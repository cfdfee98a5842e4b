#pragma once

#include <chrono>
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
};

/// Looks for size attributes of functions that make the object file of a proved module smaller, and
/// has stock `opt` give them. `opt` does that twice and has to agree with itself; the user's check,
/// if any, has to accept the module. `module` has an object size. The choice
/// begins with the largest functions and ends after `search.time`. Blocks.
///
/// Errors: `kNotFound` if nothing is smaller; `kCancelled` once `budget` is interrupted; those of
/// `WorkerPool::ChooseAttributes`, `AttributesCsv`, `ForceAttributes` and `RunCheck`.
Result<Attributed> AttributeForSize(const TuneJob& job, const Reproduction& module,
                                    WorkerPool& pool, const AttributeSearch& search,
                                    const Budget& budget);

}  // namespace autotune
