#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "cli/board_runs.h"
#include "cli/board_studies.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/leaderboard_options.h"
#include "cli/leaderboard_output.h"
#include "cli/run_database.h"
#include "report/board.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

Result<LeaderboardConfig> ReadConfig(const LeaderboardOptions& options) {
  std::ifstream stream(options.config, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream) {
    return Error{ErrorCode::kNotFound, fmt::format("can't read '{}'", options.config.string())};
  }
  Result<LeaderboardConfig> config = ParseLeaderboardConfig(text, options.config.string());
  if (!config) return config;
  if (options.threads != 0) config->threads = options.threads;
  if (config->threads == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("say how many threads a run gets: --threads, or threads in '{}'",
                             options.config.string())};
  }
  return config;
}

Status PrintTable(const LeaderboardOptions& options, const LeaderboardConfig& config,
                  const fs::path& file) {
  const Result<std::unique_ptr<Database>> database = Database::OpenReadOnly(file);
  if (!database) return database.error();
  const Result<std::vector<Study>> studies = ReadBoardStudies(**database, config);
  if (!studies) return studies.error();
  std::vector<Board> boards;
  std::ranges::transform(*studies, std::back_inserter(boards), MakeBoard);
  if (options.format == "csv") {
    fmt::print("{}", FormatBoardCsv(boards));
  } else if (options.format == "json") {
    fmt::print("{}", FormatBoardJson(config.name, boards));
  } else {
    fmt::print("{}", FormatMarkdown(config.name, boards));
  }
  return {};
}

}  // namespace

int RunLeaderboardCommand(const Arguments& arguments) {
  const Result<LeaderboardOptions> options =
      ParseLeaderboardOptions({arguments.begin() + 2, arguments.end()});
  if (!options) return Fail(options.error());
  if (options->help) {
    fmt::print("{}", LeaderboardHelp());
    return kExitDone;
  }
  const Result<LeaderboardConfig> config = ReadConfig(*options);
  if (!config) return Fail(config.error());
  TuneOptions named;
  named.database = options->database;
  Result<fs::path> file = DatabasePath(named);
  if (!file) return Fail(file.error());
  int exit = kExitDone;
  if (!options->no_run) {
    BoardRuns runs(*options, *config, fs::absolute(*file));
    const Status made = runs.Make();
    if (!made.ok()) return Fail(made.error());
    if (runs.signal() != 0) {
      fmt::print(stderr,
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
  const Status printed = PrintTable(*options, *config, *file);
  return printed.ok() ? exit : Fail(printed.error());
}

}  // namespace autotune
