#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "core/result.h"
#include "report/study.h"

namespace autotune {

/// Draws the curves and bars of each study with gnuplot: `anytime.svg` and `programs.svg` in
/// `folder`, which is made if it is missing. More than one study gives numbers from 1 to the files.
/// Returns the files. Errors: `kNotFound` if there is no gnuplot, `kIo`.
Result<std::vector<std::filesystem::path>> WriteSvgs(std::span<const Study> studies,
                                                     const std::filesystem::path& folder);

}  // namespace autotune
