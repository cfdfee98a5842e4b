#pragma once

#include "core/result.h"
#include "project/build_job.h"
#include "project/build_report.h"
#include "project/unit_tuner.h"
#include "tune/observer.h"
#include "tune/tune.h"

namespace autotune {

/// Builds a project with the plain compiler, tunes its units, and builds it again with the tuned
/// objects. If the check fails, finds the units at fault by halving and takes them back. Blocks,
/// and handles signals meanwhile: one call in a process.
///
/// A build tree is usable by the user's own command after any end: objects are whole, and an object
/// that the next build has to replace is only marked as old. What was tuned is kept in the job's
/// folder, for the next call.
///
/// Errors, in one line: a command fails, nothing was recorded, or another build uses the folder;
/// `kCancelled` after a signal, whose number `signal` then is.
Result<BuildReport> BuildProject(const BuildJob& job, const Services& services,
                                 TuneObserver& observer, const OnStep& on_step, int& signal);

}  // namespace autotune
