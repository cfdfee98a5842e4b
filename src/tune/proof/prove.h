#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/searcher.h"
#include "tune/job.h"
#include "tune/result.h"

namespace autotune {

/// True for errors that say something about a list and nothing about the machine. Another list may
/// do better, but the same list will fail again.
bool IsListsFault(ErrorCode code);

/// Returns the memory limit of one process of `opt`, in bytes. It is twice a worker's, because
/// `opt` keeps debug information and analyses. Without a limit, four processes that run away at
/// once would take all of the machine's memory. It is at least 4 GiB: if a level can't be proved
/// for lack of memory, there is no result at all.
std::uint64_t OptMemory(const TuneJob& job);

/// Has the user's check, if there is one, judge a module. Errors as for `RunCheck`.
Status CheckModule(const TuneJob& job, const std::string& bitcode, const CodeModel& code_model,
                   const Budget& budget, std::vector<std::string> code_options = {});

/// Counts the instructions that a module executes in the user's check, as `CountExecuted` does.
Result<std::uint64_t> CountModule(const TuneJob& job, const std::string& bitcode,
                                  const CodeModel& code_model, const Budget& budget,
                                  std::vector<std::string> code_options);

/// The list of a search as a candidate for a proof.
Candidate ToCandidate(const Best& best, const ActionSpace& actions);

/// Returns a cost that every list meets. It has an object size if `sized`.
Cost AnyCost(bool sized);

/// Limits of proofs.
struct ProofLimits {
  Clock::time_point repair_end = Clock::time_point::max();  ///< no repair begins after it
  int repair_runs = ReproductionOptions().repair_runs;      ///< to make a repair shorter
  bool repaired_first = false;                              ///< as in `ReproductionOptions`
  /// Time limit of each process of `opt`.
  std::chrono::milliseconds opt_time = ReproductionOptions().time_limit;
};

/// Accepts only results that stock `opt` reproduces and the user's check accepts.
class Prover {
 public:
  /// Makes a prover for results of `program`. `job`, `program` and `pool` must outlive it.
  Prover(const TuneJob& job, const ProgramFile& program, WorkerPool& pool,
         const ProofLimits& limits = {})
      : job_(job), program_(program), pool_(pool), limits_(limits) {}

  enum class Care {
    kFull,
    /// One process has to reproduce the result, and another verifies after each element. On a large
    /// module, full care would take a good part of the run.
    kShort,
    /// A single process has to reproduce the result. It verifies after each element of a list. This
    /// is for standard levels, which hardly ever differ from process to process, and for lists if
    /// there is no time for more.
    kQuick,
  };
  /// Returns the number of parallel processes that the care takes.
  static int Processes(Care care);

  enum class Output {
    kNone,
    kFile,  ///< what the job's output file is made of
  };
  /// Runs a candidate in one process, without a check, to learn its cost. Errors as `Reproduce`.
  Result<Reproduction> RunOnce(const Candidate& candidate, const Budget& budget,
                               Output output = Output::kNone) const;

  /// Proves one candidate; `level` is set if it is a standard one. Errors as for `Reproduce` and
  /// `RunCheck`.
  Result<Proven> Prove(const Candidate& candidate, std::optional<Level> level, Care care,
                       const Budget& budget) const;

  /// Returns the first of `levels`, best first, that holds. The failures of better ones are added
  /// to `notes`. If time or memory was too short to prove a level, that is an error: a worse level
  /// is no result.
  Result<Proven> ProveLevels(const Baselines& baselines, std::span<const Level> levels, Care care,
                             const Budget& budget, std::vector<std::string>& notes) const;

  /// Repeats a proof with the care that it lacked. Errors: as for `Reproduce`, and `kBadInput` if
  /// the outcome differs from the first one; `proven` then stays as it was.
  Status Confirm(Proven& proven, Care care, const Budget& budget) const;

 private:
  ReproductionOptions Reproducing(Care care) const;
  std::uint64_t Value(const Cost& cost) const { return autotune::Value(cost, job_.objective); }

  const TuneJob& job_;
  const ProgramFile& program_;
  WorkerPool& pool_;
  const ProofLimits limits_;
};

}  // namespace autotune
