#include "project/earlier_answers.h"

#include <algorithm>
#include <functional>
#include <ranges>
#include <utility>

#include "core/file.h"
#include "core/toolchain.h"
#include "project/built_objects.h"
#include "project/measure_build.h"
#include "project/object_sizes.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

void SortLargestFirst(std::vector<PlannedTarget>& targets) {
  std::ranges::stable_sort(targets, std::ranges::greater(),
                           [](const PlannedTarget& planned) { return planned.target.bytes; });
}

}  // namespace

EarlierAnswers::EarlierAnswers(const UnitFolder& folder, BuildPlan plan, fs::path root)
    : folder_(folder), plan_(std::move(plan)), root_(std::move(root)) {
  for (const RecordedUnit& unit : folder.Units()) units_[unit.OutputPath()] = unit.key();
  for (const MergedProgram& program : folder.Merged()) programs_[program.output] = program.key;
}

bool EarlierAnswers::PlanIsOfOthers(const std::vector<RecordedUnit>& units) const {
  if (plan_.units.empty() && plan_.programs.empty() && plan_.plain.empty()) return false;
  links_ = folder_.Links();
  std::set<Hash128> keys = KnownPrograms();
  for (const auto& [name, file] : plan_.units) {
    if (file.made) keys.insert(file.made->key);
  }
  for (const auto& [name, key] : plan_.plain) keys.insert(key);
  return std::ranges::none_of(units,
                              [&](const auto& unit) {
                                return plan_.units.contains(NameOf(unit)) ||
                                       plan_.plain.contains(NameOf(unit)) ||
                                       keys.contains(unit.key());
                              }) &&
         std::ranges::none_of(links_, [&](const auto& link) {
           return plan_.programs.contains(NameOf(link.OutputPath()));
         });
}

std::vector<RecordedLink> EarlierAnswers::LinksToMerge() const {
  std::vector<RecordedLink> links = folder_.Links();
  std::erase_if(links, [this](const RecordedLink& link) {
    const fs::path output = link.OutputPath();
    const std::optional<MergedProgram> program = folder_.MergedOf(output);
    if (!program) return !plan_.programs.contains(NameOf(output));
    // One that is no smaller as one module is left alone.
    if (!Exists(folder_.Tuned(program->key)) &&
        (!Exists(folder_.List(program->key)) || Exists(folder_.Tried(program->key)))) {
      return true;
    }
    return program->link == link.hash() && folder_.IsCurrent(*program) &&
           !(folder_.IsUnfit(output, program->key) && folder_.NotedAt(output) >= begun_);
  });
  return links;
}

std::vector<PlannedTarget> EarlierAnswers::Known(const std::vector<TuningTarget>& targets) const {
  links_ = folder_.Links();
  std::vector<PlannedTarget> known;
  for (const TuningTarget& target : targets) {
    std::optional<Answer> answer = Find(target);
    if (answer && !WasTried(target, *answer)) known.push_back({target, *std::move(answer)});
  }
  SortLargestFirst(known);
  return known;
}

std::vector<PlannedTarget> EarlierAnswers::New(const std::vector<TuningTarget>& targets) const {
  links_ = folder_.Links();
  std::vector<PlannedTarget> others;
  for (const TuningTarget& target : targets) {
    const bool is_new = !target.merger && !Exists(folder_.Tuned(target.key)) &&
                        !WasTakenBack(target) && !Exists(folder_.Spent(target.key)) &&
                        !IsPlannedPlain(target.key) && !Find(target);
    if (is_new) others.push_back({target, StandardAnswer(), /*is_known=*/false});
  }
  SortLargestFirst(others);
  return others;
}

BuildPlan EarlierAnswers::Renewed(const std::vector<RecordedUnit>& units) const {
  links_ = folder_.Links();
  BuildPlan plan = plan_;
  plan.llvm = kLlvmMajor;
  for (const RecordedUnit& unit : units) {
    const Hash128 key = unit.key();
    const std::string name = NameOf(unit);
    NoteRejected(name, key, plan);
    if (plan.rejected.contains(name)) plan.units.erase(name);
    const auto plain = plan.plain.find(name);
    const bool was_plain = plain != plan.plain.end() && plain->second == key;
    plan.plain.erase(name);
    // Earlier versions named this.
    if (folder_.IsLinkedObject(unit.OutputPath())) plan.units.erase(NameOf(unit.SourcePath()));
    // One that was never tried may get smaller elsewhere.
    const bool tried = was_plain || Exists(folder_.Spent(key)) || Exists(folder_.Rejected(key));
    if (tried && !Exists(folder_.Tuned(key))) plan.plain[name] = key;
    std::optional<Answer> answer = AnswerOf(key, folder_);
    if (!answer || !Exists(folder_.Tuned(key))) continue;
    const auto sizes = TextAndData({folder_.Plain(key), folder_.Tuned(key)});
    plan.units[name] = {*std::move(answer), sizes[0], sizes[1], MadeAtOnce(key)};
  }
  for (const MergedProgram& program : folder_.Merged()) {
    const std::string name = NameOf(program.output);
    NoteRejected(name, program.key, plan);
    if (plan.rejected.contains(name)) plan.programs.erase(name);
    std::optional<Answer> answer = AnswerOf(program.key, folder_);
    if (!answer || !folder_.HasMerged(program.output, program.key)) continue;
    plan.programs[name] = {*std::move(answer), PlainSize(program.output, folder_),
                           TextAndData({program.output}).front(), MadeAtOnce(program.key)};
  }
  return plan;
}

/// The tuned object of this key, if its recipe makes it.
std::optional<MadeObject> EarlierAnswers::MadeAtOnce(const Hash128& key) const {
  const Result<std::string> text = ReadFile(folder_.Recipe(key));
  const Result<std::string> object = ReadFile(folder_.Tuned(key));
  const std::optional<ObjectRecipe> recipe = text ? ReadObjectRecipe(*text) : std::nullopt;
  if (!recipe || !object || HashBytes(*object) != recipe->object) return std::nullopt;
  return MadeObject{key, recipe->object};
}

/// A file stays rejected, whatever its version, until it has a tuned object.
void EarlierAnswers::NoteRejected(const std::string& name, const Hash128& key,
                                  BuildPlan& plan) const {
  if (Exists(folder_.Tuned(key))) plan.rejected.erase(name);
  if (Exists(folder_.Rejected(key))) plan.rejected.insert(name);
}

std::string EarlierAnswers::NameOf(const TuningTarget& target) const {
  return target.merger ? NameOf(target.merger->program.output) : NameOf(target.unit);
}

std::string EarlierAnswers::NameOf(const RecordedUnit& unit) const {
  return NameOf(ShownPath(unit, folder_, links_));
}

std::string EarlierAnswers::NameOf(const fs::path& file) const {
  return file.lexically_normal().lexically_relative(root_).string();
}

bool EarlierAnswers::IsPlannedPlain(const Hash128& key) const {
  return std::ranges::any_of(plan_.plain, [&](const auto& unit) { return unit.second == key; });
}

/// What a plan has counts, too, for a file that has an object. For one that has none, an answer
/// that was searched for in this folder is newer.
std::optional<Answer> EarlierAnswers::Find(const TuningTarget& target) const {
  if (WasTakenBack(target)) return std::nullopt;
  std::optional<Answer> planned = Planned(target);
  if (Exists(folder_.Tuned(target.key))) return planned;
  std::optional<Answer> own = AnswerOf(target.key, folder_);
  if (const auto before = KeyBefore(target); !own && before) own = AnswerOf(*before, folder_);
  if (!own || (planned && own->pipeline == StandardAnswer().pipeline)) return planned;
  return own;
}

std::optional<Answer> EarlierAnswers::Planned(const TuningTarget& target) const {
  const auto& planned = target.merger ? plan_.programs : plan_.units;
  auto file = planned.find(NameOf(target));
  // Earlier versions named the source of an object that one call compiles and links.
  if (file == planned.end() && folder_.IsLinkedObject(target.unit.OutputPath())) {
    file = planned.find(NameOf(target.unit.SourcePath()));
  }
  return file == planned.end() ? std::nullopt : std::optional(file->second.answer);
}

std::optional<Hash128> EarlierAnswers::KeyBefore(const TuningTarget& target) const {
  const auto& keys = target.merger ? programs_ : units_;
  const auto before =
      keys.find(target.merger ? target.merger->program.output : target.unit.OutputPath());
  return before == keys.end() ? std::nullopt : std::optional(before->second);
}

/// Another folder knows an earlier version by its name alone.
bool EarlierAnswers::WasTakenBack(const TuningTarget& target) const {
  if (plan_.rejected.contains(NameOf(target))) return true;
  const std::optional<Hash128> before = KeyBefore(target);
  return before && Exists(folder_.Rejected(*before));
}

bool EarlierAnswers::WasTried(const TuningTarget& target, const Answer& answer) const {
  const std::string text = AnswerText(answer);
  const Result<std::string> tried = ReadFile(folder_.Tried(target.key));
  if (Exists(folder_.Rejected(target.key)) || (tried && *tried == text)) return true;
  const Result<std::string> own = ReadFile(folder_.List(target.key));
  return Exists(folder_.Tuned(target.key)) && own && *own == text;
}

Status EarlierAnswers::NoteRecipes(const AllowedLosses& allowed) const {
  for (const auto& [name, file] : plan_.units) {
    if (const Status noted = NoteRecipe(file, {}, allowed); !noted) return noted;
  }
  return {};
}

Status EarlierAnswers::NoteRecipes(const std::vector<Merger>& mergers,
                                   const AllowedLosses& allowed) const {
  for (const Merger& merger : mergers) {
    const auto file = plan_.programs.find(NameOf(merger.program.output));
    if (file == plan_.programs.end() || !file->second.made) continue;
    if (file->second.made->key != merger.program.key) continue;
    if (const Status noted = NoteRecipe(file->second, merger.visible, allowed); !noted)
      return noted;
  }
  return {};
}

Status EarlierAnswers::NoteRecipe(const PlannedFile& file, const std::string& visible,
                                  const AllowedLosses& allowed) const {
  if (!file.made) return {};
  const Hash128& key = file.made->key;
  const std::string text = AnswerText(file.answer);
  const Result<std::string> tried = ReadFile(folder_.Tried(key));
  if (Exists(folder_.Tuned(key)) || Exists(folder_.Rejected(key)) || (tried && *tried == text)) {
    return {};
  }
  const auto loses = [&allowed](const FunctionAttributes& function) {
    return function.best.no_frame_pointer && !allowed.frame_pointers;
  };
  std::optional<ObjectRecipe> recipe = RecipeOf(file.answer, visible);
  if (!recipe || std::ranges::any_of(file.answer.attributes, loses)) return {};
  recipe->object = file.made->contents;
  const Status listed = folder_.Replace(folder_.List(key), text);
  return listed ? folder_.Replace(folder_.Recipe(key), ObjectRecipeText(*recipe)) : listed;
}

std::set<Hash128> EarlierAnswers::KnownPrograms() const {
  std::set<Hash128> keys;
  for (const auto& [name, file] : plan_.programs) {
    if (file.made) keys.insert(file.made->key);
  }
  return keys;
}

Status EarlierAnswers::Inherit(const std::vector<RecordedUnit>& units) const {
  for (const RecordedUnit& unit : units) {
    const auto before = units_.find(unit.OutputPath());
    if (before == units_.end() || before->second == unit.key()) continue;
    const std::optional<Answer> answer = AnswerOf(before->second, folder_);
    if (!answer || Exists(folder_.Rejected(before->second))) continue;
    if (Exists(folder_.List(unit.key()))) continue;
    const Status listed = folder_.Replace(folder_.List(unit.key()), AnswerText(*answer));
    if (!listed) return listed;
  }
  return {};
}

}  // namespace autotune
