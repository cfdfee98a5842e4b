#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "core/program.h"
#include "core/result.h"
#include "tune/run_list.h"

namespace autotune {

/// What `replay` and `minimize` work on.
struct GivenPipeline {
  std::string text;                      ///< without blanks and newlines around its elements
  std::vector<std::string> opt_flags{};  ///< what `opt` needs besides
  std::optional<RunList> run{};          ///< where it is the list of a run
};

/// The pipeline that `--passes`, `--passes-file` or `--run` gives. Errors: not exactly one of them
/// is given, the file or the run can't be read, there is nothing in it, its parentheses do not
/// match, or `CheckOptFlags` or `CheckPipeline` refuses it.
Result<GivenPipeline> ReadPipeline(const TuneOptions& options);

/// Prints a warning where the pipeline was found on another program. Using it is legitimate all the
/// same.
void WarnOfAnotherProgram(const GivenPipeline& pipeline, const ProgramId& program);

}  // namespace autotune
