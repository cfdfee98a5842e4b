#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "board/board_runs.h"
#include "board/board_studies.h"
#include "board/leaderboard_output.h"
#include "cli/commands.h"
#include "cli/console_observer.h"
#include "cli/leaderboard_options.h"
#include "dataset/file.h"
#include "dataset/find_programs.h"
#include "report/board.h"
#include "term/console.h"
#include "term/user_files.h"
#include "tune/run_database.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

Result<LeaderboardConfig> ReadConfig(const LeaderboardOptions& options) {
  const Result<std::string> text = ReadFile(options.config);
  if (!text) return text.error();
  Result<LeaderboardConfig> config = ParseLeaderboardConfig(*text, options.config.string());
  if (!config) return config;
  if (options.threads != 0) config->threads = options.threads;
  if (config->threads == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("say how many threads a run gets: --threads, or threads in '{}'",
                             options.config.string())};
  }
  return config;
}

Result<std::vector<FoundProgram>> FindFiles(const LeaderboardOptions& options,
                                            const LeaderboardConfig& config) {
  const fs::path root =
      options.root.empty() ? options.config.parent_path() : fs::path(options.root);
  std::error_code error;
  const fs::path absolute = fs::absolute(root.empty() ? "." : root, error);
  if (error) return Error{ErrorCode::kIo, "no current folder: " + error.message()};
  Result<fs::path> datasets = DatasetsFolder("");
  if (!datasets) return datasets.error();
  return FindPrograms(config.programs, {.root = absolute, .datasets = *std::move(datasets)});
}

/// Those that the config names. To print what there is it needs none of them.
Result<std::vector<BoardedProgram>> SelectPrograms(const LeaderboardOptions& options,
                                                   const LeaderboardConfig& config) {
  const Result<std::vector<FoundProgram>> files = FindFiles(options, config);
  if (!files && (!options.no_run || files.error().code != ErrorCode::kNotFound)) {
    return files.error();
  }
  const auto is_there = [](const FoundProgram& program) {
    std::error_code ignored;
    return fs::exists(program.file, ignored);
  };
  if (options.no_run && (!files || std::ranges::none_of(*files, is_there))) {
    PrintWarning(fmt::format("{}: the table is of all programs with runs",
                             files ? "no program is here" : files.error().message));
    return std::vector<BoardedProgram>();
  }
  BoardedPrograms found = IdentifyPrograms(*files);
  for (const std::string& warning : found.warnings) PrintWarning(warning);
  return std::move(found.programs);
}

Status PrintTable(const LeaderboardOptions& options, const LeaderboardConfig& config,
                  const std::vector<BoardedProgram>& programs, const fs::path& file) {
  const Result<std::unique_ptr<Database>> database = Database::OpenReadOnly(file);
  if (!database) return database.error();
  const Result<std::vector<Study>> studies = ReadBoardStudies(**database, config, programs);
  if (!studies) return studies.error();
  const std::vector<Board> boards = MakeBoards(*studies, programs);
  if (options.format == "csv") {
    PrintExact(FormatBoardCsv(boards));
  } else if (options.format == "json") {
    PrintExact(FormatBoardJson(config.name, boards));
  } else {
    PrintText("{}", Composed{FormatMarkdown(config.name, boards)});
  }
  return {};
}

}  // namespace

int RunLeaderboardCommand(const Arguments& arguments) {
  const Result<LeaderboardOptions> options =
      ParseLeaderboardOptions({arguments.begin() + 2, arguments.end()});
  if (!options) return Fail(options.error());
  if (options->help) {
    PrintText("{}", Composed{LeaderboardHelp()});
    return kExitDone;
  }
  const Result<LeaderboardConfig> config = ReadConfig(*options);
  if (!config) return Fail(config.error());
  Result<fs::path> file = DatabasePath(options->database);
  if (!file) return Fail(file.error());
  const Result<std::vector<BoardedProgram>> programs = SelectPrograms(*options, *config);
  if (!programs) return Fail(programs.error());
  int exit = kExitDone;
  if (!options->no_run) {
    ConsoleObserver observer({});
    BoardRuns runs(*options, *config, *programs, fs::absolute(*file), observer);
    const Status made = runs.Make();
    if (!made.ok()) return Fail(made.error());
    if (runs.signal() != 0) {
      PrintTo(stderr,
              "autotune: stopped with {} of {} runs done; the same command goes on, --no-run "
              "prints the table\n",
              runs.planned() - runs.left(), runs.planned());
      return 128 + runs.signal();
    }
    if (runs.left() > 0) {
      PrintError(fmt::format("{} of {} runs left no result; the same command tries them again",
                             runs.left(), runs.planned()));
      exit = kExitFailure;
    }
  }
  const Status printed = PrintTable(*options, *config, *programs, *file);
  return printed.ok() ? exit : Fail(printed.error());
}

}  // namespace autotune
