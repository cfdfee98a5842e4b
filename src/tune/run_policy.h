#pragma once

#include <chrono>

#include "tune/job.h"

namespace autotune {

/// The policy of a run. Experiments compare methods. So nothing from another run, and nothing but
/// the search, may count for or against a method.
struct RunPolicy {
  bool levels_beside_search;      ///< levels are measured on other threads, while the search runs
  bool clock_waits_for_levels;    ///< the budget begins once the levels are measured and proved
  bool levels_limited_in_time;    ///< a level that takes too long is left out
  bool full_level_proof;          ///< at once; else the result's proof is made full at the end
  bool learns_from_earlier_runs;  ///< begins with lists that earlier runs found
  bool inlines_as_written;        ///< calls of `alwaysinline` functions first, unless allowed
  bool verifies_all;              ///< states of the search (`WorkerPoolOptions::verify_all`)
  bool shares_level_proofs;       ///< with the other runs of the experiment, through the database
  /// Time to wait for a file that others have locked: the database, and again the cache.
  std::chrono::milliseconds lock_patience;
};

/// Returns the policy of a job whose `threads` is known, > 0.
RunPolicy PolicyOf(const TuneJob& job);

}  // namespace autotune
