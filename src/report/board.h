#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/statistics.h"
#include "report/study.h"

namespace autotune {

/// Geometric mean over programs. The value of a program is a geometric mean over its runs.
struct BoardScore {
  double mean = 0;
  /// 95 % bootstrap interval, resampled over programs; none for a single one.
  std::optional<Interval> interval;
};

/// Name of the best standard level on each program, the baseline without a search. It is a row of
/// the board, without runs, if each program has at least one known level.
inline constexpr char kBestLevel[] = "best level";

/// Row of a method. Counts of runs, evaluations and failures cover all its runs; other members
/// cover the compared runs. Scores and wall time are empty if there are none.
struct BoardRow {
  std::string method;
  std::optional<double> wall_seconds;  ///< mean over the runs, in seconds
  std::optional<BoardScore> ratio;     ///< score by `RatioToOz`
  std::optional<BoardScore> reward;    ///< score by max(0, O0 - best) / max(O0 - Oz, 1)
  std::uint64_t improved = 0;          ///< programs with a ratio above 1
  std::uint64_t regressed = 0;         ///< programs with a ratio below 1
  std::uint64_t runs = 0;
  std::uint64_t unproved = 0;  ///< runs without a result
  std::uint64_t levels = 0;    ///< runs whose result is a standard level
  std::uint64_t evaluations = 0;
  std::uint64_t failures = 0;  ///< evaluations that failed

  std::uint64_t mean_evaluations() const { return runs == 0 ? 0 : evaluations / runs; }
};

using MethodPair = std::pair<std::string, std::string>;

/// Results of the methods on a compared program.
struct BoardProgram {
  std::string program;  ///< hash of the program
  std::string name;
  std::uint64_t o0 = 0;                   ///< objective of O0
  std::uint64_t oz = 0;                   ///< objective of Oz
  std::map<std::string, double> ratios;   ///< by method
  std::map<std::string, double> rewards;  ///< by method
};

/// Comparison of methods. A pair of program and seed is compared if every method that has proved
/// anything has proved a result for it. A half-done board is thus a fair one, and no method gains
/// from a program that it failed on. Runs that were interrupted, or whose -Oz is not known, are
/// left out: they lacked the time or the measure of the others.
struct Board {
  Setting setting;
  std::vector<std::string> machines;     ///< machines that the runs were made on
  std::vector<std::string> code_models;  ///< code models that object sizes were measured for
  std::vector<BoardRow> rows;            ///< rows, best ratio first, `kBestLevel` included
  std::vector<BoardProgram> programs;    ///< compared programs, by name
  std::uint64_t compared = 0;            ///< number of compared pairs of program and seed
  std::uint64_t all_programs = 0;  ///< number of programs with a run, or planned for the board
  std::vector<std::string> without_run;  ///< names of programs without a run, as far as known
  /// Share of pairs, 0 to 1, in which the first method beat the second; a tie is half a win. Runs
  /// of the same compared program and seed meet each other.
  std::map<MethodPair, double> win_rates;
};

using ProgramAndSeed = std::pair<std::string, std::uint64_t>;

/// Returns the pairs for which each method of the runs has one.
std::set<ProgramAndSeed> PairsOfAllMethods(const std::vector<const StudiedRun*>& runs);

/// Makes the board of a study. Intervals take most of the time.
Board MakeBoard(const Study& study, bool with_intervals = true);

/// Returns how many times smaller `method`'s results are than `other`'s on the same program.
/// Returns nothing if one of them is not compared. Takes as long as making one row of the board.
std::optional<BoardScore> Advantage(const Board& board, const std::string& method,
                                    const std::string& other);

/// Returns `1.052 [1.031, 1.071]`, `1.052` without an interval, or `none` if there is no score.
std::string ScoreText(const std::optional<BoardScore>& score, std::string_view none,
                      int decimals = 3);

/// Returns the `Advantage` of the first method over the second one as text, or `none`.
std::string AdvantageText(const Board& board, const MethodPair& methods, std::string_view none);

/// Returns how often the first method beats the second one, in percent, or `none`.
std::string WinText(const Board& board, const MethodPair& methods, std::string_view none);

}  // namespace autotune
