#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/code_model.h"
#include "core/program.h"
#include "core/result.h"
#include "eval/check.h"

namespace autotune {

enum class ColorMode { kAuto, kAlways, kNever };

/// What the user asked for. Bounds and units stand in the option table.
struct TuneOptions {
  std::vector<std::filesystem::path> programs;  ///< all that were named
  std::filesystem::path program;  ///< the one that is tuned, see `OptionsFor`; the first of them

  std::chrono::milliseconds budget{60'000};               ///< for each program
  std::optional<std::chrono::milliseconds> total_budget;  ///< for all of them instead
  std::optional<std::uint64_t> max_evaluations;
  Objective objective = Objective::kIrInstructions;
  std::string action_space = "full";
  std::string method;
  std::string model;  ///< weights; empty: those shipped with the program, where a method needs some
  bool no_model = false;      ///< nor anything else that was learned on other programs
  std::uint64_t threads = 0;  ///< 0: all cores
  std::uint64_t seed = 0;

  std::string output;  ///< a file, or a directory for modules named like the programs; empty: none
  std::string json;    ///< empty: none; `-`: standard output
  bool fail_unless_better = false;

  std::string check;  ///< empty: none
  CheckAs check_as = CheckAs::kBitcode;
  std::chrono::milliseconds check_timeout{60'000};
  std::string check_link;  ///< flags for the linker, separated by blanks

  std::chrono::milliseconds pass_timeout{10'000};
  std::uint64_t memory_limit = 2ull << 30;
  CodeModel code_model;  ///< of object sizes, as asked for
  std::string opt_program = "opt-19";
  std::string worker_program;  ///< empty: beside this executable

  std::string passes;                       ///< of `replay` and `minimize`: a pipeline
  std::string passes_file;                  ///< or a file that holds one
  std::string run;                          ///< or a run in the database that ended with one
  std::vector<std::string> allowed_passes;  ///< run although they read or write files

  std::string database;  ///< empty: the default one
  bool no_database = false;
  std::string cache;  ///< empty: the default one
  bool no_cache = false;
  std::uint64_t cache_size = 512ull << 20;
  std::string label;       ///< what the user calls this run in the database; empty: nothing
  std::string experiment;  ///< the run is part of; it knows nothing of others then. Empty: none

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
  std::vector<std::string_view> flags;
  std::string_view budget_help = "";  ///< of a command with a budget: what it is for
};

/// As `ParseTuneOptions`, for such a command. Takes one program.
Result<TuneOptions> ParsePipelineOptions(const std::vector<std::string>& arguments,
                                         const PipelineCommand& command);

/// Its options as text for `--help`.
std::string DescribePipelineOptions(const PipelineCommand& command);

/// The options of a run on one of the programs, with the file it writes as `output`.
TuneOptions OptionsFor(const TuneOptions& options, const std::filesystem::path& program);

/// The option table as text for `--help`.
std::string DescribeTuneOptions();

}  // namespace autotune
