#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "board/study_figures.h"
#include "cli/commands.h"
#include "core/quantity.h"
#include "report/page.h"
#include "report/study.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "term/user_files.h"
#include "tune/output/output_file.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

constexpr std::string_view kUsage =
    "usage: autotune report [options]\n"
    "\n"
    "Makes one HTML file of what finished runs found: methods against each other, how good they\n"
    "are after how long, what they saved on each program and which passes did it. The file needs\n"
    "no network and no other file. Runs are compared where they share the objective, the budget\n"
    "and all else that counts; each such setting gets a section of its own.\n"
    "\n"
    "  autotune report --label nightly -o nightly.html\n"
    "  autotune report --experiment leaderboard-60s --svg figures\n";

struct ReportOptions {
  Selection selection;
  std::string database;  ///< as given; empty: the user's own
  std::string output = "report.html";
  std::string svg;  ///< folder; empty: none
};

std::vector<Row> OptionTable(ReportOptions& to) {
  return {
      {"experiment", "NAME", "only runs of this experiment", Text(to.selection.experiment)},
      {"label", "L", "only runs with this label", Text(to.selection.label)},
      {"db", "FILE", "the database, which is only read (autotune.db of the user)",
       Text(to.database)},
      {"output,o", "FILE", "the page (report.html)", Text(to.output)},
      {"svg", "DIR", "also the curves and bars as SVG files for papers, drawn by gnuplot",
       Text(to.svg)},
  };
}

/// `experiment x, label y`; empty for all runs.
std::string Describe(const Selection& selection) {
  std::string text;
  if (selection.experiment) text = "experiment " + *selection.experiment;
  if (selection.label) text += (text.empty() ? "label " : ", label ") + *selection.label;
  return text;
}

int Run(const ReportOptions& options) {
  const Result<std::filesystem::path> path = DatabasePath(options.database);
  if (!path) return Fail(path.error());
  if (const Status status = CheckReportName(options.output, {&*path, 1}); !status.ok()) {
    return Fail(status.error());
  }
  if (const Status status = CheckWritable(options.output); !status.ok()) {
    return Fail(status.error());
  }
  const Result<std::unique_ptr<Database>> database = Database::OpenReadOnly(*path);
  if (!database) return Fail(database.error());
  const Result<std::vector<Study>> studies = LoadStudies(**database, options.selection);
  if (!studies) return Fail(studies.error());
  const std::string selected = Describe(options.selection);
  if (studies->empty()) {
    return Fail({ErrorCode::kNotFound, fmt::format("there are no runs{}{} that have ended",
                                                   selected.empty() ? "" : " of ", selected)});
  }
  const std::string title = "autotune report" + (selected.empty() ? "" : ": " + selected);
  if (const Status status = WriteAtomically(options.output, RenderPage(title, *studies));
      !status.ok()) {
    return Fail(status.error());
  }
  std::size_t runs = 0;
  for (const Study& study : *studies) runs += study.runs.size();
  PrintTo(stderr, "autotune: wrote {} (runs: {}, settings: {})\n", options.output,
          FormatCount(runs), studies->size());
  if (options.svg.empty()) return kExitDone;
  const std::span shown = std::span(*studies).first(std::min(studies->size(), kMaxStudies));
  const Result<std::vector<std::filesystem::path>> figures = WriteSvgs(shown, options.svg);
  if (!figures) return Fail(figures.error());
  for (const std::filesystem::path& figure : *figures) {
    PrintTo(stderr, "autotune: wrote {}\n", figure.string());
  }
  return kExitDone;
}

}  // namespace

int RunReport(const Arguments& arguments) {
  ReportOptions options;
  return RunCommand(
      arguments, kUsage, {{"Options", OptionTable(options)}},
      [&](const ParsedArguments&) { return Run(options); }, "", 0);
}

}  // namespace autotune
