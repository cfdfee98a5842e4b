#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <optional>
#include <thread>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/mutex.h"
#include "core/searcher.h"
#include "tune/proof/prove.h"
#include "tune/result.h"

namespace autotune {

/// Returns the index i of the element that makes a list fail: the first i elements hold, the first
/// i + 1 do not. `holds` is called O(log n) times with a prefix's length. The empty prefix is
/// assumed to hold, the whole `length` not to. Returns nothing if `holds` can't tell.
std::optional<std::size_t> FindCulprit(
    std::size_t length, const std::function<std::optional<bool>(std::size_t)>& holds);

/// Returns the pass that makes the list of `failed` fail, found by proofs. Returns nothing if a
/// proof fails for reasons that say nothing about the list.
std::optional<PassId> FindCulprit(const Best& failed,
                                  const std::function<Result<Proven>(const Best&)>& prove);

/// Replaces `held` by `proven` if that is better.
void HoldBetter(const Proven& proven, Objective objective, std::optional<Proven>& held);

struct TrialSettings {
  Objective objective = kDefaultObjective;
  Clock::time_point begin{};  ///< of the search
  Clock::time_point end{};
  Clock::duration longest_proof{};  ///< of short care, that is worth trying meanwhile
  /// Longest quick proof that is worth trying after a quarter of the search, while none holds.
  /// The machine may become so busy that a proof at the end takes too long.
  Clock::duration longest_first_proof{};
  /// Time that a proof of the list takes.
  std::function<Clock::duration(const Best&, Prover::Care)> proof_time;
  /// Proves a list until the budget is cancelled.
  std::function<Result<Proven>(const Best&, Prover::Care, const Budget&)> prove;
  /// True if a list of this cost may be the result.
  std::function<bool(const Cost&)> allows;
  /// Called with the pass that made the best list fail, and the error of `opt`. From then on, only
  /// lists without it are tried. This and the previous three are called from a separate thread.
  std::function<void(PassId, const Error&)> on_culprit;
};

/// Proves the best list of a search now and then during the search. Lists that hold are a fallback
/// for the result.
///
/// If a list does not hold, the pass responsible is found in time for the search to do without it.
/// Otherwise many later lists would contain that pass and be lost. A proof that takes long is left
/// for the end.
class TrialProofs {
 public:
  explicit TrialProofs(TrialSettings settings);
  ~TrialProofs() { Stop(); }
  TrialProofs(const TrialProofs&) = delete;
  TrialProofs& operator=(const TrialProofs&) = delete;

  /// Call it for each improvement. Thread-safe.
  void OnBest(const Best& best);

  /// Cancels a running proof.
  void Stop();

  /// Returns the best allowed list that has been proved, which may be a part of one that fails.
  /// Call it after `Stop`.
  const std::optional<Proven>& held() const { return held_; }

 private:
  void Watch(const std::stop_token& stop);
  std::optional<Prover::Care> CareFor(const Best& best, bool late) const;
  void Try(const Best& best, Prover::Care care);
  bool HasCulprit(const Best& best) const;

  const TrialSettings settings_;
  Budget budget_{Budget::Limits{}};
  std::optional<Proven> held_;
  PassSequence culprits_;  ///< used by the thread only

  Mutex mutex_;
  Best best_ GUARDED_BY(mutex_);

  std::condition_variable_any wake_;
  std::jthread thread_;  // last: uses the others
};

}  // namespace autotune
