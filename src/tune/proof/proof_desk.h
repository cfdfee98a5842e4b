#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "core/budget.h"
#include "core/searcher.h"
#include "tune/levels.h"
#include "tune/proof/proof_time.h"
#include "tune/proof/prove.h"
#include "tune/proof/trial_proofs.h"
#include "tune/run_parts.h"
#include "tune/search_run.h"

namespace autotune {

/// Proves the lists of a search: the best of them now and then during the search. At its end it
/// proves the best list that holds, which becomes the run's result.
class ProofDesk {
 public:
  /// `search` has begun; null: there is none. The arguments must outlive this object.
  ProofDesk(const RunParts& run, ProofTimes& times, Levels& levels, SearchRun* search);

  /// Begins to try proofs during the search.
  void StartTrials();
  /// Takes an improvement of the search. Thread-safe; calls never overlap.
  void OnBest(const Best& best);
  void StopTrials();

  /// Proves the best of `improvements` (worst first) that holds and is better than the result.
  /// Errors: not even a level holds any more.
  Status Finish(std::vector<Best> improvements);
  /// Does the same with the best list within the limit of bytes, and promises no bytes any more.
  Status FinishWithinLimit();

 private:
  TrialSettings SettingsOfTrials();
  Prover MakeProver() const;
  Candidate AsCandidate(const Best& best) const;
  std::uint64_t ResultValue() const { return run_.Value(run_.result.result.reproduction.cost); }
  Clock::time_point End() const;
  Clock::time_point ProvedAt(const Best& best) const;
  bool InTime(const Best& best) const;
  Clock::duration SpareFor(const Best& best) const;
  void LimitByProof();
  void PromiseNothing(std::vector<Best>& improvements);
  void Hold(const Proven& proven);
  void TrySure(Prover::Care care, const Budget& budget, const ProofLimits& limits);
  std::vector<Best> WorthTrying(const std::vector<Best>& improvements);
  /// Says if worse lists have to be tried, too.
  enum class Next { kGoOn, kDone };
  Next Try(const Best& best, std::vector<Best>& others);
  Next OnFailure(const Best& best, const Error& error, Candidate candidate,
                 std::vector<Best>& others);
  Best Minimized(const Best& best);
  void Reject(PassId pass, const Error& error);
  void DropCulprit(const Best& failed, const Error& error, std::vector<Best>& others);
  bool TakeHeld();
  Status Confirm(Proven& proven);
  Status MakeFull();

  const RunParts& run_;
  ProofTimes& times_;
  Levels& levels_;
  SearchRun* const search_;
  std::atomic<bool> needs_repair_ = false;  ///< true once the proof of a list needed a repair
  std::optional<TrialProofs> trials_;
  std::optional<Proven> held_;  ///< best list, or part of one, that was proved
  std::optional<Proven> sure_;  ///< the best of those within the limit, if bytes are promised
  PassSequence tried_sure_;     ///< tried as such; used by trials only
  bool within_limit_ = false;   ///< size attributes were given once, and took off too few bytes
  Clock::time_point minimize_end_{};
};

}  // namespace autotune
