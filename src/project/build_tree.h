#pragma once

#include <filesystem>
#include <set>
#include <vector>

#include "core/result.h"
#include "project/build_job.h"
#include "project/built_objects.h"
#include "project/user_build.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// The user's build tree: builds it, and tells which of its files are tuned. Not thread-safe.
class BuildTree {
 public:
  /// All must outlive this object. `signal` becomes the signal that ends a command early.
  BuildTree(const BuildJob& job, const UnitFolder& folder, int& signal)
      : job_(job), folder_(folder), build_(job, signal) {}

  /// Errors: those of `UserBuild::CheckWrappers`.
  Status CheckWrappers() const { return build_.CheckWrappers(); }

  /// The units that the folder had after the last build, or when they were read.
  const std::vector<RecordedUnit>& units() const { return units_; }
  void ReadUnits() { units_ = folder_.Units(); }

  /// Builds with the plain compiler. Errors: those of `UserBuild::Build`.
  Status BuildPlain() { return Build(WrapperMode::kRecord); }
  /// Has the objects and linked files made again that are not the wanted ones, and checks the
  /// build. If it fails, this is judged as a check that fails, unless the compiler rejects a
  /// source. Errors: those of `UserBuild::Build`.
  Result<bool> BuildTuned();
  Result<bool> Check() const { return build_.Check(); }

  /// True if an object or a linked file that we know has changed since then.
  bool HasNewFile(std::filesystem::file_time_type since) const;
  /// True if the tree has an object that was tuned.
  bool HasTunedObject() const;
  /// Keeps the sizes that linked files have without tuned objects. Without `--clean`, a later build
  /// links some of these, so the first sizes stay, and a file that is new then has no size. Errors:
  /// `kIo`.
  Status NoteLinkedSizes() const;

 private:
  Status Build(WrapperMode mode);
  bool IsGone(const RecordedUnit& unit, const BuiltObjects& objects) const;
  std::set<std::filesystem::path> TunedObjects() const;
  bool IsChanged(const RecordedLink& link) const;
  void MarkChanged(const std::vector<RecordedLink>& links, bool with_units) const;
  /// The object that a build in apply mode puts in place.
  std::filesystem::path Wanted(const RecordedUnit& unit) const;

  const BuildJob& job_;
  const UnitFolder& folder_;
  const UserBuild build_;
  std::vector<RecordedUnit> units_;
};

}  // namespace autotune
