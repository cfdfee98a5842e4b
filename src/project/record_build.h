#pragma once

#include <filesystem>

#include "core/budget.h"
#include "project/build_job.h"
#include "project/build_report.h"
#include "tune/observer.h"

namespace autotune {

/// Adds a build that ran in `folder` to the job's database, if there is one. An error costs a
/// warning.
void RecordBuild(const BuildJob& job, const BuildReport& report,
                 const std::filesystem::path& folder, Clock::duration took, TuneObserver& observer);

}  // namespace autotune
