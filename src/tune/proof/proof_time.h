#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/budget.h"
#include "core/searcher.h"
#include "tune/pass_clock.h"
#include "tune/proof/prove.h"
#include "tune/result.h"
#include "tune/run_parts.h"

namespace autotune {

/// Returns the expected time to prove a list whose passes need `list` of CPU time, judged by the
/// proof of a level. If the level has an object size, or an `object` file is wanted, generating the
/// list's code is included. If no process has proved the level yet, the time is judged by
/// `loading`, that of the program.
///
/// The time has some reserve: it is better to search a little less than to lose the best list. The
/// proof has `processes` >= 1, on `cores` >= 1.
Clock::duration ExpectedProofTime(const Proven& level, std::chrono::nanoseconds list, int processes,
                                  std::size_t cores, Clock::duration loading, bool object = false);

/// Returns the expected time of loading what -Oz makes of a program that is loaded in `loading`:
/// `left` of `given` >= 1 instructions. At most `loading`.
Clock::duration LoadingOfResult(Clock::duration loading, std::uint64_t given, std::uint64_t left);

/// Returns the time in which `opt` gives size attributes to a module that is loaded in `loading`.
Clock::duration ForcingTime(Clock::duration loading);

/// Steps that have their own time besides size attributes.
struct AttributeSteps {
  bool conventions = false;  ///< calling conventions
  bool tables = false;       ///< narrow tables
};

/// Returns the time for size attributes on `threads` >= 1 threads, `forcing` of which is for `opt`
/// and the user's check. It is at most a sixth of the budget, or a quarter with time for calling
/// conventions; or, up to a third, 1 s or twice `forcing`. Zero if `forcing` is over a sixth.
Clock::duration AttributesTime(Clock::duration loading, Clock::duration forcing,
                               Clock::duration budget, std::uint64_t threads,
                               const AttributeSteps& steps = {});

/// Expects the time of proofs in one run, and chooses the care that there is time for. Thread-safe
/// except for the setters.
class ProofTimes {
 public:
  /// Judges by the proof of a level in `run.result`, if there is one. `run` must outlive this
  /// object.
  explicit ProofTimes(const RunParts& run) : run_(run) {}

  /// Takes the time of lists' passes from this clock from now on. It must outlive this object.
  void UseClock(const PassClock& clock) { clock_ = &clock; }
  /// Notes that a proof was given up after `spent`. Any other is then expected to take at least
  /// twice as long.
  void GaveUpAfter(Clock::duration spent);

  /// Returns the time for the proof of the run's best list. If the list is no better than the
  /// result so far, returns the time for the missing part of the result's own proof. If that is
  /// complete, returns the time for a list that may still be found.
  Clock::duration Of(const Best& best, Prover::Care care) const;
  /// Returns the same with the care of `CareFor`.
  Clock::duration Of(const Best& best) const { return Of(best, CareFor(best)); }
  /// Returns the most care that takes a small part of the budget.
  Prover::Care CareFor(const Best& best) const;
  /// Returns the most care that takes no more than `left`.
  Prover::Care CareWithin(const Best& best, Clock::duration left) const;

  /// Returns the time in which most lists lose all the passes they can, at most a twentieth of the
  /// run. Zero if hardly anything would be gained.
  Clock::duration OfMinimizing(const Best& best) const;

  /// Returns the time kept for size attributes, as `AttributesTime` says. Zero if none are
  /// wanted, or if that is too little.
  Clock::duration OfAttributes() const;
  /// Returns the time for size attributes and their forcing of what is `left`. If the proof took
  /// longer than expected, they and options of code generation both have less.
  Clock::duration ForAttributes(Clock::duration left) const;
  /// Returns the part of it that `opt` takes once the attributes are chosen.
  Clock::duration OfForcing() const;
  /// Returns the time kept for options of code generation. Zero if no object file is wanted.
  Clock::duration OfCode() const;

  /// Returns the CPU time of the list's passes. Before the search has begun, returns that of the
  /// result's passes.
  std::chrono::nanoseconds OfPasses(const Best& best) const;

 private:
  Clock::duration LoadingResult() const;
  /// Returns the time in which one process makes an object of the result.
  Clock::duration OfObject() const;

  const RunParts& run_;
  const PassClock* clock_ = nullptr;  ///< null until the search has begun
  Clock::duration least_{};
};

/// Returns those of the lists `found` (worst first) that are worth proving, best first. They are
/// the lists that can be proved `in_time`, or all if there are none.
std::vector<Best> WorthProving(const std::vector<Best>& found,
                               const std::function<bool(const Best&)>& in_time);

}  // namespace autotune
