#include "report/page.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include "core/quantity.h"
#include "report/assets.h"
#include "report/board.h"
#include "report/figures.h"

namespace autotune {

namespace {

using kainjow::mustache::data;
using nlohmann::json;

constexpr std::size_t kMaxPasses = 25;
constexpr std::size_t kMaxFronts = 12;

/// Rounds a number to the digits that a chart can show, which keeps the file small.
double Rounded(double value) { return std::round(value * 1e5) / 1e5; }

json Rounded(const std::vector<double>& values) {
  json list = json::array();
  for (const double value : values) list.push_back(Rounded(value));
  return list;
}

std::string Heading(const Setting& setting) {
  std::string text = setting.experiment;
  if (!setting.label.empty()) text += (text.empty() ? "" : ", ") + setting.label;
  text += fmt::format("{}{} within {:g} s", text.empty() ? "" : ": ", setting.objective,
                      setting.budget_seconds);
  if (setting.max_evaluations) text += fmt::format(", {} evaluations", *setting.max_evaluations);
  if (!setting.variant.empty()) text += ", " + setting.variant;
  return text;
}

std::string Facts(const Study& study) {
  std::set<std::string> programs;
  std::set<std::string> machines;
  std::set<std::string> days;
  std::set<std::string> code_models;
  for (const StudiedRun& run : study.runs) {
    programs.insert(run.program);
    machines.insert(run.machine);
    code_models.insert(run.code_model);
    days.insert(run.started_at.substr(0, 10));
  }
  std::string text = fmt::format(
      "{} on {}, {}; LLVM {}, actions: {}; {}", Counted(study.runs.size(), "run", "runs"),
      Counted(programs.size(), "program", "programs"), *days.begin(), study.setting.llvm,
      study.setting.action_space, Counted(study.setting.threads, "thread", "threads"));
  if (days.size() > 1) text.insert(text.find(';'), " to " + *days.rbegin());
  return fmt::format("{} of {}; object sizes measured as: {}", text, fmt::join(machines, ", "),
                     fmt::join(code_models, "; "));
}

data StandingsOf(const Board& board) {
  data rows = data::type::list;
  for (const BoardRow& standing : board.rows) {
    data row;
    row["method"] = standing.method;
    row["ratio"] = ScoreText(standing.ratio, "–");
    row["reward"] = ScoreText(standing.reward, "–");
    row["improved"] = fmt::format("{}", standing.improved);
    row["regressed"] = fmt::format("{}", standing.regressed);
    row["runs"] = fmt::format("{}", standing.runs);
    row["unproved"] = fmt::format("{}", standing.unproved);
    row["levels"] = fmt::format("{}", standing.levels);
    row["wall"] = standing.wall_seconds ? fmt::format("{:.1f} s", *standing.wall_seconds) : "–";
    row["evaluations"] = fmt::format("{}", standing.mean_evaluations());
    row["failures"] = fmt::format("{}", standing.failures);
    rows.push_back(row);
  }
  return rows;
}

/// Makes a table whose rows and columns are the methods in the order of the board. `cell` returns
/// the text for a row and a column.
template <typename Cell>
data MethodsAgainstMethods(const Board& board, const Cell& cell) {
  data rows = data::type::list;
  for (const BoardRow& method : board.rows) {
    data cells = data::type::list;
    for (const BoardRow& other : board.rows) {
      cells.push_back(cell(std::pair(method.method, other.method)));
    }
    data row;
    row["method"] = method.method;
    row["cells"] = std::move(cells);
    rows.push_back(row);
  }
  return rows;
}

json AnytimeChart(const Study& study, const std::vector<std::string>& methods) {
  const AnytimeCurves curves = AnytimeOf(study);
  if (curves.bands.empty()) return nullptr;
  json lines = json::array();
  for (const AnytimeBand& band : curves.bands) {
    lines.push_back({{"name", band.method},
                     {"index", std::ranges::find(methods, band.method) - methods.begin()},
                     {"low", Rounded(band.low)},
                     {"median", Rounded(band.median)},
                     {"high", Rounded(band.high)}});
  }
  return {{"moments", Rounded(curves.seconds)}, {"start", curves.lowest}, {"methods", lines}};
}

json ProgramsChart(std::span<const ProgramBars> bars, const std::vector<std::string>& methods) {
  json chart = {{"programs", json::array()}, {"methods", json::array()}};
  for (const ProgramBars& bar : bars) chart["programs"].push_back(bar.name);
  for (std::size_t i = 0; i < methods.size(); ++i) {
    json saved = json::array();
    for (const ProgramBars& bar : bars) {
      saved.push_back(bar.saved[i] ? json(Rounded(*bar.saved[i])) : json());
    }
    chart["methods"].push_back({{"name", methods[i]}, {"index", i}, {"saved", saved}});
  }
  return chart;
}

json SizesChart(const Study& study, const std::vector<std::string>& methods) {
  const std::vector<std::vector<SizePoint>> points = SizePoints(study);
  json chart = json::array();
  for (std::size_t i = 0; i < methods.size(); ++i) {
    json list = json::array();
    for (const SizePoint& point : points[i]) {
      list.push_back({point.name, Rounded(point.instructions_saved), Rounded(point.bytes_saved)});
    }
    if (!list.empty()) chart.push_back({{"name", methods[i]}, {"index", i}, {"points", list}});
  }
  return chart;
}

json FrontsChart(std::span<const ProgramFront> fronts) {
  json chart = json::array();
  for (std::size_t i = 0; i < fronts.size(); ++i) {
    json list = json::array();
    for (const SizePoint& point : fronts[i].points) {
      list.push_back({nullptr, Rounded(point.instructions_saved), Rounded(point.bytes_saved)});
    }
    chart.push_back({{"name", fronts[i].name}, {"index", i}, {"points", list}});
  }
  return chart;
}

json PassesChart(std::span<const PassShare> shares) {
  json chart = {{"names", json::array()}, {"percent", json::array()}};
  for (const PassShare& share : shares) {
    chart["names"].push_back(share.pass);
    chart["percent"].push_back(Rounded(share.percent));
  }
  return chart;
}

/// Height in pixels, with room for the axis and the legend.
std::string Height(std::size_t rows, std::size_t pixels) {
  return fmt::format("{}", 110 + rows * pixels);
}

/// Returns one section of the page; adds the data of its charts to `charts`.
data SectionOf(const Study& study, std::size_t index, json& charts) {
  const std::vector<std::string> methods = MethodsOf(study);
  data section;
  section["index"] = fmt::format("{}", index);
  section["heading"] = Heading(study.setting);
  section["facts"] = Facts(study);
  const Board board = MakeBoard(study);
  section["standings"] = StandingsOf(board);
  section["compared"] = board.compared == 0
                            ? std::string()
                            : fmt::format("{} of {}, {}", board.programs.size(),
                                          Counted(board.all_programs, "program", "programs"),
                                          Counted(board.compared, "pair", "pairs"));
  section["incomparable"] = board.compared == 0;
  section["several"] = !board.win_rates.empty();
  section["advantages"] = MethodsAgainstMethods(
      board, [&](const auto& methods) { return AdvantageText(board, methods, "–"); });
  section["wins"] = MethodsAgainstMethods(
      board, [&](const auto& methods) { return WinText(board, methods, "–"); });

  charts["anytime"] = AnytimeChart(study, methods);
  section["anytime"] = !charts["anytime"].is_null();

  const std::vector<ProgramBars> bars = SavedByProgram(study);
  const std::span shown = std::span(bars).first(std::min(bars.size(), kMaxProgramsOfChart));
  charts["programs"] = ProgramsChart(shown, methods);
  section["bars"] = !shown.empty();
  section["bars_height"] = Height(shown.size(), 12 + 7 * methods.size());
  if (shown.size() < bars.size()) {
    section["left_out"] = fmt::format("{}", bars.size() - shown.size());
  }

  charts["sizes"] = SizesChart(study, methods);
  section["points"] = !charts["sizes"].empty();

  const std::vector<PassShare> shares = PassUsage(study, kMaxPasses);
  charts["passes"] = PassesChart(shares);
  section["passes"] = !shares.empty();
  section["passes_height"] = Height(shares.size(), 20);
  return section;
}

/// Returns JSON that may stand in a script element: no `<` can end it or open a comment.
std::string Embedded(const json& value) {
  const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string safe;
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string RenderPage(const std::string& title, std::span<const Study> studies) {
  const std::span shown = studies.first(std::min(studies.size(), kMaxStudies));
  data page;
  data sections = data::type::list;
  json charts = json::array();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    sections.push_back(SectionOf(shown[i], i, charts.emplace_back()));
  }
  const std::vector<ProgramFront> fronts = Fronts(shown, kMaxFronts);
  if (!fronts.empty()) {
    page["fronts"] = fmt::format("{}", charts.size());
    charts.push_back({{"fronts", FrontsChart(fronts)}});
  }
  page["title"] = title;
  page["studies"] = std::move(sections);
  if (shown.size() < studies.size()) {
    page["more"] = fmt::format("{}", studies.size() - shown.size());
  }
  page["style"] = kPageStyle;
  page["library"] = kChartJs;
  page["script"] = kPageScript;
  page["data"] = Embedded(charts);
  return kainjow::mustache::mustache(kPageTemplate).render(page);
}

}  // namespace autotune
