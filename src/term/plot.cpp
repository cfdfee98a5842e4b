#include "term/plot.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/quantity.h"

namespace autotune {

namespace {

/// Dots in cells of two by four, as Braille has them; in ASCII a cell is one dot.
class Canvas {
 public:
  Canvas(std::size_t width, std::size_t height, bool braille)
      : columns_(braille ? 2 : 1), rows_(braille ? 4 : 1), width_(width), height_(height) {
    cells_.resize(width * height, 0);
  }

  std::size_t dots_across() const { return width_ * columns_; }
  std::size_t dots_down() const { return height_ * rows_; }

  /// Draws a dot; in ASCII it is shown as `mark`.
  void Set(std::size_t x, std::size_t y, char mark = '*') {
    unsigned char& cell = cells_[y / rows_ * width_ + x / columns_];
    if (columns_ == 1) {
      cell = static_cast<unsigned char>(mark);
      return;
    }
    // Bits of U+2800 + n, by row and column.
    constexpr unsigned char kBits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    cell |= kBits[y % rows_][x % columns_];
  }

  std::string Line(std::size_t row) const {
    std::string line;
    for (std::size_t x = 0; x < width_; ++x) {
      const unsigned char bits = cells_[row * width_ + x];
      if (bits == 0) {
        line += ' ';
      } else if (columns_ == 1) {
        line += static_cast<char>(bits);
      } else {
        line +=
            {'\xe2', static_cast<char>(0xa0 | bits >> 6), static_cast<char>(0x80 | (bits & 63))};
      }
    }
    return line;
  }

 private:
  const std::size_t columns_;
  const std::size_t rows_;
  const std::size_t width_;
  const std::size_t height_;
  std::vector<unsigned char> cells_;
};

struct Axes {
  double first = 0;  ///< seconds at the left edge, > 0
  double last = 0;
  std::uint64_t bottom = 0;
  std::uint64_t top = 0;

  std::size_t X(double seconds, std::size_t dots) const {
    const double share =
        std::log(std::clamp(seconds, first, last) / first) / std::log(last / first);
    return static_cast<std::size_t>(std::lround(share * static_cast<double>(dots - 1)));
  }
  std::size_t Y(std::uint64_t value, std::size_t dots) const {
    const double share = static_cast<double>(top - std::clamp(value, bottom, top)) /
                         static_cast<double>(top - bottom);
    return static_cast<std::size_t>(std::lround(share * static_cast<double>(dots - 1)));
  }
};

// Limits of real searches. A stored curve may say anything.
constexpr double kMaxSeconds = 1e9;
constexpr std::uint64_t kMaxValue = 1ull << 53;

double Sane(double seconds) {
  return std::isfinite(seconds) ? std::clamp(seconds, 0.0, kMaxSeconds) : 0;
}

/// Returns the curve as a search can make it: time goes on, and the best value gets better.
std::vector<CurvePoint> Sane(std::span<const CurvePoint> curve) {
  std::vector<CurvePoint> sane;
  double seconds = 0;
  std::uint64_t best = kMaxValue;
  for (const CurvePoint& point : curve) {
    seconds = std::max(seconds, Sane(point.seconds));
    best = std::min(best, point.best);
    sane.push_back({seconds, point.evaluations, best});
  }
  return sane;
}

Axes MakeAxes(std::span<const CurvePoint> curve, const PlotOptions& options) {
  Axes axes;
  axes.first = std::max(0.01, curve.front().seconds);
  axes.last = std::max({options.end, curve.back().seconds, axes.first * 2});
  const std::uint64_t middle = curve[curve.size() / 2].best;
  axes.bottom = curve.back().best;
  axes.top = std::max(options.oz.value_or(middle), middle);
  if (options.oz) axes.bottom = std::min(axes.bottom, *options.oz);
  axes.top = std::max(axes.top + (axes.top - axes.bottom) / 8, axes.bottom + 1);
  return axes;
}

void DrawCurve(std::span<const CurvePoint> curve, const Axes& axes, Canvas& canvas) {
  std::size_t y = axes.Y(curve.front().best, canvas.dots_down());
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const std::size_t from = axes.X(curve[i].seconds, canvas.dots_across());
    const std::size_t next_y = axes.Y(curve[i].best, canvas.dots_down());
    for (; y < next_y; ++y) canvas.Set(from, y);
    const double until = i + 1 < curve.size() ? curve[i + 1].seconds : axes.last;
    for (std::size_t x = from; x <= axes.X(until, canvas.dots_across()); ++x) canvas.Set(x, y);
  }
}

/// Returns the labels of the time axis, 0.01, 0.1, 1, 10 ... and the end, each under its place.
std::string TimeAxis(const Axes& axes, std::size_t margin, std::size_t width) {
  std::string line(margin + width, ' ');
  std::size_t free = margin;
  const std::string end = FormatSeconds(axes.last);
  const std::size_t end_at = line.size() - end.size();
  for (double tick = 0.01; tick < axes.last; tick *= 10) {
    if (tick < axes.first) continue;
    const std::string label = fmt::format("{:g} s", tick);
    const std::size_t at = margin + axes.X(tick, width);
    if (at < free || at + label.size() + 1 > end_at) continue;
    line.replace(at, label.size(), label);
    free = at + label.size() + 1;
  }
  return line.replace(end_at, end.size(), end);
}

}  // namespace

std::string PlotCurve(std::span<const CurvePoint> given, const PlotOptions& given_options) {
  if (given.empty()) return "";
  const std::vector<CurvePoint> curve = Sane(given);
  PlotOptions options = given_options;
  options.end = Sane(options.end);
  if (options.oz) options.oz = std::min(*options.oz, kMaxValue);
  const Axes axes = MakeAxes(curve, options);
  const std::string top = FormatCount(axes.top);
  const std::size_t margin = std::max<std::size_t>(top.size(), 2) + 2;
  const std::size_t width = std::max<std::size_t>(options.width, 40) - margin;
  Canvas canvas(width, options.height, options.braille);
  if (options.oz) {
    const std::size_t y = axes.Y(*options.oz, canvas.dots_down());
    for (std::size_t x = 0; x < canvas.dots_across(); x += 4) canvas.Set(x, y, '.');
  }
  DrawCurve(curve, axes, canvas);

  const auto row_of = [&](std::uint64_t value) {
    return axes.Y(value, canvas.dots_down()) * options.height / canvas.dots_down();
  };
  std::vector<std::string> labels(options.height);
  labels.front() = top;
  labels.back() = FormatCount(axes.bottom);
  if (options.oz) labels[row_of(*options.oz)] = "Oz";
  std::string text;
  for (std::size_t row = 0; row < options.height; ++row) {
    std::string line = fmt::format("{:>{}}  {}", labels[row], margin - 2, canvas.Line(row));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text + TimeAxis(axes, margin, width) + "\n";
}

}  // namespace autotune
