#pragma once

#include <filesystem>
#include <string>

#include "core/result.h"

/// Files of the user, by the XDG base directory specification.
namespace autotune {

/// The results database that was named, or autotune/autotune.db in XDG_DATA_HOME. Errors:
/// `kInvalidArgument` if neither XDG_DATA_HOME nor HOME is an absolute path.
Result<std::filesystem::path> DatabasePath(const std::string& given);

/// The evaluation cache that was named, or autotune/evaluations.db in XDG_CACHE_HOME. Errors
/// likewise.
Result<std::filesystem::path> CachePath(const std::string& given);

/// The folder of data sets that was named, or autotune/datasets in XDG_DATA_HOME. Errors likewise.
Result<std::filesystem::path> DatasetsFolder(const std::string& given);

/// The folder of a build's units that was named, or one in autotune/builds in XDG_DATA_HOME that no
/// other `project` has, an absolute path. Errors likewise.
Result<std::filesystem::path> UnitsFolder(const std::string& given,
                                          const std::filesystem::path& project);

/// The user's own folder of data sets; empty if there is no place for one.
std::filesystem::path AnyDatasetsFolder();

}  // namespace autotune
