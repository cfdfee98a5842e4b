#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"
#include "core/toolchain.h"
#include "eval/client/worker_pool.h"

namespace autotune {

struct SubprocessResult;

/// A module that a worker has made and measured.
struct MeasuredModule {
  std::string_view bitcode;
  std::string_view object;  ///< its object file; empty: none
  Cost cost;
  Hash128 ir;
  CodeModel code_model;
};

/// A pipeline that somebody wants to report, and the cost it is believed to give.
struct Candidate {
  std::vector<std::string> elements;  ///< of `opt -passes=`, without commas; may be empty
  Cost cost;
  std::vector<std::string> opt_flags{};  ///< besides `-passes=`
  /// Module that `opt` should write. If it does, to the byte, the module is not measured again.
  std::optional<MeasuredModule> expected{};
};

/// True for an element that a repair puts between those of a list.
bool IsOfRepair(std::string_view element);

/// Number of fresh processes that have to agree before anything is reported as a find.
inline constexpr int kFullReproduction = 3;

/// Flags of `opt` for textual IR. Without the order of uses, which bitcode has, the code may
/// differ.
inline constexpr std::array<std::string_view, 2> kTextFlags = {"-S", "-preserve-ll-uselistorder"};

/// A pipeline that stock `opt` has reproduced.
struct Reproduction {
  std::string pipeline;                  ///< the exact text for `opt -passes=`
  Cost cost{};                           ///< as measured on the output of `opt`, never as claimed
  Hash128 ir{};                          ///< as measured on the output of `opt`
  std::string bitcode{};                 ///< output of `opt`
  std::string text{};                    ///< output of `opt -S`, if asked for; else empty
  std::string object{};                  ///< its object file, if asked for; else empty
  CodeModel code_model{};                ///< code model of its object size
  std::vector<std::string> opt_flags{};  ///< the candidate's flags
  int processes = 0;                     ///< fresh processes that agreed
  bool verified = false;       ///< true if another process also verified the IR after each element
  bool repaired = false;       ///< true if invalidations were put between the candidate's elements
  Clock::duration opt_time{};  ///< wall time until the last of the parallel processes ended
  std::chrono::nanoseconds opt_cpu_time{};  ///< CPU time of the busiest process

  bool full() const { return processes >= kFullReproduction; }
};

struct ReproductionOptions {
  std::filesystem::path opt_program = kOptProgram;
  std::filesystem::path temp_root = "/tmp";
  int processes = kFullReproduction;  ///< fresh processes that have to agree, >= 1
  bool verify = true;  ///< true: run the pipeline once more, with `verify` after each element
  /// True: all processes but that of the text have `verify` after each of several elements, which
  /// changes nothing in what they write.
  bool verify_always = false;
  /// Time limit of one process, > 0. A standard level takes minutes for a large module on a busy
  /// machine.
  std::chrono::milliseconds time_limit{600'000};
  std::uint64_t memory_bytes = 0;  ///< limit on the data segment of one process; 0: none
  int repair_runs = 16;            ///< processes spent on making a repair shorter, >= 0
  Objective objective = kDefaultObjective;
  bool repair = true;  ///< false: the pipeline as it stands or none
  /// True: a list that was much like this one needed a repair, so the repaired pipeline runs first.
  bool repaired_first = false;
  /// Time from which on a list that holds is not repaired, nor a repair made shorter.
  Clock::time_point repair_end = Clock::time_point::max();
  bool text = false;    ///< true: one more process writes textual IR and has to agree
  bool object = false;  ///< true: generate an object file of the output of `opt`
};

/// The program that `opt` reads.
struct ProgramFile {
  std::filesystem::path path;  ///< a file that nobody else writes: each process reads it again
  std::string name;            ///< name for messages, as the user calls it
};

/// Runs the candidate's pipeline on the user's file in fresh processes of stock `opt`. Each has its
/// own address space; one more verifies after each element. The candidate *holds* if every run
/// succeeds and all agree on IR hash and cost. Thread-safe.
///
/// The claim was measured with fresh analyses for every pass, but `opt` keeps analyses. If a pass
/// left stale ones behind, `opt` may crash or write something else. A candidate that holds and is
/// no worse than the claim is accepted as it is.
///
/// Otherwise, if a repair is allowed, all analyses are invalidated between elements, at as few
/// places as give the same value. The better of the pipelines that hold is returned. Its cost may
/// still be above the claim, so the caller must rank by the returned cost. With `repaired_first`,
/// the candidate itself runs only if the pipeline with all invalidations is worse than the claim.
///
/// The cost has an object size if the candidate's has. `pool` measures the output of `opt`. Once
/// `budget` is interrupted, the answer is the pipeline that holds by then, or `kCancelled`.
///
/// Errors: the failure of `opt` (`kVerifierRejected`, `kPassCrashed`, ...); `kBadInput` if the
/// processes disagree or `CheckOptFlags` refuses the candidate's flags; `kInvalidArgument` if `opt`
/// refuses the pipeline or the file; `kNotFound` if there is no `opt`; `kIo`.
Result<Reproduction> Reproduce(const ProgramFile& program, const Candidate& candidate,
                               const ReproductionOptions& options, WorkerPool& pool,
                               const Budget& budget);

/// Returns the error for a process of `opt` on `file` that did not succeed.
Error OptFailure(const SubprocessResult& result, const std::string& file);

/// Returns the word that stands for a file on the command line of `opt`. A file whose name begins
/// like an option or a response file is given with its folder; `-` is standard input.
std::string FileArgument(const std::filesystem::path& path);

/// The shell command that does what `Reproduce` ran: `opt -passes='...' FILE -o OUT`. Without an
/// `output`, the module goes to standard output. `input` may be the name of a module in a file; its
/// `ModuleCommand` then comes first.
std::string OptCommand(const std::filesystem::path& opt_program, const Reproduction& reproduction,
                       const std::filesystem::path& input, const std::filesystem::path& output);

}  // namespace autotune
