#pragma once

#include <filesystem>

#include "core/budget.h"
#include "project/build_job.h"
#include "project/build_report.h"
#include "tune/observer.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// Adds a build that ran in `folder`, with the bitcode of its units, to the job's database. An
/// error costs a warning.
void RecordBuild(const BuildJob& job, const BuildReport& report, const UnitFolder& units,
                 const std::filesystem::path& folder, Clock::duration took, TuneObserver& observer);

}  // namespace autotune
