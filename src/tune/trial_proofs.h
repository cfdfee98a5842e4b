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
#include "tune/result.h"

namespace autotune {

/// Which element of a list it fails of: number i where the first i of them hold and the first i + 1
/// do not. `holds` is asked of so many at a time, O(log n) times; none are taken to hold and all
/// `length` not to. Nothing where it can't tell.
std::optional<std::size_t> FindCulprit(
    std::size_t length, const std::function<std::optional<bool>(std::size_t)>& holds);

/// Likewise which pass the list of `failed` fails of, by proofs. Nothing where one of them fails
/// for reasons that say nothing about the list.
std::optional<PassId> FindCulprit(const Best& failed,
                                  const std::function<Result<Proven>(const Best&)>& prove);

/// What is `held` becomes `proven` where that is better.
void HoldBetter(const Proven& proven, Objective objective, std::optional<Proven>& held);

struct TrialSettings {
  Objective objective = kDefaultObjective;
  Clock::time_point begin{};  ///< of the search
  Clock::time_point end{};
  Clock::duration longest_proof{};  ///< that is worth trying meanwhile
  /// What a proof of the list takes.
  std::function<Clock::duration(const Best&)> proof_time;
  /// Proves it until the budget is cancelled.
  std::function<Result<Proven>(const Best&, const Budget&)> prove;
  /// Told of the pass that the best list fails of, and of what `opt` said. From then on lists are
  /// awaited that don't have it. These three are called from a thread of their own.
  std::function<void(PassId, const Error&)> on_culprit;
};

/// Proves the best list of a search now and then while that goes on. What holds is there to fall
/// back on. Where a list does not hold, the pass that it fails of is found out in time for the
/// search to do without: much of what it finds from there on would have that pass in it, and be
/// lost. Where a proof takes long it is left for the end.
class TrialProofs {
 public:
  explicit TrialProofs(TrialSettings settings);
  ~TrialProofs() { Stop(); }
  TrialProofs(const TrialProofs&) = delete;
  TrialProofs& operator=(const TrialProofs&) = delete;

  /// To be called for each improvement. Thread-safe.
  void OnBest(const Best& best);

  /// Drops what is under way.
  void Stop();

  /// The best list that has been proved, which may be a part of one that fails. Once it has
  /// stopped.
  const std::optional<Proven>& held() const { return held_; }

 private:
  void Watch(const std::stop_token& stop);
  void Try(const Best& best);
  bool HasCulprit(const Best& best) const;

  const TrialSettings settings_;
  Budget budget_{Budget::Limits{}};
  std::optional<Proven> held_;
  PassSequence culprits_;  ///< the thread's own

  Mutex mutex_;
  Best best_ GUARDED_BY(mutex_);

  std::condition_variable_any wake_;
  std::jthread thread_;  // last: uses the others
};

}  // namespace autotune
