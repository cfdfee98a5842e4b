#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "board/job.h"
#include "board/plan.h"
#include "board/program_checker.h"
#include "board/status.h"
#include "board/studies.h"
#include "core/budget.h"
#include "core/mutex.h"
#include "db/database.h"
#include "eval/process/subprocess.h"
#include "tune/signals.h"

namespace autotune {

/// Plans, starts and watches the runs of `autotune leaderboard`. Each run is a process of its own,
/// which records itself. The database decides which runs are done.
class BoardRuns {
 public:
  BoardRuns(LeaderboardOptions options, LeaderboardConfig config,
            std::vector<BoardedProgram> programs, std::filesystem::path database,
            TuneObserver& observer);
  ~BoardRuns() { signals_.Unwatch(); }
  BoardRuns(const BoardRuns&) = delete;
  BoardRuns& operator=(const BoardRuns&) = delete;

  /// Makes the missing runs and reports progress on standard error. Call it once. Returns an error
  /// if nothing could be run.
  Status Make();

  /// Number of runs of the plan.
  std::size_t planned() const { return plan_.size(); }
  std::size_t left() const { return left_; }  ///< number of runs without a result, after `Make`
  std::size_t left_out() const { return left_out_; }  ///< those of them whose program can't be used
  int signal() const { return signals_.received(); }

 private:
  Status Plan();
  Result<std::vector<LeaderboardCell>> Missing() const;
  ExperimentSettings Settings() const;
  ExperimentRun ToRun(const LeaderboardCell& cell) const;
  void MakeMissing(std::vector<LeaderboardCell> missing);
  bool LookAt(std::size_t program);
  void Run(const LeaderboardCell& cell);
  Result<SubprocessResult> RunProcess(const LeaderboardCell& cell) const;
  BoardNews ReadNews(const LeaderboardCell& cell) const;

  const LeaderboardOptions options_;
  const LeaderboardConfig config_;
  const std::filesystem::path file_;
  const std::vector<BoardedProgram> programs_;
  std::unique_ptr<Database> database_;
  Hash128 action_space_fingerprint_;
  Hash128 toolchain_;
  std::vector<LeaderboardCell> plan_;
  std::size_t left_ = 0;
  std::size_t left_out_ = 0;
  std::optional<ProgramChecker> checker_;
  Mutex telling_;
  std::optional<LeaderboardStatus> status_ GUARDED_BY(telling_);
  TuneObserver& observer_;
  Budget budget_{Budget::Limits{}};
  StopSignals signals_;
};

}  // namespace autotune
