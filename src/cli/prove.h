#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cli/outcome.h"
#include "core/budget.h"

namespace autotune {

/// Accepts nothing that stock `opt` does not reproduce and the user's check does not let pass.
class Prover {
 public:
  /// `opt_time_limit` is for each process of `opt`.
  Prover(const TuneOptions& options, WorkerPool& pool,
         std::chrono::milliseconds opt_time_limit = ReproductionOptions().time_limit)
      : options_(options), pool_(pool), opt_time_limit_(opt_time_limit) {}

  /// Proves one candidate; `level` where it is a standard one. Errors as `Reproduce` and
  /// `RunCheck`.
  Result<Proven> Prove(const Candidate& candidate, std::optional<Level> level,
                       const Budget& budget) const;

  enum class Care {
    kFull,
    /// A single process has to reproduce it. A standard level hardly ever differs from one to the
    /// next, and on a large module all of them would take a good part of the run.
    kQuick,
  };

  /// The best standard level that holds, which may be O0. What was wrong with better ones is added
  /// to `notes`. A level that could not be seen to hold for want of time or memory is an error: a
  /// worse one is no result.
  Result<Proven> ProveLevels(const Baselines& baselines, Care care, const Budget& budget,
                             std::vector<std::string>& notes) const;

  /// Makes up for what `kQuick` left out. Errors: as `Reproduce`, and `kBadInput` where something
  /// else comes of it than did then; `proven` is as it was.
  Status Confirm(Proven& proven, const Budget& budget) const;

 private:
  Result<Proven> Prove(const Candidate& candidate, std::optional<Level> level, Care care,
                       const Budget& budget) const;
  ReproductionOptions Reproducing(Care care) const;
  std::uint64_t Value(const Cost& cost) const { return autotune::Value(cost, options_.objective); }

  const TuneOptions& options_;
  WorkerPool& pool_;
  const std::chrono::milliseconds opt_time_limit_;
};

}  // namespace autotune
