#include "project/measure_build.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/file.h"
#include "core/pipeline_text.h"
#include "core/quantity.h"
#include "project/build_plan.h"
#include "project/built_objects.h"
#include "project/object_sizes.h"

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

/// Returns the objects of units that a link names.
std::vector<fs::path> ObjectsOf(const RecordedLink& link, const std::set<fs::path>& of_units) {
  std::vector<fs::path> objects;
  for (const std::string& word : link.words) {
    if (word.starts_with('-')) continue;
    fs::path path = (fs::path(link.folder) / word).lexically_normal();
    if (of_units.contains(path)) objects.push_back(std::move(path));
  }
  return objects;
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
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Hash128 key = units[i].key();
    const bool named = !folder.IsLinkedObject(objects[i]);
    BuiltUnit unit{.object = {named ? objects[i] : units[i].SourcePath(), before[i], after[i]},
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
  const std::set<fs::path> of_units(objects.begin(), objects.end());
  const std::vector<RecordedLink> links = folder.Links();
  const std::vector<fs::path> linked = LinkedFiles(folder);
  const auto sizes = TextAndData(linked);
  for (std::size_t i = 0; i < linked.size(); ++i) {
    if (!sizes[i]) continue;  // no longer a program
    LinkedFile file{.file = {linked[i], PlainSize(linked[i], folder), sizes[i]},
                    .objects = ObjectsOf(links[i], of_units)};
    if (const std::optional<MergedProgram> program = folder.MergedOf(linked[i])) {
      file.taken_back = Exists(folder.Rejected(program->key));
      if (folder.HasMerged(linked[i], program->key)) {
        file.units = program->units.size();
        file.objects.clear();
        for (const auto& [object, key] : program->units) file.objects.emplace_back(object);
        AddAnswer(program->key, folder, file);
      } else {
        file.outdated = Exists(folder.Tuned(program->key));
      }
    }
    report.linked.push_back(std::move(file));
  }
  return report;
}

}  // namespace autotune
