#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// Returns the contents of `file`. Errors: `kNotFound` if there is none, `kIo`.
Result<std::string> ReadFile(const std::filesystem::path& file);

/// Replaces `file` by `contents` in one step, making folders as needed. Use it only in folders that
/// one process writes to. Errors: `kIo`.
Status ReplaceFile(const std::filesystem::path& file, std::string_view contents);

/// Makes `folder` and all folders above it. Errors: `kIo`.
Status MakeFolder(const std::filesystem::path& folder);

/// Returns `data_home/autotune/datasets`, from the values of XDG_DATA_HOME and HOME, which are
/// empty if unset. Errors: `kInvalidArgument` if neither is usable.
Result<std::filesystem::path> DefaultDatasetsFolder(std::string_view xdg_data_home,
                                                    std::string_view home);

}  // namespace autotune
