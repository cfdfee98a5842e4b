#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include "core/budget.h"
#include "core/searcher.h"
#include "tune/pass_clock.h"
#include "tune/prove.h"
#include "tune/result.h"
#include "tune/run_parts.h"

namespace autotune {

/// How long it will take to prove a list whose passes need `list` of CPU time, and to size what
/// comes of it if the level has a size, judging by the proof of a level; `loading`, that of the
/// program, is enough where there is none yet (no `processes`). With some reserve, for it is better
/// to search a little less than to lose the best list. `processes` of the proof, >= 1, have so many
/// `cores`, >= 1.
Clock::duration ExpectedProofTime(const Proven& level, std::chrono::nanoseconds list, int processes,
                                  std::size_t cores, Clock::duration loading);

/// Expects how long proofs take in one run, and how much care there is time for. Thread-safe but
/// for the setters.
class ProofTimes {
 public:
  /// Judges by the proof of a level in `run.result`, if there is one. `run` must outlive this
  /// object.
  explicit ProofTimes(const RunParts& run) : run_(run) {}

  /// From now on the passes of lists take what this clock says. It must outlive this object.
  void UseClock(const PassClock& clock) { clock_ = &clock; }
  /// A proof was given up after `spent`: no other is expected to take less than twice that.
  void GaveUpAfter(Clock::duration spent);

  /// Time for the proof of the run's best list. If that is no better than the result so far, the
  /// time for what the result's own proof lacks, or for a list that may still be found.
  Clock::duration Of(const Best& best, Prover::Care care) const;
  /// The same with the care of `CareFor`.
  Clock::duration Of(const Best& best) const { return Of(best, CareFor(best)); }
  /// As much care as takes a small part of the budget.
  Prover::Care CareFor(const Best& best) const;
  /// As much care as there is time `left`.
  Prover::Care CareWithin(const Best& best, Clock::duration left) const;

  /// Time for most lists to lose all the passes they can, and a twentieth of the run at most; zero
  /// if hardly anything would come of that.
  Clock::duration OfMinimizing(const Best& best) const;

  /// CPU time of the list's passes.
  std::chrono::nanoseconds OfPasses(const Best& best) const;

 private:
  const RunParts& run_;
  const PassClock* clock_ = nullptr;  ///< once the search has begun
  Clock::duration least_{};
};

/// Of lists `found`, worst first, those worth proving, best first: the ones that can be proved
/// `in_time` or, where there is none, all.
std::vector<Best> WorthProving(const std::vector<Best>& found,
                               const std::function<bool(const Best&)>& in_time);

}  // namespace autotune
