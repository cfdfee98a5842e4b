#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/budget.h"
#include "tune/job.h"
#include "tune/result.h"

namespace autotune {

/// True for errors that say something about a list and nothing about the machine: another list may
/// do better, and the same one will not.
bool IsListsFault(ErrorCode code);

/// Limit on the memory of one process of `opt`: twice a worker's, for it keeps debug information
/// and analyses. Without, four of them that run away at once would take the machine's. Never less
/// than 4 GiB: where a level can't be proved for want of memory there is no result at all.
std::uint64_t OptMemory(const TuneJob& job);

/// Accepts nothing that stock `opt` does not reproduce and the user's check does not let pass.
class Prover {
 public:
  /// Proves results for `program`, which must live longer, as the others. `opt_time_limit` is for
  /// each process of `opt`; no repair begins after `repair_end`.
  Prover(const TuneJob& job, const ProgramFile& program, WorkerPool& pool,
         Clock::time_point repair_end = Clock::time_point::max(),
         std::chrono::milliseconds opt_time_limit = ReproductionOptions().time_limit)
      : job_(job),
        program_(program),
        pool_(pool),
        repair_end_(repair_end),
        opt_time_limit_(opt_time_limit) {}

  enum class Care {
    kFull,
    /// One process has to reproduce it, and one that verifies after each element. On a large module
    /// all of them would take a good part of the run.
    kShort,
    /// A single process has to reproduce it. A standard level hardly ever differs from one to the
    /// next.
    kQuick,
  };
  /// The processes side by side that it takes.
  static int Processes(Care care);

  /// Proves one candidate; `level` where it is a standard one. Errors as `Reproduce` and
  /// `RunCheck`.
  Result<Proven> Prove(const Candidate& candidate, std::optional<Level> level, Care care,
                       const Budget& budget) const;

  /// The best standard level that holds, which may be O0. What was wrong with better ones is added
  /// to `notes`. A level that could not be seen to hold for want of time or memory is an error: a
  /// worse one is no result.
  Result<Proven> ProveLevels(const Baselines& baselines, Care care, const Budget& budget,
                             std::vector<std::string>& notes) const;

  /// Makes up for what less care left out. Errors: as `Reproduce`, and `kBadInput` where something
  /// else comes of it than did then; `proven` is as it was.
  Status Confirm(Proven& proven, Care care, const Budget& budget) const;

 private:
  ReproductionOptions Reproducing(Care care) const;
  std::uint64_t Value(const Cost& cost) const { return autotune::Value(cost, job_.objective); }

  const TuneJob& job_;
  const ProgramFile& program_;
  WorkerPool& pool_;
  const Clock::time_point repair_end_;
  const std::chrono::milliseconds opt_time_limit_;
};

}  // namespace autotune
