#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/hash.h"
#include "core/result.h"
#include "eval/client/worker_pool.h"
#include "eval/proof/reproduction.h"
#include "tune/input/input_copy.h"
#include "tune/job.h"

namespace autotune {

/// A linked program after `internalize` and `globaldce`: only some symbols are visible from
/// outside, and code that these don't need is gone.
struct WholeProgram {
  /// Symbols that stay visible: `main`, those asked for, then those called by name. A character
  /// that opt's list gives a meaning is `?`.
  std::vector<std::string> kept;
  Hash128 given_ir;  ///< of the program as given
  std::uint64_t given_instructions = 0;
  std::uint64_t given_functions = 0;
  std::uint64_t functions = 0;  ///< functions with a body that are left
  Reproduction made;            ///< by one process of stock `opt`
};

/// Lets stock `opt` make the job's program whole. Symbols that are called by name stay visible
/// (src/plugin/symbols_pass.h). Errors: `kInvalidArgument` if the program defines no visible symbol
/// of a name in `job.keep`, or has no `main` and the job keeps nothing; `kNotFound` without the
/// plugin; those of `WorkerPool::Measure` and `Reproduce`.
Result<WholeProgram> MakeWhole(const TuneJob& job, const InputCopy& input, WorkerPool& pool,
                               const Budget& budget);

/// Returns the step that makes a program whole, for `OptCommand`. `kept`: joined by commas.
Reproduction MakingWhole(const std::string& kept);

/// Returns the name that a printed line gives the whole program: `bench.whole.bc`.
std::filesystem::path WholeFile(const std::filesystem::path& program);

/// Returns what makes the same whole program, as arguments of `autotune`.
std::string WholeProgramArguments(std::string_view kept);

}  // namespace autotune
