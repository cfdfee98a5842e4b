#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// The contents of `file`. Errors: `kNotFound` where there is none, `kIo`.
Result<std::string> ReadFile(const std::filesystem::path& file);

/// Puts `contents` in the place of `file` in one step, making folders as needed. Meant for folders
/// that one process writes to. Errors: `kIo`.
Status ReplaceFile(const std::filesystem::path& file, std::string_view contents);

/// Makes `folder` and what is above it. Errors: `kIo`.
Status MakeFolder(const std::filesystem::path& folder);

/// `data_home/autotune/datasets`, after the values of XDG_DATA_HOME and HOME, empty where unset.
/// Errors: `kInvalidArgument` where both are of no use.
Result<std::filesystem::path> DefaultDatasetsFolder(std::string_view xdg_data_home,
                                                    std::string_view home);

}  // namespace autotune
