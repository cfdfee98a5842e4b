#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/evaluator.h"
#include "core/searcher.h"
#include "db/results_db.h"
#include "db/run_recorder.h"
#include "tune/result.h"
#include "tune/run_database.h"

namespace autotune {

/// What the database gets to know of one tuning run, on a connection of its own. Does nothing where
/// there is no database.
class RunRecord {
 public:
  explicit RunRecord(RunDatabase& database) : database_(database) {}
  RunRecord(const RunRecord&) = delete;
  RunRecord& operator=(const RunRecord&) = delete;

  /// Adds the run, once the program is known, and looks up `seeds`. From here on the run gives
  /// signs of life.
  void Start(const TuneResult& outcome, const ActionSpace& actions);

  /// The best lists of earlier runs on this program that the action space can express, best first;
  /// none in an experiment.
  const std::vector<PassSequence>& seeds() const { return seeds_; }

  /// The search begins. `budget`, which counts its evaluations, must outlive this object.
  void WatchSearch(const Budget& budget) { budget_ = &budget; }

  /// At each improvement until the search ends, `seconds` after the start of the run. Thread-safe;
  /// never waits for the database.
  void OnBest(const Best& best, double seconds);

  /// Adds the result. Replays its list on `evaluator` to learn what each pass does there, as far as
  /// that is done by `deadline`.
  void Finish(const TuneResult& outcome, Evaluator& evaluator, Clock::time_point deadline);

  /// Ends a run that has no result, but took its time; `signal` is what stopped it, or 0.
  void Fail(const TuneResult& outcome, const Error& error, int signal);

 private:
  Status Add(const RunDescription& run, bool with_seeds);
  std::uint64_t Evaluations() const;
  void End(const RunResult& result);

  RunDatabase& database_;
  const ActionSpace* actions_ = nullptr;
  std::vector<PassSequence> seeds_;
  std::atomic<const Budget*> budget_ = nullptr;  ///< once the search has begun
  RunId run_ = 0;
  std::unique_ptr<Database> file_;
  std::optional<ResultsDb> results_;     ///< once the run is in there
  std::optional<RunRecorder> recorder_;  // last: its thread uses the others
};

}  // namespace autotune
