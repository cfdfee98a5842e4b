#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/evaluator.h"
#include "core/mutex.h"
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
  /// signs of life. Errors: a run of an experiment can't be added, or was made already.
  Status Start(const TuneResult& outcome, const ActionSpace& actions);

  /// Returns the lists that the action space can express: those of the job, then the best of
  /// earlier runs on this program, best first, but in an experiment none of these.
  const std::vector<PassSequence>& seeds() const { return seeds_; }

  /// Notes that the search begins. `budget` counts its evaluations, and must live until
  /// `EndSearch`, `Finish` or `Fail`.
  void WatchSearch(const Budget& budget);

  /// Notes choices for the inliner, which all lists of the search need. Call it before that begins.
  void UseChoices(std::vector<InlineChoice> choices) { choices_ = std::move(choices); }

  /// Records an improvement, `seconds` after the start of the run; not after the search's end.
  /// Thread-safe; never waits for the database.
  void OnBest(const Best& best, double seconds);

  /// Records a list that no search has found. Otherwise as `OnBest`.
  void OnList(const std::vector<std::string>& passes, const Cost& cost, double seconds);

  /// Notes that the search has ended; its action space may then go. Replays the result's list on
  /// `evaluator` to learn the effect of each pass, as far as possible by `deadline`.
  void EndSearch(const TuneResult& outcome, Evaluator& evaluator, Clock::time_point deadline);

  /// Adds the result: the plan, if there is one. Errors: that of an experiment can't be added.
  Status Finish(const TuneResult& outcome);

  /// Ends a run that took its time but has no result. `signal` stopped it; 0: none did. If only the
  /// machine is at fault, an experiment counts the run as interrupted and makes it again.
  void Fail(const TuneResult& outcome, const Error& error, int signal);

 private:
  Status Add(const RunDescription& run, bool with_seeds);
  std::uint64_t Evaluations() const;
  void End(const RunResult& result);

  RunDatabase& database_;
  const ActionSpace* actions_ = nullptr;  ///< until the search has ended
  std::vector<PassSequence> seeds_;
  std::vector<InlineChoice> choices_;
  std::vector<PassEffect> effects_;  ///< of the result's list
  std::vector<PassUse> uses_;        ///< of the search

  mutable Mutex mutex_;
  const Budget* budget_ GUARDED_BY(mutex_) = nullptr;  ///< null unless there is a search
  std::uint64_t evaluations_ GUARDED_BY(mutex_) = 0;   ///< of a search that has ended
  RunId run_ = 0;
  std::unique_ptr<Database> file_;
  std::optional<ResultsDb> results_;     ///< set once the run is in the database
  std::optional<RunRecorder> recorder_;  // last: its thread uses the others
};

}  // namespace autotune
