#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/result.h"
#include "eval/client/worker_pool.h"
#include "tune/input/input_copy.h"
#include "tune/input/whole_program.h"
#include "tune/job.h"
#include "tune/memory/run_database.h"

namespace autotune {

/// Time limit of a whole standard pipeline, sufficient for the largest programs.
inline constexpr std::chrono::minutes kLevelTimeLimit{10};

/// Starts workers: `WorkerPool::Start`, except in tests.
using StartPool =
    std::function<Result<std::unique_ptr<WorkerPool>>(ActionSpace, WorkerPoolOptions)>;

/// The program of a run, measured, and the workers that hold it.
struct LoadedProgram {
  InputCopy input;
  Clock::duration loading{};  ///< time that a worker took to read it and to count instructions
  std::unique_ptr<WorkerPool> pool;
  ProgramInfo program;
  std::optional<WholeProgram> whole_program;  ///< how it was made; none: it is as given
  std::vector<std::string> warnings;          ///< about the program, one line each
};

/// Reads and measures `job.program`, made whole if the job says so, with 1.5 times `job.threads`
/// workers. `database`, the job's, is opened; an object size stored in it is not measured again.
/// Errors: one line about the file or the workers; `kFatalError` if object size is the objective
/// and there is none; `kCancelled` once `budget` is interrupted; those of `MakeWhole`.
Result<LoadedProgram> LoadProgram(const TuneJob& job, ActionSpace actions, RunDatabase& database,
                                  const Budget& budget,
                                  const StartPool& start_pool = WorkerPool::Start);

}  // namespace autotune
