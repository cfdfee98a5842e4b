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

/// Programs by instructions.
struct ProgramSizes {
  std::uint64_t least = 1;
  std::uint64_t most = 10'000;
};

/// Returns the programs of these sizes that can be loaded, each once, in order; `threads` are read
/// at once. `on_error` is told of those that can't be loaded. Errors: `kCancelled` if the budget
/// ends.
Result<std::vector<EnvironmentProgram>> LoadEpisodePrograms(
    const std::vector<TrainingSource>& sources, const ProgramSizes& sizes, const Observe& observe,
    WorkerPool& pool, std::uint64_t threads, const Budget& budget,
    const std::function<void(const TrainingSource&, const Error&)>& on_error);

}  // namespace autotune
