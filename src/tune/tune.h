#pragma once

#include "core/budget.h"
#include "core/result.h"
#include "tune/input/loaded_program.h"
#include "tune/job.h"
#include "tune/model_host.h"
#include "tune/observer.h"
#include "tune/result.h"
#include "tune/stop_token.h"

namespace autotune {

/// Services that a run uses and does not own.
struct Services {
  /// Starts the workers.
  StartPool start_pool = WorkerPool::Start;
  /// The model of this process, shared by its runs; null: no model is used, and a method that is
  /// the model is an error.
  ModelSlot* models = nullptr;
};

/// Tunes one program: reads it, measures and proves the standard levels, searches, and proves the
/// best list. Hands the result to `observer.OnResult`. If the job keeps time for functions, looks
/// for a plan then, and hands it to `observer.OnPlan`. At last records the result in the job's
/// database. Blocks; several runs may go on at once, each with its own observer.
///
/// Ends within max(1 s, 5 %) of the budget, and within a second of a request to stop, with the best
/// result proved by then. The budget counts from `started`; in an experiment it begins when the
/// levels are proved.
///
/// Errors, in one line: there is nothing to report; `kCancelled` after a request to stop, `kNoTime`
/// if no level ended within the budget.
Result<TuneResult> Tune(const TuneJob& job, const Services& services, TuneObserver& observer,
                        const StopToken& stop, Clock::time_point started = Clock::now());

}  // namespace autotune
