#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/allowed_losses.h"
#include "core/code_model.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/toolchain.h"
#include "eval/proof/check.h"

namespace autotune {

/// The tuning of one program, as asked for. A value, copied freely; its maker checks it.
struct TuneJob {
  std::filesystem::path program;
  /// True: the program is tuned without the code that only other programs could need; see
  /// `WholeProgram`.
  bool whole_program = false;
  std::vector<std::string> keep;  ///< symbols that stay visible then, besides `main`

  std::chrono::milliseconds budget{60'000};  ///< wall time, including the proof
  /// Last part of the budget, which looks for a list for each function; 0: none does.
  std::chrono::milliseconds function_time{0};
  std::optional<std::uint64_t> max_evaluations;
  std::uint64_t threads = 0;  ///< searching threads, each with a worker; 0: all cores
  std::chrono::milliseconds pass_timeout{10'000};
  std::uint64_t memory_limit = 2ull << 30;  ///< limit of one worker, in bytes

  Objective objective = kDefaultObjective;
  /// True: the result has no more bytes (text + data) than `clang -Oz` gives, if sizes are known.
  bool guard_bytes = false;
  /// With `guard_bytes`: bytes that the result may have instead.
  std::optional<std::uint64_t> byte_limit;
  /// True: some functions are always inlined, or never, if that makes the program smaller. Unless
  /// bytes are the objective, only functions that LLVM copies often are looked at.
  bool choose_inlining = false;
  /// True: functions of the result get the size attributes that make their code smallest.
  bool size_attributes = false;
  AllowedLosses allowed;  ///< those of attributes: with `size_attributes`
  /// True: options of code generation are chosen for the object file. If `output` is none, the
  /// caller does that.
  bool code_options = false;
  std::string action_space{kDefaultActionSpace};
  std::string method;  ///< a name in `Methods()`
  std::string model;   ///< weights; empty: those shipped with the program, if the method needs any
  bool no_model = false;  ///< true: nothing learned on other programs is used
  std::uint64_t seed = 0;
  /// Lists that the search begins with, besides those of earlier runs; elements of pipelines. Those
  /// that the action space can't express are left out.
  std::vector<std::vector<std::string>> begin_with;

  std::string output;             ///< file of the module; its name decides the format; empty: none
  std::string attributes_output;  ///< file of the size attributes that were chosen; empty: none

  std::string check;  ///< the user's command with `{}` for its file; empty: none
  CheckAs check_as = CheckAs::kBitcode;
  std::chrono::milliseconds check_timeout{60'000};
  std::string check_link;  ///< flags for the linker, separated by blanks
  /// True: instructions that programs execute in the check are counted. `check_as` has to be
  /// `kExecutable`.
  bool count_executed = false;
  /// The user's link, with `{}` for the object file and `{out}` for what it makes of it; empty:
  /// none. `output` has to be an object file.
  std::string link;

  CodeModel code_model;  ///< code model of object sizes, as asked for
  std::string opt_program{kOptProgram};
  std::string worker_program;  ///< empty: beside this executable

  std::filesystem::path database;           ///< database of results; empty: nothing is kept
  std::filesystem::path cache;              ///< file of evaluations; empty: none are remembered
  std::uint64_t cache_size = 512ull << 20;  ///< size limit, in bytes
  std::string label;                        ///< name of the run in the database; empty: none
  std::string experiment;  ///< experiment of the run, which then ignores others; empty: none

  /// True if commands of the user's compare the result with -Oz, besides the check.
  bool asks_commands() const { return count_executed || !link.empty(); }
  /// Part of the budget that looks for one list for the module, proof included.
  std::chrono::milliseconds module_time() const { return budget - function_time; }
};

}  // namespace autotune
