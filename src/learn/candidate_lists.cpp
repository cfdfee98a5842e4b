#include "learn/candidate_lists.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/file.h"
#include "core/pipeline_text.h"
#include "core/random.h"
#include "db/results_db.h"
#include "db/training_db.h"
#include "learn/training_sources.h"
#include "search/learned/take_until.h"
#include "tune/memory/known_lists.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Lists, each with the families of the programs that it was found on.
using Found = std::map<PassSequence, std::set<std::string>>;

Status AddTraining(const fs::path& file, const ActionSpace& actions, Found& found) {
  const Result<TrainingSet> set = ReadTrainingSet(std::span(&file, 1));
  if (!set) return set.error();
  if (set->actions != actions.fingerprint()) {
    return Error{
        ErrorCode::kInvalidArgument,
        "'" + file.string() + "' was collected with another action space than " + actions.name()};
  }
  for (const TrainingProgram& program : set->programs) {
    if (program.episodes.empty()) continue;
    const Episode& best = program.episodes.front();
    if (best.steps.back().cost < program.oz) found[best.passes].insert(program.family);
  }
  return {};
}

/// Returns the file of a program in a database: a whole program has the name of another one.
std::string FileOf(const std::string& path) {
  constexpr std::string_view kWhole = ".whole.bc";
  if (!path.ends_with(kWhole)) return path;
  const std::string stem = path.substr(0, path.size() - kWhole.size());
  for (const char* const extension : {".bc", ".ll"}) {
    if (Exists(stem + extension)) return stem + extension;
  }
  return path;
}

Status AddResults(Database& results, const ActionSpace& actions, bool forced, Found& found) {
  const Result<std::vector<KnownBest>> lists =
      ResultsDb(results).BestListOfEachProgram(Objective::kIrInstructions);
  if (!lists) return lists.error();
  std::vector<std::string> paths;
  for (const KnownBest& list : *lists) {
    paths.push_back(FileOf(list.path));
    if (forced || Exists(paths.back())) continue;
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("'{}' is gone, so nothing says if it is of a test split (--force to "
                             "learn from its list all the same)",
                             list.path)};
  }
  const Result<std::vector<TrainingSource>> sources =
      FindTrainingSources(paths, forced, /*datasets=*/{});
  if (!sources) return sources.error();
  for (std::size_t i = 0; i < lists->size(); ++i) {
    const std::optional<PassSequence> passes = ToSequence((*lists)[i].passes, actions);
    if (passes) found[*passes].insert((*sources)[i].family);
  }
  return {};
}

}  // namespace

Result<std::vector<CandidateList>> ReadCandidateLists(const std::vector<std::string>& files,
                                                      const ActionSpace& actions, bool forced) {
  Found found;
  for (const std::string& file : files) {
    const Result<std::unique_ptr<Database>> results = Database::OpenReadOnly(file);
    const Status status =
        results ? AddResults(**results, actions, forced, found) : AddTraining(file, actions, found);
    if (!status.ok()) return status.error();
  }
  found.erase(PassSequence());  // the empty list is the best for a program that Oz makes larger
  std::vector<CandidateList> lists;
  for (auto& [passes, families] : found) lists.push_back({passes, std::move(families)});
  return lists;
}

Result<std::vector<CandidateList>> ReadListFile(const std::string& file,
                                                const ActionSpace& actions) {
  const Result<std::string> text = ReadText(file);
  if (!text) return text.error();
  std::vector<CandidateList> lists;
  std::size_t number = 0;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line = TakeUntil('\n', rest);
    ++number;
    if (line.empty() || line.starts_with('#') || line.starts_with('=')) continue;
    const std::optional<PassSequence> passes = ToSequence(SplitPipeline(line), actions);
    if (!passes) {
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("{}:{}: a pass is not of the action space {}", file, number, actions.name())};
    }
    lists.push_back({*passes, {file}});
  }
  return lists;
}

std::vector<CandidateList> Sample(std::vector<CandidateList> lists, std::size_t count,
                                  std::uint64_t seed) {
  // Selection sampling (Knuth, The Art of Computer Programming, 3.4.2, algorithm S): in order.
  Random random(seed);
  std::vector<CandidateList> sample;
  for (std::size_t i = 0; i < lists.size() && sample.size() < count; ++i) {
    if (random.Below(lists.size() - i) < count - sample.size()) {
      sample.push_back(std::move(lists[i]));
    }
  }
  return sample;
}

}  // namespace autotune
