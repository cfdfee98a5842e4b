#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/statistics.h"
#include "report/study.h"

namespace autotune {

/// Geometric mean over programs, each of which is a geometric mean over its runs.
struct BoardScore {
  double mean = 0;
  Interval interval;  ///< 95 %, programs resampled
};

/// The best of the standard levels on each program: what a method has without a search. On a board
/// it stands among the methods, with no runs, where one at least is known of each program.
inline constexpr char kBestLevel[] = "best level";

/// A method's line. All but the counts of runs, evaluations and failures are about the runs that
/// are compared; the scores and the wall time are there where there are any.
struct BoardRow {
  std::string method;
  std::optional<double> wall_seconds;  ///< mean
  std::optional<BoardScore> ratio;     ///< `BoardRatio`
  std::optional<BoardScore> reward;    ///< max(0, O0 - best) / max(O0 - Oz, 1)
  std::uint64_t improved = 0;          ///< programs with a ratio above 1
  std::uint64_t regressed = 0;         ///< and below
  std::uint64_t runs = 0;
  std::uint64_t unproved = 0;  ///< runs without a result
  std::uint64_t levels = 0;    ///< runs with a standard level for a result
  std::uint64_t evaluations = 0;
  std::uint64_t failures = 0;
};

/// What the methods made of a program that is compared.
struct BoardProgram {
  std::string program;  ///< hash
  std::string name;
  std::uint64_t o0 = 0;
  std::uint64_t oz = 0;
  std::map<std::string, double> ratios;   ///< by method
  std::map<std::string, double> rewards;  ///< by method
};

/// Methods against each other. A pair of program and seed is compared where every method that has
/// proved anything has proved a result for it: a board half done is a fair one, and no method gains
/// from a program that it failed on. Runs that were interrupted, or whose -Oz is not known, are
/// left out: they had not the time or the measure that the others had.
struct Board {
  Setting setting;
  std::vector<std::string> machines;     ///< that the runs were made on
  std::vector<std::string> code_models;  ///< that their object sizes were measured of
  std::vector<BoardRow> rows;            ///< the best ratio first; `kBestLevel` is one of them
  std::vector<BoardProgram> programs;    ///< that are compared, by name
  std::uint64_t compared = 0;            ///< pairs of program and seed
  std::uint64_t all_programs = 0;        ///< that anything was run on, or that it is to be of
  std::vector<std::string> without_run;  ///< of these, by name, as far as that is known
  /// How often the first method beat the second, from 0 to 1; a tie is half a win. Over the
  /// compared pairs of program and seed, the same seed against each other.
  std::map<std::pair<std::string, std::string>, double> win_rates;
};

/// `oz` / `best`; 0 counts as 1. -Oz leaves nothing of a module that nobody can call into, and one
/// such program would make every mean 0.
double BoardRatio(std::uint64_t oz, std::uint64_t best);

Board MakeBoard(const Study& study);

/// How many times smaller `method`'s results are than `other`'s, on the same program. Nothing where
/// one of them is not compared. Takes as long as a row of the board.
std::optional<BoardScore> Advantage(const Board& board, const std::string& method,
                                    const std::string& other);

}  // namespace autotune
