#pragma once

#include "tune/job.h"

namespace autotune {

/// The policy of a run. Experiments compare methods. So nothing from another run, and nothing but
/// the search, may count for or against a method.
struct RunPolicy {
  bool levels_beside_search;      ///< levels are measured on other threads, while the search runs
  bool clock_waits_for_levels;    ///< the budget begins once the levels are measured and proved
  bool levels_limited_in_time;    ///< a level that takes too long is left out
  bool full_level_proof;          ///< full proof of levels at once; else of the result, at the end
  bool learns_from_earlier_runs;  ///< searches begin with lists that earlier runs found
  bool shares_level_proofs;  ///< level proofs are shared within the experiment, by the database
};

/// Returns the policy of a job whose `threads` is known, > 0.
RunPolicy PolicyOf(const TuneJob& job);

}  // namespace autotune
