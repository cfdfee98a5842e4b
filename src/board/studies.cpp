#include "board/studies.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <variant>

#include <fmt/format.h>

#include "board/output.h"
#include "core/objective.h"
#include "core/quantity.h"
#include "db/query.h"

namespace autotune {

namespace {

bool IsOf(const Setting& setting, const ExperimentSettings& settings, double budget_seconds) {
  return setting.experiment == settings.experiment &&
         setting.toolchain == ToHex(settings.toolchain) &&
         setting.objective == Name(settings.objective) &&
         setting.action_space_fingerprint == ToHex(settings.action_space_fingerprint) &&
         setting.threads == settings.threads && !setting.max_evaluations &&
         setting.budget_seconds == budget_seconds;
}

bool IsThat(const StudiedRun& studied, const ExperimentRun& run) {
  return studied.program == ToHex(run.program) && studied.method == run.method &&
         studied.seed == run.seed;
}

}  // namespace

Result<std::vector<Study>> ReadBoardStudies(Database& database, const LeaderboardConfig& config,
                                            const std::vector<BoardedProgram>& programs) {
  Result<std::vector<Study>> studies = LoadRuns(database, {.experiment = config.name, .label = {}});
  if (!studies) return studies;
  std::set<std::string> ids;
  for (const BoardedProgram& program : programs) ids.insert(ToHex(program.id));
  std::set<double> budgets;
  for (const auto budget : config.budgets) {
    budgets.insert(std::chrono::duration<double>(budget).count());
  }
  const auto has = [](const auto& list, const auto& value) {
    return std::ranges::find(list, value) != list.end();
  };
  for (Study& study : *studies) {
    std::erase_if(study.runs, [&](const StudiedRun& run) {
      return !has(config.methods, run.method) || !has(config.seeds, run.seed) ||
             (!ids.empty() && !ids.contains(run.program));
    });
  }
  std::erase_if(*studies, [&](const Study& study) {
    return study.runs.empty() || study.setting.max_evaluations ||
           !budgets.contains(study.setting.budget_seconds);
  });
  std::ranges::sort(*studies, {}, &Study::setting);
  return studies;
}

Status FindGonePrograms(Database& database, const LeaderboardConfig& config,
                        std::vector<BoardedProgram>& programs) {
  constexpr char kSql[] = R"sql(
SELECT program FROM program JOIN run USING (program)
WHERE experiment = :experiment AND (path = :path OR name = :name)
ORDER BY path = :path DESC, run DESC LIMIT 1)sql";
  for (BoardedProgram& program : programs) {
    std::error_code ignored;
    if (std::filesystem::exists(program.file, ignored)) continue;
    const Result<SqlTable> found = RunQuery(database, kSql,
                                            {{":experiment", config.name},
                                             {":path", program.file.string()},
                                             {":name", program.file.filename().string()}});
    if (!found) return found.error();
    if (found->rows.empty()) continue;
    const auto id = FromHex(std::get<std::string>(found->rows[0][0]));
    const bool taken =
        id && std::ranges::find(programs, *id, &BoardedProgram::id) != programs.end();
    if (id && !taken) program.id = *id;
  }
  return {};
}

std::vector<Board> MakeBoards(const std::vector<Study>& studies,
                              const std::vector<BoardedProgram>& programs) {
  std::vector<Board> boards;
  for (const Study& study : studies) {
    Board& board = boards.emplace_back(MakeBoard(study));
    if (programs.empty()) continue;
    board.all_programs = programs.size();
    for (const BoardedProgram& program : programs) {
      const auto found = std::ranges::find(study.runs, ToHex(program.id), &StudiedRun::program);
      if (found == study.runs.end()) board.without_run.push_back(program.name);
    }
  }
  return boards;
}

BoardNews NewsOf(const ExperimentRun& run, const ExperimentSettings& settings,
                 const std::vector<Study>& studies) {
  BoardNews news;
  for (const Study& study : studies) {
    if (!IsOf(study.setting, settings, run.budget_seconds)) continue;
    news.standing = FormatStanding(MakeBoard(study, /*with_intervals=*/false));
    for (const StudiedRun& studied : study.runs) {
      if (!IsThat(studied, run) || !studied.best || !studied.oz) continue;
      news.outcome = fmt::format("{} of {}: ratio {:.3f}", FormatCount(*studied.best),
                                 FormatCount(*studied.oz), RatioToOz(*studied.oz, *studied.best));
    }
  }
  return news;
}

}  // namespace autotune
