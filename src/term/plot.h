#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/searcher.h"

namespace autotune {

struct PlotOptions {
  std::size_t width = 80;           ///< characters of a line, 40 or more
  std::size_t height = 12;          ///< lines of the curve itself, > 0
  bool braille = true;              ///< else ASCII
  double end = 0;                   ///< seconds; the curve goes on to here
  std::optional<std::uint64_t> oz;  ///< marked with a dotted line
};

/// The best value over time as lines of text, the time on a logarithmic axis. Values far above what
/// matters (-Oz, or the second half of the curve) lie on the upper edge. A point that no search can
/// have made is drawn beside the one before it.
std::string PlotCurve(std::span<const CurvePoint> curve, const PlotOptions& options);

}  // namespace autotune
