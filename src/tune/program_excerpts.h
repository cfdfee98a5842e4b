#pragma once

#include "core/budget.h"
#include "eval/worker_pool.h"
#include "search/excerpts.h"
#include "tune/job.h"
#include "tune/observer.h"

namespace autotune {

/// True for a program that is searched by excerpts: of smaller ones more is found on the program
/// itself (experiments/search).
bool IsLarge(const ProgramInfo& program);

/// True for one that is a whole program, going by its size: lists that were learned on such do more
/// for it than those learned on translation units (experiments/learned-lists).
bool IsWhole(const ProgramInfo& program);

/// Excerpts of a program that `pool` has loaded. The observer is told of each, and of one that
/// can't be made. All four arguments must outlive the excerpts. `started`: of the run.
Excerpts ExcerptsOf(WorkerPool& pool, const ProgramInfo& program, const TuneJob& job,
                    TuneObserver& observer, Clock::time_point started);

}  // namespace autotune
