#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/budget.h"
#include "core/prior.h"
#include "core/result.h"
#include "core/searcher.h"
#include "search/engine/corrected_sizes.h"
#include "search/engine/excluding_search.h"
#include "search/engine/known_start.h"
#include "search/engine/size_guard.h"
#include "search/registry.h"
#include "tune/memory/run_cache.h"
#include "tune/memory/run_record.h"
#include "tune/model_host.h"
#include "tune/pass_clock.h"
#include "tune/run_parts.h"
#include "tune/running_search.h"
#include "tune/threads.h"

namespace autotune {

/// The search of one run, on its own threads, with its evaluators. The workers stand behind the
/// evaluation cache, and that behind a clock that learns how long passes take.
class SearchRun {
 public:
  /// Starts the search. `model` guides it; null: none does. `record` is told each improvement. The
  /// arguments must outlive this object, which must live until `record` has ended.
  SearchRun(const RunParts& run, const ModelHost* model, RunRecord& record);

  Budget& budget() { return budget_; }
  PassClock& clock() { return clock_; }
  /// Returns the evaluator that knows all states that the search has seen.
  Evaluator& evaluator() { return sizes_; }
  RunningSearch& running() { return *running_; }

  /// Returns the evaluator for work on a list of this cost that was found. States with more
  /// instructions, or with too many bytes, are worse than any list. The search has ended.
  Evaluator& guarded(const Cost& cost) {
    if (!run_.result.byte_limit || !guard_) return sizes_;
    const std::uint64_t more = run_.result.KeepsLimit(cost) ? 0 : run_.result.bytes_promised;
    guard_->Enforce(cost.instructions, *run_.result.byte_limit + more);
    return *guard_;
  }

  /// Returns the best list within the limit of bytes, without those that are promised; none if
  /// none are promised, or none was found. Thread-safe.
  std::optional<Best> Sure() {
    const auto sure = guard_ ? guard_->Sure() : std::nullopt;
    return sure ? std::optional(Best{sure->passes, sure->cost, 0}) : std::nullopt;
  }

  /// Returns the evaluations made up to now, including those of excerpts.
  std::uint64_t tried() const { return clock_.tried() + excerpt_clock_.tried(); }

  /// Continues the search without this pass. Thread-safe.
  void Exclude(PassId pass) {
    attempts_.Exclude(pass);
    if (guard_) guard_->Forget(pass);
  }

  /// Waits for the end, and fills in the search's part of the run's result. Errors: as for the
  /// method. Call it once.
  Result<Best> Wait();

  /// Cancels the search and waits until its threads are idle. The cache stays open: closing it may
  /// wait for a file that others have locked.
  void Stop() { running_->Stop(); }

  /// Writes the rest of the cache.
  void CloseCache() { cache_.Close(); }

 private:
  Result<Best> Search(const OnBest& on_best);
  SearchSettings Settings(Prior* model);
  Result<std::unique_ptr<Prior>> MakePrior() const;
  Result<Evaluation> Root(const Prior* model) const;
  std::optional<SizeGuard> MakeGuard();
  std::optional<std::uint64_t> Reference() const;
  Evaluator& KnowingOz();
  /// Returns the evaluator of the search itself.
  Evaluator& searched() { return guard_ ? static_cast<Evaluator&>(*guard_) : sizes_; }
  bool SizesCount() const;
  void CorrectSizes();

  const RunParts& run_;
  const ModelHost* const model_;
  RunRecord& record_;
  Budget budget_;
  const Budget model_time_;  ///< part of the budget in which the search waits for the model
  RunCache cache_;
  std::optional<KnownStart> known_;  ///< around the cache, if -Oz is an action
  const bool oz_is_known_;           ///< true if the result of -Oz is known
  PassClock clock_;
  CorrectedSizes sizes_;  ///< around `clock_`
  PassClock excerpt_clock_;
  OnBest tell_;                     ///< of improvements; set when the search begins
  std::optional<SizeGuard> guard_;  ///< around `sizes_`, if bytes are guarded or minimised
  const Objective objective_;       ///< that the search minimises
  const std::optional<std::uint64_t> reference_;  ///< value of -Oz by it, if known
  ExcludingSearch attempts_;
  std::uint64_t hits_before_ = 0;  ///< of the cache, when the search begins
  bool guided_ = false;  ///< true if there was a prior, ready in time; set at the search's end
  Threads threads_;
  std::optional<RunningSearch> running_;  // last: its thread uses the others
};

}  // namespace autotune
