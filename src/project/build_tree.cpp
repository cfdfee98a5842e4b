#include "project/build_tree.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "core/file.h"
#include "project/measure_build.h"
#include "project/object_sizes.h"
#include "wrapper/compiler_wrapper.h"

namespace autotune {

namespace fs = std::filesystem;

Result<bool> BuildTree::BuildTuned() {
  ReadUnits();
  std::vector<RecordedLink> links = folder_.Links();
  // No build has made a file again that is marked already.
  std::erase_if(links, [this](const RecordedLink& link) {
    return !IsChanged(link) || IsOld(link.OutputPath());
  });
  MarkChanged(links, /*with_units=*/false);
  const auto rejected = [this] {
    const auto counts = folder_.Counts();
    const auto found = counts.find(kCompileFailed);
    return found == counts.end() ? 0 : found->second;
  };
  const auto before = rejected();
  Status built = Build(WrapperMode::kApply);
  const auto is_marked = [&](const RecordedLink& link) {
    return std::ranges::find(links, link.OutputPath(), &RecordedLink::OutputPath) != links.end();
  };
  std::vector<RecordedLink> again = folder_.Links();  // their words may have changed
  std::erase_if(again,
                [&](const RecordedLink& link) { return !is_marked(link) || !IsChanged(link); });
  if (built && !again.empty()) {
    // A build may look at other files, as libtool's does, and link only what was compiled.
    MarkChanged(again, /*with_units=*/true);
    built = Build(WrapperMode::kApply);
  }
  if (built) return build_.Check();
  if (built.error().code == ErrorCode::kCancelled || rejected() > before) return built.error();
  return false;
}

bool BuildTree::HasNewFile(fs::file_time_type since) const {
  std::vector<fs::path> files = LinkedFiles(folder_);
  for (const RecordedUnit& unit : units_) files.push_back(unit.OutputPath());
  return std::ranges::any_of(files, [since](const fs::path& file) {
    std::error_code error;
    return fs::last_write_time(file, error) >= since;  // a missing one changed long ago
  });
}

bool BuildTree::HasTunedObject() const {
  const std::vector<MergedProgram> programs = folder_.Merged();
  return !TunedObjects().empty() ||
         std::ranges::any_of(programs, [this](const MergedProgram& program) {
           return folder_.MayHaveMerged(program.output);
         });
}

Status BuildTree::NoteLinkedSizes() const {
  const std::set<fs::path> tuned = TunedObjects();
  std::vector<fs::path> linked;
  for (const RecordedLink& link : folder_.Links()) {
    const fs::path file = link.OutputPath();
    const bool may_have_tuned = folder_.MayHaveMerged(file) || TakesOneOf(tuned, link) ||
                                (!tuned.empty() && MayTakeArchives(link));
    const bool is_known = job_.clean.empty() && Exists(folder_.LinkedSize(file));
    if (!may_have_tuned && !is_known) linked.push_back(file);
  }
  const auto sizes = TextAndData(linked);
  for (std::size_t i = 0; i < linked.size(); ++i) {
    if (!sizes[i]) continue;
    const Status noted = folder_.Replace(folder_.LinkedSize(linked[i]), std::to_string(*sizes[i]));
    if (!noted) return noted;
  }
  return {};
}

/// Builds, and notes what the build has made of new files of ours, such as with `strip`: they are
/// known by that. Forgets units that the project no longer has.
Status BuildTree::Build(WrapperMode mode) {
  const auto started = fs::file_time_type::clock::now();
  const Status built = build_.Build(mode);
  for (const MergedProgram& program : folder_.Merged()) {
    folder_.RenewNote(program.output, program.key, started);
  }
  const std::vector<RecordedUnit> units = folder_.Units();
  const BuiltObjects objects(folder_, units);
  for (const RecordedUnit& unit : units) {
    const fs::path object = unit.OutputPath();
    if (folder_.AddedAt(object) < started) {
      if (built && mode == WrapperMode::kRecord && IsGone(unit, objects)) folder_.Forget(object);
      continue;
    }
    const fs::path plain = folder_.Plain(unit.key());
    // A tuned object that could not be put in place has left the plain one.
    if (folder_.IsMadeOf(object, plain)) continue;
    // At worst it is made once more.
    (void)folder_.NoteChange(object, mode == WrapperMode::kApply ? Wanted(unit) : plain).ok();
  }
  ReadUnits();
  return built;
}

/// True if the project no longer has a unit, which this build did not make. A build may remove
/// objects after linking them. Without `--clean` it need not make these again.
bool BuildTree::IsGone(const RecordedUnit& unit, const BuiltObjects& objects) const {
  const fs::path object = objects.Find(unit);
  const bool whole = !job_.clean.empty();
  if (!folder_.IsLinkedObject(object)) {
    return !Exists(object) && (whole || !folder_.WasRemoved(object));
  }
  return whole && std::ranges::none_of(folder_.Links(), [&](const RecordedLink& link) {
           return std::ranges::find(link.words, object.string()) != link.words.end();
         });
}

/// The objects of units in the build tree that were tuned.
std::set<fs::path> BuildTree::TunedObjects() const {
  const BuiltObjects built(folder_, units_);
  std::set<fs::path> tuned;
  for (const RecordedUnit& unit : units_) {
    const fs::path object = built.Find(unit).lexically_normal();
    if (folder_.IsMadeOf(object, folder_.Tuned(unit.key()))) tuned.insert(object);
  }
  return tuned;
}

/// True if the file of a link is not the wanted one.
bool BuildTree::IsChanged(const RecordedLink& link) const {
  const fs::path output = link.OutputPath();
  const std::optional<MergedProgram> program = folder_.MergedOf(output);
  const bool wanted = program && program->link == link.hash() &&
                      Exists(folder_.Tuned(program->key)) && folder_.IsCurrent(*program);
  const bool done =
      wanted ? folder_.HasMerged(output, program->key) || folder_.IsUnfit(output, program->key)
             : !folder_.MayHaveMerged(output);
  return !done;
}

/// Lets the build replace these linked files, and the objects that are not the wanted ones.
void BuildTree::MarkChanged(const std::vector<RecordedLink>& links, bool with_units) const {
  const BuiltObjects built(folder_, units_);
  std::set<std::string> again;  // objects that have to be made again
  for (const RecordedLink& link : links) {
    MarkOld(link.OutputPath());
    if (!with_units) continue;
    if (const std::optional<MergedProgram> program = folder_.MergedOf(link.OutputPath())) {
      for (const auto& [unit, key] : program->units) again.insert(unit);
    } else {
      for (const RecordedUnit& unit : units_) again.insert(unit.OutputPath().string());
    }
  }
  std::set<fs::path> linked;  // objects that no makefile looks at, or that the build removes
  for (const RecordedUnit& unit : units_) {
    const fs::path object = built.Find(unit);
    if (again.contains(unit.OutputPath().string()) || !folder_.IsMadeOf(object, Wanted(unit))) {
      MarkObjectOld(object);
      if (folder_.IsLinkedObject(object) || !Exists(object)) {
        linked.insert(object.lexically_normal());
      }
    }
  }
  for (const RecordedLink& link : folder_.Links()) {
    if (TakesOneOf(linked, link)) MarkOld(link.OutputPath());
  }
}

fs::path BuildTree::Wanted(const RecordedUnit& unit) const {
  const fs::path tuned = folder_.Tuned(unit.key());
  return Exists(tuned) ? tuned : folder_.Plain(unit.key());
}

}  // namespace autotune
