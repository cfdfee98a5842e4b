#include "board/program_checker.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "report/program_names.h"
#include "search/registry.h"
#include "tune/input/loaded_program.h"
#include "tune/input/read_program.h"
#include "tune/memory/level_cache.h"
#include "tune/memory/run_database.h"

namespace autotune {

namespace fs = std::filesystem;

BoardedPrograms IdentifyPrograms(const std::vector<FoundProgram>& files) {
  BoardedPrograms found;
  std::map<std::string, fs::path> paths;
  for (const auto& [file, content] : files) {
    const Result<std::string> bytes = ReadProgram(file);
    const ProgramId id = HashBytes(bytes ? *bytes : file.string());
    const auto [twin, is_new] = paths.emplace(ToHex(id), file);
    if (is_new) {
      found.programs.push_back(
          {.file = file, .id = id, .changed = bytes.ok() && content && *content != id});
    } else {
      found.warnings.push_back(fmt::format("'{}' is left out: it is the same program as '{}'",
                                           file.string(), twin->second.string()));
    }
  }
  const std::map<std::string, std::string> names = DistinctNames(paths);
  for (BoardedProgram& program : found.programs) program.name = names.at(ToHex(program.id));
  return found;
}

std::vector<std::size_t> ProgramChecker::Unknown(const std::vector<BoardedProgram>& programs,
                                                 const std::vector<std::size_t>& indices) const {
  TuneJob job;
  job.database = database_;
  RunDatabase database(observer_);
  database.Open(job);
  std::vector<std::size_t> unknown;
  std::ranges::copy_if(indices, std::back_inserter(unknown), [&](std::size_t index) {
    return programs[index].changed ||
           !RememberedCost(programs[index].id, toolchain_, config_.objective, database);
  });
  return unknown;
}

Result<std::vector<std::string>> ProgramChecker::At(const BoardedProgram& program,
                                                    const Budget& budget) const {
  if (program.changed) {
    return Error{ErrorCode::kBadInput, fmt::format("'{}' has changed since its data set was built",
                                                   program.file.string())};
  }
  Result<ActionSpace> actions = LoadActionSpace(config_.action_space);
  if (!actions) return actions.error();
  TuneJob job;
  job.program = program.file;
  job.objective = config_.objective;
  job.threads = config_.threads;
  job.code_model = config_.code_model;
  job.database = database_;
  RunDatabase database(observer_);
  const Result<LoadedProgram> loaded = LoadProgram(job, *std::move(actions), database, budget);
  if (!loaded) return loaded.error();
  const Result<LevelMeasurements> measured =
      MeasureLevelsCached(*loaded->pool, loaded->program, config_.objective,
                          {.time_limit = kLevelTimeLimit}, budget, config_.code_model, database);
  if (!measured) return measured.error();
  if (budget.Interrupted())
    return Error{ErrorCode::kCancelled, "stopped while levels were measured"};
  if (!measured->baselines.levels.contains(Level::kOz)) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("'{}' can't be compared: -Oz fails on it", program.file.string())};
  }
  return loaded->warnings;
}

}  // namespace autotune
