#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "dataset/assemble.h"

namespace autotune {

/// Returns the modules (`*.bc`, `*.ll`) below `folder` unchanged, each named by its path there.
/// `origin` is theirs except for `source`. Errors: `kIo`; `kBadInput` if there are none.
Result<std::vector<Unit>> ImportUnits(const std::filesystem::path& folder, Split split,
                                      const Origin& origin);

/// Returns one module, named `name`. Errors: `kNotFound`, `kIo`; `kBadInput` if the file's name
/// ends in neither `.bc` nor `.ll`.
Result<Unit> ImportUnit(const std::filesystem::path& file, const std::string& name, Split split,
                        Origin origin);

}  // namespace autotune
