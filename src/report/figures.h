#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/study.h"

/// Numbers behind the table and the charts of a study. "Saved" is 100 · (Oz − value) / Oz.
namespace autotune {

/// Returns the value below which a share of `q`, 0 to 1, of the values lies, linear between
/// neighbours. `sorted` must be ascending and not empty.
double Quantile(std::span<const double> sorted, double q);

/// Returns `count`, at least 2, moments from `from` to `to`, both included, in equal ratios.
std::vector<double> LogSpaced(double from, double to, std::size_t count);

/// Returns the `RatioToOz` of Oz and the best value that the search knew after `seconds`. Before
/// any result, that value is the program as it came. Returns nothing if Oz is unknown.
std::optional<double> RatioAt(const StudiedRun& run, double seconds);

/// Returns the methods of the study, by name.
std::vector<std::string> MethodsOf(const Study& study);

/// Quartiles of `RatioAt` over the finished runs of a method, at each of `seconds`.
struct AnytimeBand {
  std::string method;
  std::vector<double> low;
  std::vector<double> median;
  std::vector<double> high;
};

/// Returns the bands of all methods that have a finished run with a ratio.
std::vector<AnytimeBand> AnytimeBands(const Study& study, std::span<const double> seconds);

/// Bands from a thousandth of the longest finished run, within the budget, to its end.
struct AnytimeCurves {
  std::vector<double> seconds;  ///< moments, in seconds, in equal ratios
  std::vector<AnytimeBand> bands;
  /// Lower end of the axis. Most programs begin far above -Oz, and only values near it matter.
  double lowest = 1;
};

/// Returns the curves of the study, without bands if no run has finished.
AnytimeCurves AnytimeOf(const Study& study);

/// Maximum number of programs that a chart can show readably.
inline constexpr std::size_t kMaxProgramsOfChart = 40;

/// Percentage saved by each method on a program, by its objective.
struct ProgramBars {
  std::string name;
  std::uint64_t oz = 0;  ///< objective of Oz
  /// By method as `MethodsOf`: median of its proved runs; none without one.
  std::vector<std::optional<double>> saved;
};

/// Returns the bars of all programs, the largest program first.
std::vector<ProgramBars> SavedByProgram(const Study& study);

/// Percentages saved by a method's best proved list on one program, by both measures.
struct SizePoint {
  std::string name;
  double instructions_saved = 0;
  double bytes_saved = 0;
};

/// Returns the points of each method, as `MethodsOf`. Programs whose object size is not known are
/// left out.
std::vector<std::vector<SizePoint>> SizePoints(const Study& study);

/// The Pareto front of a program's proved lists of several objectives.
struct ProgramFront {
  std::string name;
  std::vector<SizePoint> points;  ///< at least two, most instructions saved first
};

/// Returns the fronts of the programs that have one, in order of name; at most `limit`. Lists with
/// other models of code are not compared.
std::vector<ProgramFront> Fronts(std::span<const Study> studies, std::size_t limit);

/// Percentage of the proved lists that hold a pass.
struct PassShare {
  std::string pass;
  double percent = 0;
};

/// Returns the shares of at most `limit` passes, the most frequent first.
std::vector<PassShare> PassUsage(const Study& study, std::size_t limit);

}  // namespace autotune
