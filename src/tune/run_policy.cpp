#include "tune/run_policy.h"

#include <algorithm>

namespace autotune {

namespace {

using std::chrono::milliseconds;

/// A run has two files, the database and the cache: a tenth of the budget for both.
constexpr int kLockShare = 20;
constexpr milliseconds kMinLockPatience{50};
constexpr milliseconds kMaxLockPatience{10'000};

}  // namespace

RunPolicy PolicyOf(const TuneJob& job) {
  const bool experiment = !job.experiment.empty();
  // If evaluations are the limit, time must not influence the answer.
  return {.levels_beside_search = !experiment && job.threads > 1,
          .clock_waits_for_levels = experiment,
          .levels_limited_in_time = !experiment && !job.max_evaluations,
          .full_level_proof = experiment,
          .learns_from_earlier_runs = !experiment,
          .inlines_as_written = !experiment,
          .verifies_all = job.max_evaluations.has_value(),
          // A proof is worth sharing if only its numbers will be asked for.
          .shares_level_proofs = experiment && job.output.empty() && job.check.empty(),
          // An experiment is of no use without its database.
          .lock_patience =
              experiment ? kMaxLockPatience
                         : std::clamp(job.budget / kLockShare, kMinLockPatience, kMaxLockPatience)};
}

}  // namespace autotune
