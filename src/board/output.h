#pragma once

#include <string>
#include <vector>

#include "report/board.h"

namespace autotune {

/// Returns Markdown for people: the methods, each program, and the wins of each method over each
/// other.
std::string FormatMarkdown(const std::string& name, const std::vector<Board>& boards);

/// Returns CSV as `FormatCsv` does. There is a row for each method, whose `program` is empty, and
/// one for each method and program.
std::string FormatBoardCsv(const std::vector<Board>& boards);

/// Returns the whole board as JSON, which docs/leaderboard.md describes.
std::string FormatBoardJson(const std::string& name, const std::vector<Board>& boards);

/// Returns the ratios of the board, best first: `local 1.062, greedy 1.041`. Empty without ratios.
std::string FormatStanding(const Board& board);

}  // namespace autotune
