#pragma once

#include <string>
#include <vector>

#include "report/board.h"

namespace autotune {

/// For people: the methods, each program, who beats whom.
std::string FormatMarkdown(const std::string& name, const std::vector<Board>& boards);

/// A row for each method (`program` is empty) and for each method and program. As `FormatCsv`.
std::string FormatBoardCsv(const std::vector<Board>& boards);

/// Everything, as docs/leaderboard.md describes it.
std::string FormatBoardJson(const std::string& name, const std::vector<Board>& boards);

/// `local 1.062, greedy 1.041`: the ratios of the board, best first. Empty while there are none.
std::string FormatStanding(const Board& board);

}  // namespace autotune
