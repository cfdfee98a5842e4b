#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "core/result.h"

namespace autotune {

/// The pipeline that `--passes` or `--passes-file` gives, without blanks and newlines around its
/// elements. Errors: neither or both are given, the file can't be read, there is nothing in it, or
/// its parentheses do not match.
Result<std::string> ReadPipeline(const TuneOptions& options);

/// The elements of a pipeline: what its outermost commas part.
std::vector<std::string> SplitPipeline(std::string_view pipeline);

}  // namespace autotune
