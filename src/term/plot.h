#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/searcher.h"

namespace autotune {

struct PlotOptions {
  std::size_t width = 80;           ///< characters of a line, >= 40
  std::size_t height = 12;          ///< lines of the curve itself, > 0
  bool braille = true;              ///< true: Braille characters, false: ASCII
  double end = 0;                   ///< end of the curve, in seconds
  std::optional<std::uint64_t> oz;  ///< value of -Oz, marked with a dotted line; none: no line
};

/// Returns the best value over time as lines of text, with a logarithmic time axis. Values far
/// above -Oz, or above the second half of the curve, lie on the upper edge. An impossible point of
/// a damaged curve is drawn beside the one before it.
std::string PlotCurve(std::span<const CurvePoint> curve, const PlotOptions& options);

}  // namespace autotune
