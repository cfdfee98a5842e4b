#include "tune/run_policy.h"

namespace autotune {

RunPolicy PolicyOf(const TuneJob& job) {
  const bool experiment = !job.experiment.empty();
  // If evaluations are the limit, time must not influence the answer.
  return {.levels_beside_search = !experiment && job.threads > 1,
          .clock_waits_for_levels = experiment,
          .levels_limited_in_time = !experiment && !job.max_evaluations,
          .full_level_proof = experiment,
          .learns_from_earlier_runs = !experiment,
          // A proof can be shared if only its numbers will be used.
          .shares_level_proofs = experiment && job.output.empty() && job.check.empty()};
}

}  // namespace autotune
