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
#include "tune/memory/run_database.h"
#include "tune/result.h"

namespace autotune {

/// The record of one tuning run in the database, on a connection of its own. Does nothing if there
/// is no database.
class RunRecord {
 public:
  explicit RunRecord(RunDatabase& database) : database_(database) {}
  RunRecord(const RunRecord&) = delete;
  RunRecord& operator=(const RunRecord&) = delete;

  /// Adds the run, once the program is known, and looks up `seeds`. From here on the run gives
  /// signs of life.
  void Start(const TuneResult& outcome, const ActionSpace& actions);

  /// Returns the best lists of earlier runs on this program that the action space can express, best
  /// first; none in an experiment.
  const std::vector<PassSequence>& seeds() const { return seeds_; }

  /// Notes that the search begins. `budget`, which counts its evaluations, must outlive this
  /// object.
  void WatchSearch(const Budget& budget) { budget_ = &budget; }

  /// Records an improvement, `seconds` after the start of the run; not after the search's end.
  /// Thread-safe; never waits for the database.
  void OnBest(const Best& best, double seconds);

  /// Adds the result. Replays its list on `evaluator` to learn the effect of each pass, as far as
  /// possible by `deadline`.
  void Finish(const TuneResult& outcome, Evaluator& evaluator, Clock::time_point deadline);

  /// Ends a run that took its time but has no result. `signal` stopped it; 0: none did.
  void Fail(const TuneResult& outcome, const Error& error, int signal);

 private:
  Status Add(const RunDescription& run, bool with_seeds);
  std::uint64_t Evaluations() const;
  void End(const RunResult& result);

  RunDatabase& database_;
  const ActionSpace* actions_ = nullptr;
  std::vector<PassSequence> seeds_;
  std::atomic<const Budget*> budget_ = nullptr;  ///< null until the search has begun
  RunId run_ = 0;
  std::unique_ptr<Database> file_;
  std::optional<ResultsDb> results_;     ///< set once the run is in the database
  std::optional<RunRecorder> recorder_;  // last: its thread uses the others
};

}  // namespace autotune
