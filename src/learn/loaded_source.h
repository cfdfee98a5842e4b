#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/result.h"
#include "eval/client/worker_pool.h"
#include "learn/training_sources.h"

namespace autotune {

/// A measured program to learn from, and the workers that hold it.
struct LoadedSource {
  std::unique_ptr<WorkerPool> pool;
  ProgramInfo program;
  std::uint64_t oz = 0;  ///< instructions after `default<Oz>`
};

/// Loads a program, whose file holds `bytes`, into `workers` workers of its own. `worker_program`
/// is that of `WorkerPool`. Errors: one line that says what is wrong with the program; `kCancelled`
/// once `budget` is.
Result<LoadedSource> LoadSource(const TrainingSource& source, std::string bytes,
                                const ActionSpace& actions, std::size_t workers,
                                const std::string& worker_program, const Budget& budget);

}  // namespace autotune
