#include "project/measure_build.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/file.h"
#include "core/hash.h"
#include "core/pipeline_text.h"
#include "core/quantity.h"
#include "project/build_plan.h"
#include "project/built_objects.h"
#include "project/merge_program.h"
#include "project/object_sizes.h"
#include "wrapper/link_trace.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Says what a tuned object is made with.
template <typename Built>
void AddAnswer(const Hash128& key, const UnitFolder& folder, Built& built) {
  const std::optional<Answer> answer = AnswerOf(key, folder);
  built.passes = answer ? SplitPipeline(answer->pipeline).size() : 1;
  if (answer) built.answer = AnswerText(*answer);
}

/// The files that stand for units in a report, by their objects.
using Reported = std::map<fs::path, fs::path>;

/// Returns the units that a link names, as they are reported.
std::vector<fs::path> UnitsOf(const RecordedLink& link, const Reported& reported) {
  std::vector<fs::path> units;
  for (const std::string& word : link.words) {
    if (word.starts_with('-')) continue;
    const auto unit = reported.find(link.PathOf(word));
    if (unit != reported.end()) units.push_back(unit->second);
  }
  return units;
}

/// Units' objects by their contents. Some may be equal.
using Objects = std::multimap<Hash128, fs::path>;

/// Returns the units' objects; none if all are in linked files.
Objects ObjectsByContents(const BuildReport& report) {
  std::set<fs::path> linked;
  for (const LinkedFile& file : report.linked) {
    linked.insert(file.objects.begin(), file.objects.end());
  }
  Objects objects;
  if (std::ranges::all_of(report.units, [&linked](const BuiltUnit& unit) {
        return linked.contains(unit.object.path);
      })) {
    return objects;
  }
  for (const BuiltUnit& unit : report.units) {
    const Result<std::string> bytes = ReadFile(unit.object.path);
    if (bytes) objects.emplace(HashBytes(*bytes), unit.object.path);
  }
  return objects;
}

/// Returns the unit's object that a linker took: of several that are equal, the one with its name
/// whose folder has most in common with that of the file; empty if it is none.
fs::path UnitOf(const LinkedObject& taken, const Objects& objects) {
  const fs::path file = taken.file.lexically_normal();
  const fs::path name = (taken.member.empty() ? file : fs::path(taken.member)).filename();
  const auto [first, last] = objects.equal_range(HashBytes(taken.bytes));
  fs::path best;
  std::pair<bool, std::ptrdiff_t> nearest{false, -1};
  for (auto object = first; object != last; ++object) {
    const fs::path folder = object->second.parent_path();
    const auto common = std::ranges::mismatch(folder, file).in1;
    const std::pair near{object->second.filename() == name, std::distance(folder.begin(), common)};
    if (near <= nearest) continue;
    nearest = near;
    best = object->second;
  }
  return best;
}

}  // namespace

std::optional<std::uint64_t> PlainSize(const fs::path& linked, const UnitFolder& folder) {
  const Result<std::string> text = ReadFile(folder.LinkedSize(linked));
  if (!text) return std::nullopt;
  const Result<std::uint64_t> size = ParseCount(*text);
  return size ? std::optional(*size) : std::nullopt;
}

std::vector<fs::path> LinkedFiles(const UnitFolder& folder) {
  std::vector<fs::path> files;
  for (const RecordedLink& link : folder.Links()) files.push_back(link.OutputPath());
  return files;
}

BuildReport MeasureBuild(const UnitFolder& folder, const std::vector<RecordedUnit>& units) {
  BuildReport report;
  report.counts = folder.Counts();
  const BuiltObjects built(folder, units);
  std::vector<fs::path> plain, objects;
  for (const RecordedUnit& unit : units) {
    plain.push_back(folder.Plain(unit.key()));
    objects.push_back(built.Find(unit));
  }
  const auto before = TextAndData(plain);
  const auto after = TextAndData(objects);
  const std::vector<RecordedLink> links = folder.Links();
  Reported reported;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Hash128 key = units[i].key();
    const bool named = !folder.IsLinkedObject(objects[i]);
    const fs::path path =
        (named ? objects[i] : ShownPath(units[i], folder, links)).lexically_normal();
    reported[objects[i].lexically_normal()] = path;
    BuiltUnit unit{.object = {path, before[i], after[i]},
                   .source = units[i].SourcePath(),
                   .module = units[i].module};
    unit.taken_back = Exists(folder.Rejected(key));
    if (Exists(folder.Tuned(key))) {
      if (folder.IsMadeOf(objects[i], folder.Tuned(key))) {
        AddAnswer(key, folder, unit);
      } else {
        ++report.not_rebuilt;
      }
    }
    report.units.push_back(std::move(unit));
  }
  std::vector<fs::path> linked;
  for (const RecordedLink& link : links) linked.push_back(link.OutputPath());
  const auto sizes = TextAndData(linked);
  for (std::size_t i = 0; i < linked.size(); ++i) {
    if (!sizes[i]) continue;  // no longer a program
    LinkedFile file{.file = {linked[i], PlainSize(linked[i], folder), sizes[i]},
                    .objects = UnitsOf(links[i], reported)};
    if (const std::optional<MergedProgram> program = folder.MergedOf(linked[i])) {
      file.taken_back = Exists(folder.Rejected(program->key));
      if (folder.HasMerged(linked[i], program->key)) {
        file.units = program->units.size();
        file.objects.clear();
        for (const auto& [object, key] : program->units) {
          const auto unit = reported.find(fs::path(object).lexically_normal());
          if (unit != reported.end()) file.objects.push_back(unit->second);
        }
        AddAnswer(program->key, folder, file);
      } else {
        file.outdated = Exists(folder.Tuned(program->key));
      }
    }
    report.linked.push_back(std::move(file));
  }
  return report;
}

void AddArchivedObjects(const UnitFolder& folder, const Budget& budget, BuildReport& report) {
  const Objects objects = ObjectsByContents(report);
  if (objects.empty()) return;
  std::map<fs::path, RecordedLink> links;
  for (RecordedLink& link : folder.Links()) {
    fs::path output = link.OutputPath();
    links.insert_or_assign(std::move(output), std::move(link));
  }
  const RunWords run = RunWithin(kMostTime, budget);
  for (LinkedFile& file : report.linked) {
    const auto link = links.find(file.file.path);
    if (file.units > 0 || link == links.end() || !MayTakeArchives(link->second)) continue;
    if (budget.Interrupted()) return;
    TemporaryFiles files(folder);
    const auto taken = TraceLink(link->second, link->second.words, files.New(".out"), folder, run);
    if (!taken) continue;
    std::set<fs::path> known(file.objects.begin(), file.objects.end());
    for (const LinkedObject& object : *taken) {
      fs::path unit = UnitOf(object, objects);
      if (!unit.empty() && known.insert(unit).second) file.objects.push_back(std::move(unit));
    }
  }
}

}  // namespace autotune
