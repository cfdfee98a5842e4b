#pragma once

#include <string>
#include <vector>

#include "board/board_look.h"
#include "board/leaderboard_config.h"
#include "core/result.h"
#include "db/database.h"
#include "db/results_db.h"
#include "report/board.h"
#include "report/study.h"

namespace autotune {

/// The runs by setting: those with the methods, seeds and budgets of the file and on `programs`, or
/// on any where there are none. Others would hold up the comparison. Errors as `Database`.
Result<std::vector<Study>> ReadBoardStudies(Database& database, const LeaderboardConfig& config,
                                            const std::vector<BoardedProgram>& programs);

/// The boards of the studies. Each knows how many `programs` there are to be, and which of them it
/// has no run of; without any it has those that were run.
std::vector<Board> MakeBoards(const std::vector<Study>& studies,
                              const std::vector<BoardedProgram>& programs);

/// What there is to tell once a run is over.
struct BoardNews {
  std::string outcome = "no result";  ///< of the run: `3,021 of 4,100: ratio 1.357`
  std::string standing;               ///< of the methods in its setting: `greedy 1.050, mcts 1.062`
};

/// Looks at the studies of these settings and the run's budget, and at no others: those of
/// `ResultsDb::DoneRuns`.
BoardNews NewsOf(const ExperimentRun& run, const ExperimentSettings& settings,
                 const std::vector<Study>& studies);

}  // namespace autotune
