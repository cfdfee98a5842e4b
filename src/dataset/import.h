#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "dataset/assemble.h"

namespace autotune {

/// The modules (`*.bc`, `*.ll`) below `folder`, each under its path there, as they are. `origin` is
/// theirs but for `source`. Errors: `kIo`; `kBadInput` where there are none.
Result<std::vector<Unit>> ImportUnits(const std::filesystem::path& folder, Split split,
                                      const Origin& origin);

/// One module, named `name`. Errors: `kNotFound`, `kIo`; `kBadInput` where the file's name ends in
/// neither `.bc` nor `.ll`.
Result<Unit> ImportUnit(const std::filesystem::path& file, const std::string& name, Split split,
                        Origin origin);

}  // namespace autotune
