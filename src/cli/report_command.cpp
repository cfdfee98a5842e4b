#include <optional>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/output_file.h"
#include "cli/quantity.h"
#include "cli/report_svg.h"
#include "cli/run_database.h"
#include "report/page.h"
#include "report/study.h"

namespace autotune {

namespace {

namespace po = boost::program_options;

constexpr std::string_view kUsage =
    "usage: autotune report [--experiment NAME] [--label L] [--db FILE] [-o FILE] [--svg DIR]\n"
    "\n"
    "Makes one HTML file of what finished runs found: methods against each other, how good they\n"
    "are after how long, what they saved on each program and which passes did it. The file needs\n"
    "no network and no other file. Runs are compared where they share the objective, the budget\n"
    "and all else that counts; each such setting gets a section of its own.\n"
    "\n"
    "  --experiment NAME  only runs of this experiment\n"
    "  --label L          only runs with this label\n"
    "  --db FILE          the database, which is only read\n"
    "  -o, --output FILE  report.html where nothing is said\n"
    "  --svg DIR          puts the curves over time and the bars by program there too, as SVG "
    "files\n"
    "                     for papers, drawn by gnuplot\n"
    "\n"
    "  autotune report --label nightly -o nightly.html\n"
    "  autotune report --experiment leaderboard-60s --svg figures\n";

struct ReportOptions {
  Selection selection;
  TuneOptions database;
  std::string output = "report.html";
  std::string svg;  ///< folder; empty: none
  bool help = false;
};

Result<ReportOptions> Parse(const Arguments& arguments) {
  ReportOptions options;
  po::options_description description;
  const auto text = [](std::optional<std::string>& field) {
    return po::value<std::string>()->notifier(
        [&field](const std::string& value) { field = value; });
  };
  description.add_options()("experiment", text(options.selection.experiment))(
      "label", text(options.selection.label))("db", po::value(&options.database.database))(
      "output,o", po::value(&options.output))("svg", po::value(&options.svg))(
      "help,h", po::bool_switch(&options.help));
  try {
    namespace style = po::command_line_style;
    po::variables_map values;
    po::store(po::command_line_parser({arguments.begin() + 2, arguments.end()})
                  .options(description)
                  .positional({})
                  .style(style::unix_style & ~style::allow_guessing)
                  .run(),
              values);
    po::notify(values);
  } catch (const po::error& error) {
    return Error{ErrorCode::kInvalidArgument, std::string("autotune report: ") + error.what()};
  }
  return options;
}

/// `experiment x, label y`; empty for all runs.
std::string Describe(const Selection& selection) {
  std::string text;
  if (selection.experiment) text = "experiment " + *selection.experiment;
  if (selection.label) text += (text.empty() ? "label " : ", label ") + *selection.label;
  return text;
}

}  // namespace

int RunReport(const Arguments& arguments) {
  const Result<ReportOptions> options = Parse(arguments);
  if (!options) return Fail(options.error());
  if (options->help) {
    fmt::print("{}", kUsage);
    return kExitDone;
  }
  if (const Status status = CheckWritable(options->output); !status.ok()) {
    return Fail(status.error());
  }
  const Result<std::filesystem::path> path = DatabasePath(options->database);
  if (!path) return Fail(path.error());
  const Result<std::unique_ptr<Database>> database = Database::OpenReadOnly(*path);
  if (!database) return Fail(database.error());
  const Result<std::vector<Study>> studies = LoadStudies(**database, options->selection);
  if (!studies) return Fail(studies.error());
  const std::string selected = Describe(options->selection);
  if (studies->empty()) {
    return Fail({ErrorCode::kNotFound, fmt::format("there are no runs{}{} that have ended",
                                                   selected.empty() ? "" : " of ", selected)});
  }
  const std::string title = "autotune report" + (selected.empty() ? "" : ": " + selected);
  if (const Status status = WriteAtomically(options->output, RenderPage(title, *studies));
      !status.ok()) {
    return Fail(status.error());
  }
  std::size_t runs = 0;
  for (const Study& study : *studies) runs += study.runs.size();
  fmt::print(stderr, "autotune: wrote {} (runs: {}, settings: {})\n", options->output,
             FormatCount(runs), studies->size());
  if (options->svg.empty()) return kExitDone;
  const Result<std::vector<std::filesystem::path>> figures = WriteSvgs(*studies, options->svg);
  if (!figures) return Fail(figures.error());
  for (const std::filesystem::path& figure : *figures) {
    fmt::print(stderr, "autotune: wrote {}\n", figure.string());
  }
  return kExitDone;
}

}  // namespace autotune
