#pragma once

#include <filesystem>
#include <string>

#include "cli/options.h"
#include "core/result.h"
#include "tune/job.h"

namespace autotune {

/// The results database that was named, or the user's own. Errors as `DefaultDatabasePath`.
Result<std::filesystem::path> DatabasePath(const std::string& given);

/// The evaluation cache that was named, or the user's own. Errors as `DefaultCachePath`.
Result<std::filesystem::path> CachePath(const std::string& given);

/// The folder of data sets that was named, or the user's own. Errors as `DefaultDatasetsFolder`.
Result<std::filesystem::path> DatasetsFolder(const std::string& given);

/// The user's own folder of data sets; empty if there is no place for one.
std::filesystem::path AnyDatasetsFolder();

/// Sets `database` and `cache` of the job. One that has no place costs a warning, and is done
/// without.
void ChooseFiles(TuneOptions& options);

}  // namespace autotune
