#pragma once

#include <span>
#include <vector>

#include "cli/outcome.h"
#include "core/budget.h"

namespace autotune {

/// Accepts nothing that stock `opt` does not reproduce and the user's check does not let pass.
class Prover {
 public:
  Prover(const TuneOptions& options, WorkerPool& pool) : options_(options), pool_(pool) {}

  /// Proves one candidate; `level` where it is a standard one. Errors as `Reproduce` and
  /// `RunCheck`.
  Result<Proven> Prove(const Candidate& candidate, std::optional<Level> level,
                       const Budget& budget) const;

  /// The best standard level that holds, which may be O0. What went wrong with better ones is added
  /// to `notes`.
  Result<Proven> ProveLevels(const Baselines& baselines, const Budget& budget,
                             std::vector<std::string>& notes) const;

 private:
  std::uint64_t Value(const Cost& cost) const { return autotune::Value(cost, options_.objective); }

  const TuneOptions& options_;
  WorkerPool& pool_;
};

}  // namespace autotune
