#pragma once

#include <string>
#include <vector>

#include "board/config.h"
#include "board/program_checker.h"
#include "core/result.h"
#include "db/database.h"
#include "db/results_db.h"
#include "report/board.h"
#include "report/study.h"

namespace autotune {

/// Returns the runs by setting. Only runs with the methods, seeds and budgets of the file count,
/// and only on `programs`, unless that is empty. Other runs would hold up the comparison. Errors as
/// `Database`.
Result<std::vector<Study>> ReadBoardStudies(Database& database, const LeaderboardConfig& config,
                                            const std::vector<BoardedProgram>& programs);

/// Gives the programs whose files are gone the identity of the last run on a file of that path, or
/// else of that name. A program without such a run stays as it is. Errors as `Database`.
Status FindGonePrograms(Database& database, const LeaderboardConfig& config,
                        std::vector<BoardedProgram>& programs);

/// Returns the boards of the studies. Each board knows the planned number of `programs`, and which
/// of them have no run. If `programs` is empty, the board has the programs that were run.
std::vector<Board> MakeBoards(const std::vector<Study>& studies,
                              const std::vector<BoardedProgram>& programs);

/// News of a run that is over.
struct BoardNews {
  std::string outcome = "no result";  ///< result of the run: `3,021 of 4,100: ratio 1.357`
  std::string standing;  ///< standing of the methods in its setting: `greedy 1.050, mcts 1.062`
};

/// Returns the news of a run. Looks only at studies of these settings and of the run's budget, as
/// `ResultsDb::DoneRuns` does.
BoardNews NewsOf(const ExperimentRun& run, const ExperimentSettings& settings,
                 const std::vector<Study>& studies);

}  // namespace autotune
