#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/allowed_losses.h"
#include "core/hash.h"
#include "core/result.h"
#include "project/build_plan.h"
#include "project/unit_tuner.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// The answers that are known for the files of a project before a build: those for their versions
/// of that time, and those of a plan. Not thread-safe.
class EarlierAnswers {
 public:
  /// `folder` must outlive this object. Paths of `plan` begin in `root`.
  EarlierAnswers(const UnitFolder& folder, BuildPlan plan, std::filesystem::path root);

  /// True if the plan has files, and none of them is one of these units, by name or key, or a
  /// linked file.
  bool PlanIsOfOthers(const std::vector<RecordedUnit>& units) const;

  /// Returns the links whose programs are known as one module, and have to be merged again: their
  /// inputs have changed since, or they are merged for the first time.
  std::vector<RecordedLink> LinksToMerge() const;

  /// Returns the targets that have no object yet, as far as something is known for them that was
  /// not tried. Largest first.
  std::vector<PlannedTarget> Known(const std::vector<TuningTarget>& targets) const;
  /// The others among them that are units and were never tried, with the answer for any unit.
  std::vector<PlannedTarget> New(const std::vector<TuningTarget>& targets) const;

  /// Notes how the compiler makes each unit's object of the plan that it made elsewhere in one
  /// call, for those that are not here and were not tried. Those that need losses that are not
  /// `allowed` are left out. Errors: `kIo`.
  Status NoteRecipes(const AllowedLosses& allowed) const;
  /// Notes the same for merged programs. Errors: `kIo`.
  Status NoteRecipes(const std::vector<Merger>& mergers, const AllowedLosses& allowed) const;
  /// Keys of the merged programs that the compiler made elsewhere.
  std::set<Hash128> KnownPrograms() const;

  /// Keeps the answers of earlier versions for units that have changed, until they are tried.
  /// Errors: `kIo`.
  Status Inherit(const std::vector<RecordedUnit>& units) const;

  /// Returns the plan with what the folder knows by now of these units and of its programs.
  /// Without an object, what the plan has stays in it, unless that was taken back.
  BuildPlan Renewed(const std::vector<RecordedUnit>& units) const;

 private:
  Status NoteRecipe(const PlannedFile& file, const std::string& visible,
                    const AllowedLosses& allowed) const;
  void NoteRejected(const std::string& name, const Hash128& key, BuildPlan& plan) const;
  std::string NameOf(const TuningTarget& target) const;
  std::string NameOf(const RecordedUnit& unit) const;
  std::string NameOf(const std::filesystem::path& file) const;
  std::optional<MadeObject> MadeAtOnce(const Hash128& key) const;
  std::optional<Answer> Find(const TuningTarget& target) const;
  std::optional<Hash128> KeyBefore(const TuningTarget& target) const;
  std::optional<Answer> Planned(const TuningTarget& target) const;
  bool IsPlannedPlain(const Hash128& key) const;
  bool WasTried(const TuningTarget& target, const Answer& answer) const;
  bool WasTakenBack(const TuningTarget& target) const;

  const UnitFolder& folder_;
  const BuildPlan plan_;
  const std::filesystem::path root_;
  const std::filesystem::file_time_type begun_ = std::filesystem::file_time_type::clock::now();
  std::map<std::filesystem::path, Hash128> units_;     ///< keys before the build, by output
  std::map<std::filesystem::path, Hash128> programs_;  ///< likewise
  mutable std::vector<RecordedLink> links_;            ///< read once by each public function
};

}  // namespace autotune
