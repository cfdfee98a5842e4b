#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/study.h"

/// The numbers behind the table and the charts of a study. "Saved" is 100 · (Oz − value) / Oz.
namespace autotune {

/// The value below which a share of `q` (0 to 1) of the values lies, linear between neighbours.
/// `sorted` ascends and is not empty.
double Quantile(std::span<const double> sorted, double q);

/// `count` (at least 2) moments from `from` to `to`, both included, in equal ratios.
std::vector<double> LogSpaced(double from, double to, std::size_t count);

/// Oz over the best value the search knew after so many seconds: that of the program as it came
/// where it knew none. None where one of them is unknown or 0.
std::optional<double> RatioAt(const StudiedRun& run, double seconds);

/// The methods of the study, by name.
std::vector<std::string> MethodsOf(const Study& study);

/// Quartiles of `RatioAt` over the finished runs of a method, at each of `seconds`.
struct AnytimeBand {
  std::string method;
  std::vector<double> low;
  std::vector<double> median;
  std::vector<double> high;
};

/// Methods without a finished run that has a ratio are left out.
std::vector<AnytimeBand> AnytimeBands(const Study& study, std::span<const double> seconds);

/// The bands from a thousandth of the longest finished run, within the budget, to its end.
struct AnytimeCurves {
  std::vector<double> seconds;  ///< moments in equal ratios
  std::vector<AnytimeBand> bands;
  /// Where the axis begins: most programs come far above -Oz, and all that matters is near it.
  double lowest = 1;
};

/// Without bands where no run has finished.
AnytimeCurves AnytimeOf(const Study& study);

/// More programs than this nobody can read off a chart.
inline constexpr std::size_t kMaxProgramsOfChart = 40;

/// What each method saved on a program, by its objective.
struct ProgramBars {
  std::string name;
  std::uint64_t oz = 0;
  std::vector<std::optional<double>> saved;  ///< as `MethodsOf`; median over its proved runs
};

/// The largest program first.
std::vector<ProgramBars> SavedByProgram(const Study& study);

/// What the best proved list of a method saved on one program by either measure.
struct SizePoint {
  std::string name;
  double instructions_saved = 0;
  double bytes_saved = 0;
};

/// One list for each method, as `MethodsOf`; without programs whose object size is not known.
std::vector<std::vector<SizePoint>> SizePoints(const Study& study);

/// The share of the proved lists that hold a pass.
struct PassShare {
  std::string pass;
  double percent = 0;
};

/// The most frequent first, at most `limit`.
std::vector<PassShare> PassUsage(const Study& study, std::size_t limit);

}  // namespace autotune
