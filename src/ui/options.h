#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "term/option_parser.h"
#include "term/terminal.h"
#include "tune/front.h"
#include "tune/input/given_pipeline.h"
#include "tune/job.h"

namespace autotune {

/// The command line of tuning: a job, and what is said about it. Bounds and units stand in the
/// option table.
struct TuneOptions : TuneJob {
  std::vector<std::filesystem::path> programs;  ///< all that were named; `program` is the first
  std::optional<std::chrono::milliseconds> total_budget;  ///< for all of them instead

  std::string json;             ///< empty: none; `-`: standard output
  bool front = false;           ///< look for the Pareto front of instructions and bytes
  Pick pick = Pick::kBalanced;  ///< what of it is the result
  std::string plan;             ///< file of the plan; empty: no lists for single functions
  std::optional<std::chrono::milliseconds> module_time;  ///< part of the budget before them
  bool fail_unless_better = false;
  bool quick = false;            ///< no search: `TuneQuick`
  bool keep_inlining = false;    ///< LLVM alone decides which calls are inlined
  bool keep_attributes = false;  ///< functions keep their size attributes

  PipelineChoice pipeline;  ///< of `replay` and `minimize`

  std::string database_file;  ///< as given; empty: the user's own
  bool no_database = false;
  std::string cache_file;  ///< as given; empty: the user's own
  bool no_cache = false;

  ColorMode color = ColorMode::kAuto;
  bool quiet = false;
  bool verbose = false;
  bool help = false;
  bool version = false;
};

/// Reads the arguments after the program's name, and makes the directory `--output` asks for by a
/// `/` at its end. Errors: `kInvalidArgument`, one line that names the option.
Result<TuneOptions> ParseTuneOptions(const std::vector<std::string>& arguments);

/// A command that takes a pipeline and some of the options of tuning.
struct PipelineCommand {
  std::string_view name;
  std::string_view flags;             ///< long names, separated by single spaces
  std::string_view budget_help = "";  ///< of a command with a budget: what it is for
};

/// Reads the arguments of such a command, which takes one program. Errors as `ParseTuneOptions`.
Result<TuneOptions> ParsePipelineOptions(const std::vector<std::string>& arguments,
                                         const PipelineCommand& command);

/// The option `--allow` of tuning.
Row AllowRow(AllowedLosses& to);
/// Returns its value: names with commas between them, empty if nothing is allowed.
std::string AllowText(const AllowedLosses& allowed);

/// The options that name a pipeline.
std::vector<Row> PipelineRows(PipelineChoice& to);

/// Reads the pipeline that was chosen; a run is looked up in the database that was given, or in the
/// user's own. Errors as `ReadPipeline` of tune.
Result<GivenPipeline> ReadChosen(PipelineChoice choice, const std::string& database_file);

/// Its options as text for `--help`; those that tuning describes by name alone.
std::string DescribePipelineOptions(const PipelineCommand& command);

/// The options of a run on one of the programs, with the file it writes as `output`.
TuneOptions OptionsFor(const TuneOptions& options, const std::filesystem::path& program);

/// Sets `database` and `cache` of the job. If there is no place for a file, the run does without
/// it, after a warning.
void ChooseFiles(TuneOptions& options);

/// The option table as text for `--help`.
std::string DescribeTuneOptions();

}  // namespace autotune
