#pragma once

#include <chrono>

#include "core/budget.h"
#include "core/result.h"
#include "eval/client/worker_pool.h"
#include "tune/job.h"
#include "tune/result.h"

namespace autotune {

/// Looks for size attributes of functions that make the object file of a proved module smaller, and
/// has stock `opt` give them. `opt` does that twice and has to agree with itself; the user's check,
/// if any, has to accept the module. `module` has an object size. The choice
/// begins with the largest functions and ends after `choosing`. Blocks.
///
/// Errors: `kNotFound` if nothing is smaller; `kCancelled` once `budget` is interrupted; those of
/// `WorkerPool::ChooseAttributes`, `AttributesCsv`, `ForceAttributes` and `RunCheck`.
Result<Attributed> AttributeForSize(const TuneJob& job, const Reproduction& module,
                                    WorkerPool& pool, std::chrono::milliseconds choosing,
                                    const Budget& budget);

}  // namespace autotune
