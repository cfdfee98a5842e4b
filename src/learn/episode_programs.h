#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "eval/client/worker_pool.h"
#include "learn/environment.h"
#include "learn/training_sources.h"

namespace autotune {

/// Loads a program into the pool and measures it with `observe`, also after `default<Oz>`. Errors:
/// those of reading the file and of the pool.
Result<EnvironmentProgram> LoadEpisodeProgram(const TrainingSource& source, const Observe& observe,
                                              WorkerPool& pool, const Budget& budget);

/// Returns the programs that can be loaded and have at most `max_instructions` instructions, each
/// once. `on_error` is told of the others that can't be loaded. Errors: `kCancelled` if the budget
/// ends.
Result<std::vector<EnvironmentProgram>> LoadEpisodePrograms(
    const std::vector<TrainingSource>& sources, std::uint64_t max_instructions,
    const Observe& observe, WorkerPool& pool, const Budget& budget,
    const std::function<void(const TrainingSource&, const Error&)>& on_error);

}  // namespace autotune
