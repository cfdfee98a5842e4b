#pragma once

#include "core/budget.h"
#include "eval/client/worker_pool.h"
#include "search/method/excerpts.h"
#include "tune/job.h"
#include "tune/observer.h"

namespace autotune {

/// True for a program that is searched by excerpts. For smaller programs, searching the program
/// itself finds more (experiments/search).
bool IsLarge(const ProgramInfo& program);

/// True for a whole program, judged by its size. Lists learned on whole programs do more for it
/// than those learned on translation units (experiments/learned-lists).
bool IsWhole(const ProgramInfo& program);

/// Returns excerpts of a program that `pool` has loaded. The observer is told of each, and of
/// failures. They are measured for `objective`. The arguments `pool`, `program`, `job` and
/// `observer` must outlive the excerpts. `started`: start of the run.
Excerpts ExcerptsOf(WorkerPool& pool, const ProgramInfo& program, const TuneJob& job,
                    Objective objective, TuneObserver& observer, Clock::time_point started);

}  // namespace autotune
