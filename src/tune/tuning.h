#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "core/budget.h"
#include "core/searcher.h"
#include "search/excluding_search.h"
#include "tune/input_copy.h"
#include "tune/job.h"
#include "tune/model_host.h"
#include "tune/observer.h"
#include "tune/pass_clock.h"
#include "tune/prove.h"
#include "tune/result.h"
#include "tune/run_cache.h"
#include "tune/run_database.h"
#include "tune/run_record.h"
#include "tune/running_search.h"
#include "tune/signals.h"
#include "tune/stop_notice.h"
#include "tune/threads.h"
#include "tune/trial_proofs.h"

namespace autotune {

/// The tuning of one program, from its file to a proved result, stage by stage. Tells an observer
/// what happens; writes nothing but the database and the cache.
class Tuning {
 public:
  /// The budget counts from `started`, or in an experiment from the moment when program and levels
  /// are known. The others must outlive this object.
  Tuning(TuneJob job, Clock::time_point started, ModelSlot& models, StopSignals& signals,
         TuneObserver& observer);
  ~Tuning() { signals_.Unwatch(); }
  Tuning(const Tuning&) = delete;
  Tuning& operator=(const Tuning&) = delete;

  /// To be called once. Ends soon after the budget, and within a second of a signal, with the best
  /// that is proved by then or with a standard level that is not. Errors: there is nothing to
  /// report, `kCancelled` because of a signal, `kNoTime` because no level ended within the budget.
  Status Run();

  /// What was found out; complete once `Run` has succeeded.
  const TuneResult& outcome() const { return outcome_; }

  /// Puts the result into the database and closes the cache. Last, so that nobody waits for a file
  /// that is slow or locked.
  void Record();

 private:
  Status LoadProgram();
  Status BeginRun();
  Status MeasureLevels();
  bool HasTimeForSizes() const;
  Status ProveLevel();
  Status Search();
  Status ProveBest();
  Status ProveLevels(Prover::Care care, const Budget& budget);
  Status Confirm(Proven& proven, const Prover& prover);
  void TakeUnprovedLevel();
  Status Conclude();
  void SizeResult();

  Clock::time_point LatestEnd(Clock::duration budget) const;
  Error NoTime() const;
  bool SearchesMeanwhile() const;
  void StartSearch();
  TrialSettings TrialsOf(const RunningSearch& search);
  Result<std::unique_ptr<Prior>> ModelPrior();
  Best Minimized(const Best& best);
  Candidate ToCandidate(const Best& best) const;
  bool TakeHeld(const Prover& prover);
  void Reject(PassId pass, const Error& error);
  void DropCulprit(const Best& failed, const Error& error, const Prover& prover,
                   std::vector<Best>& others, const Budget& budget);
  Clock::duration ProofTime(const Best& best, Prover::Care care) const;
  Clock::duration ProofTime(const Best& best) const;
  Prover::Care CareFor(const Best& best) const;
  Prover::Care CareWithin(const Best& best, Clock::duration left) const;
  Clock::duration MinimizeTime(const Best& best) const;
  /// Tells the observer that a step has ended.
  template <typename... Parts>
  void Say(fmt::format_string<Parts...> format, Parts&&... parts) const {
    SayText(fmt::format(format, std::forward<Parts>(parts)...));
  }
  void SayText(const std::string& text) const;

  const TuneJob& job() const { return outcome_.job; }
  std::uint64_t Value(const Cost& cost) const { return outcome_.value(cost); }

  TuneObserver& observer_;
  Clock::time_point started_;
  Clock::time_point run_end_;  ///< when the result should be proved
  /// Ends all that LLVM does in this run: a little after `run_end_`, or soon after a signal.
  Budget run_budget_{Budget::Limits{}};
  ModelSlot& models_;
  const ModelHost* model_ = nullptr;  ///< once the program is loaded
  StopSignals& signals_;
  StopNotice notice_{signals_, observer_};
  TuneResult outcome_;
  std::optional<InputCopy> input_;
  std::unique_ptr<WorkerPool> pool_;
  Clock::duration loading_{};           ///< took so long
  Clock::duration least_proof_time_{};  ///< what a proof takes, going by one that was given up
  /// Ends at the first signal: for what only makes a result better.
  Budget until_stopped_{Budget::Limits{}, &run_budget_};
  // From the beginning of the search on.
  std::optional<Budget> search_budget_;
  std::optional<RunCache> cache_;
  std::optional<PassClock> clock_;
  std::optional<Threads> threads_;
  std::optional<PassClock> excerpt_clock_;   ///< of what is tried on excerpts
  std::optional<ExcludingSearch> attempts_;  ///< what `search_` runs
  std::vector<Best> improvements_;           ///< found by the search, worst first
  std::optional<Proven> held_;      ///< the best that was proved of them and of their parts
  Clock::time_point minimize_end_;  ///< set by the search
  RunDatabase database_{observer_};
  RunRecord record_{database_};          // after what its thread reads: the search's budget
  std::optional<RunningSearch> search_;  // last: its thread uses the others
};

}  // namespace autotune
