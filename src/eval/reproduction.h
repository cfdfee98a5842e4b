#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"
#include "core/toolchain.h"
#include "eval/worker_pool.h"

namespace autotune {

/// A pipeline that somebody would like to report, and what it is believed to give.
struct Candidate {
  std::vector<std::string> elements;  ///< of `opt -passes=`, without their commas; may be empty
  Cost cost;
  std::vector<std::string>
      opt_flags{};  ///< of `opt`, besides `-passes=`; for a standard level only
};

/// Fresh processes that have to agree before anything is reported as a find.
inline constexpr int kFullReproduction = 3;

/// A pipeline that stock `opt` has reproduced.
struct Reproduction {
  std::string pipeline;                  ///< the exact text for `opt -passes=`
  Cost cost{};                           ///< as measured on what `opt` wrote, never as claimed
  Hash128 ir{};                          ///< likewise
  std::string bitcode{};                 ///< what `opt` wrote
  std::string text{};                    ///< what `opt -S` wrote, if that was asked for
  CodeModel code_model{};                ///< of its object size
  std::vector<std::string> opt_flags{};  ///< the candidate's
  int processes = 0;                     ///< fresh ones that agreed
  bool verified = false;                 ///< and another one, in which each element left valid IR
  bool repaired = false;       ///< invalidations were put between the candidate's elements
  Clock::duration opt_time{};  ///< until the last of the processes side by side ended
  std::chrono::nanoseconds opt_cpu_time{};  ///< of the busiest one

  bool full() const { return processes >= kFullReproduction; }
};

struct ReproductionOptions {
  std::filesystem::path opt_program = kOptProgram;
  std::filesystem::path temp_root = "/tmp";
  int processes = kFullReproduction;  ///< fresh ones that have to agree, >= 1
  bool verify = true;                 ///< the pipeline once more, with `verify` after each element
  /// Of one process, > 0. A standard level takes minutes on a large module and a busy machine.
  std::chrono::milliseconds time_limit{600'000};
  std::uint64_t memory_bytes = 0;  ///< limit on the data segment of one process; 0: none
  int repair_runs = 16;            ///< processes spent on making a repair shorter, >= 0
  Objective objective = kDefaultObjective;
  bool repair = true;  ///< false: the pipeline as it stands or none
  /// Time from which on a list that holds is not repaired, nor a repair made shorter.
  Clock::time_point repair_end = Clock::time_point::max();
  bool text = false;  ///< one more process, which writes textual IR and has to agree
};

/// The program that `opt` reads.
struct ProgramFile {
  std::filesystem::path path;  ///< a file that nobody else writes: each process reads it again
  std::string name;            ///< as the user calls it, for messages
};

/// Runs the candidate's pipeline in fresh processes of stock `opt`, each with an address space of
/// its own, on the file the user gave, and once more to verify after each element. It holds
/// where every run succeeds and all of them agree on IR hash and cost.
///
/// The claim was measured with fresh analyses for every pass. `opt` keeps analyses, and where a
/// pass left stale ones behind, it may crash or write something else. What holds and is no worse
/// than the claim is accepted for what it is. Otherwise, where a repair is allowed, all analyses
/// are invalidated between the elements, as few as give the same value, and the better of what
/// holds is returned: its cost may still be above the claim, so the caller ranks by what comes
/// back.
///
/// The cost has an object size where the candidate's has. `pool` measures what `opt` wrote. Once
/// `budget` is interrupted the answer is what holds by then, or none (`kCancelled`).
/// Thread-safe. Errors: what `opt` did
/// (`kVerifierRejected`, `kPassCrashed`, ...), `kBadInput` where the processes disagree or
/// `CheckOptFlags` refuses the candidate's flags,
/// `kInvalidArgument` where `opt` refuses the pipeline or the file, `kNotFound` where there is no
/// `opt`, `kIo`.
Result<Reproduction> Reproduce(const ProgramFile& program, const Candidate& candidate,
                               const ReproductionOptions& options, WorkerPool& pool,
                               const Budget& budget);

/// The word that stands for a file on the command line of `opt`: one that begins like an option or
/// names a response file is given with its folder.
std::string FileArgument(const std::filesystem::path& path);

/// The shell command that does what `Reproduce` ran: `opt -passes='...' FILE -o OUT`.
std::string OptCommand(const std::filesystem::path& opt_program, const Reproduction& reproduction,
                       const std::filesystem::path& input, const std::filesystem::path& output);

}  // namespace autotune
