#include "cli/board_studies.h"

#include <algorithm>

namespace autotune {

Result<std::vector<Study>> ReadBoardStudies(Database& database, const LeaderboardConfig& config) {
  Result<std::vector<Study>> studies = LoadRuns(database, {.experiment = config.name, .label = {}});
  if (!studies) return studies;
  for (Study& study : *studies) {
    std::erase_if(study.runs, [&](const StudiedRun& run) {
      return std::ranges::find(config.methods, run.method) == config.methods.end();
    });
  }
  std::erase_if(*studies, [](const Study& study) { return study.runs.empty(); });
  std::ranges::sort(*studies, {}, &Study::setting);
  return studies;
}

}  // namespace autotune
