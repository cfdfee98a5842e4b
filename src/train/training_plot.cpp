#include "train/training_plot.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <ranges>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/file.h"
#include "tune/output/output_file.h"

namespace autotune {

namespace {

constexpr double kLeft = 60;  // of the curves in their panel, for the labels
constexpr double kTop = 50;
constexpr double kWidth = 400;
constexpr double kHeight = 260;
constexpr double kPanelWidth = kLeft + kWidth + 30;
constexpr double kPanelHeight = kTop + kHeight + 50;

struct Point {
  double step = 0;
  double value = 0;
};

struct Panel {
  std::string title;
  std::map<std::string, std::vector<Point>> curves;  ///< by split
};

std::vector<std::string> Cut(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (const auto part : std::views::split(text, separator)) {
    parts.emplace_back(part.begin(), part.end());
  }
  return parts;
}

std::vector<Panel> ReadPanels(std::string_view csv) {
  const std::vector<std::string> lines = Cut(csv, '\n');
  if (lines.empty()) return {};
  const std::vector<std::string> head = Cut(lines.front(), ',');
  const auto column = [&](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(head, name) - head.begin());
  };
  const std::size_t stage = column("stage");
  const std::size_t split = column("split");
  const std::size_t value = std::min(column("loss"), column("reward"));
  std::vector<Panel> panels;
  std::map<std::string, double> steps;  // by stage
  for (const std::string& line : lines | std::views::drop(1)) {
    const std::vector<std::string> cells = Cut(line, ',');
    if (cells.size() != head.size() || split >= head.size() || value >= head.size()) continue;
    const std::string& title = cells[stage < head.size() ? stage : split];
    double& step = steps[stage < head.size() ? cells[stage] : ""];
    if (cells[split] == "training") ++step;
    double number = 0;
    const std::string& text = cells[value];
    std::from_chars(text.data(), text.data() + text.size(), number);
    if (!std::isfinite(number)) continue;
    auto panel = std::ranges::find(panels, title, &Panel::title);
    if (panel == panels.end()) {
      panels.push_back({title, {}});
      panel = panels.end() - 1;
    }
    panel->curves[cells[split]].push_back({step, number});
  }
  return panels;
}

/// Not many points: means of as many as it takes.
std::vector<Point> Thin(const std::vector<Point>& points) {
  constexpr std::size_t kMost = 200;
  const std::size_t together = (points.size() + kMost - 1) / kMost;
  std::vector<Point> thinned;
  for (std::size_t begin = 0; begin < points.size(); begin += together) {
    const std::size_t end = std::min(begin + together, points.size());
    Point mean;
    for (std::size_t i = begin; i < end; ++i) {
      mean.step += points[i].step / static_cast<double>(end - begin);
      mean.value += points[i].value / static_cast<double>(end - begin);
    }
    thinned.push_back(mean);
  }
  return thinned;
}

std::string Text(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     text);
}

std::string Draw(Panel panel) {
  double last = 1;
  double low = INFINITY;
  double high = -INFINITY;
  for (auto& points : std::views::values(panel.curves)) {
    points = Thin(points);
    for (const Point& point : points) {
      last = std::max(last, point.step);
      low = std::min(low, point.value);
      high = std::max(high, point.value);
    }
  }
  if (high - low < 1e-9) high = low + 1;
  const auto x = [&](double step) { return kLeft + kWidth * step / last; };
  const auto y = [&](double value) { return kTop + kHeight * (high - value) / (high - low); };
  std::string svg = Text(kLeft, 20, "start", panel.title);
  constexpr int kLines = 4;
  for (int i = 0; i <= kLines; ++i) {
    const double value = low + (high - low) * i / kLines;
    svg += fmt::format("<path d=\"M{:.1f} {:.1f}h{:.1f}\" stroke=\"#d9dce1\"/>\n", kLeft, y(value),
                       kWidth);
    svg += Text(kLeft - 6, y(value) + 4, "end", fmt::format("{:.3g}", value));
  }
  svg += Text(kLeft, kTop + kHeight + 20, "middle", "0");
  svg += Text(x(last), kTop + kHeight + 20, "middle", fmt::format("step {:.0f}", last));
  double legend = kLeft;
  for (const auto& [split, points] : panel.curves) {
    const std::string_view color = split == "training" ? "#0072b2" : "#d55e00";
    svg += fmt::format("<g fill=\"{}\">{}</g>\n", color, Text(legend, 40, "start", split));
    legend += 90;
    svg +=
        fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" points=\"", color);
    for (const Point& point : points) {
      svg += fmt::format("{:.1f},{:.1f} ", x(point.step), y(point.value));
    }
    svg += "\"/>\n";
    if (split == "training") continue;
    for (const Point& point : points) {  // one alone would be no line
      svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2\" fill=\"{}\"/>\n",
                         x(point.step), y(point.value), color);
    }
  }
  return svg;
}

}  // namespace

std::string DrawTrainingLog(std::string_view csv) {
  const std::vector<Panel> panels = ReadPanels(csv);
  if (panels.empty()) return "";
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" font-size=\"13\" "
      "font-family=\"sans-serif\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      kPanelWidth * static_cast<double>(panels.size()), kPanelHeight);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    svg += fmt::format("<g transform=\"translate({} 0)\">\n{}</g>\n",
                       kPanelWidth * static_cast<double>(i), Draw(panels[i]));
  }
  return svg + "</svg>\n";
}

Status PlotTrainingLog(const std::filesystem::path& output) {
  const Result<std::string> csv = ReadFile(output.string() + ".csv");
  const std::string svg = csv ? DrawTrainingLog(*csv) : "";
  return svg.empty() ? Status() : WriteAtomically(output.string() + ".svg", svg);
}

}  // namespace autotune
