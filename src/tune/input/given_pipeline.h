#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/program.h"
#include "core/result.h"
#include "eval/process/temp_directory.h"
#include "tune/memory/run_list.h"

namespace autotune {

/// A pipeline as `replay` and `minimize` are given one: one of three is not empty.
struct PipelineChoice {
  std::string passes;                       ///< its text
  std::string passes_file;                  ///< a file that holds it
  std::string run;                          ///< a run in the database that ended with it
  std::vector<std::string> allowed_passes;  ///< run although they read or write files
};

/// The pipeline that was chosen.
struct GivenPipeline {
  std::string text;                      ///< without blanks and newlines around its elements
  std::vector<std::string> opt_flags{};  ///< what `opt` needs besides
  std::optional<RunList> run{};          ///< if it is the list of a run
  bool plugin = false;                   ///< true if it has passes of the plugin, such as a plan
  std::shared_ptr<TempDirectory> plan_folder{};  ///< has the plan of a run, if the text names it
};

/// Reads the pipeline; a run is looked up in `database`. Errors: not exactly one of them is given,
/// the file or the run can't be read, there is nothing in it, its parentheses do not match, or
/// `CheckOptFlags` or `CheckPipeline` refuses it.
Result<GivenPipeline> ReadPipeline(const PipelineChoice& choice,
                                   const std::filesystem::path& database);

/// A warning if the pipeline was found on another program. Using it is legitimate all the same.
std::optional<std::string> WarnOfAnotherProgram(const GivenPipeline& pipeline,
                                                const ProgramId& program);

}  // namespace autotune
