#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <vector>

#include "wrapper/unit_folder.h"

namespace autotune {

/// Marks a file as older than any source. No other change is as safe: whatever happens next, the
/// build makes the file again.
void MarkOld(const std::filesystem::path& file);
/// True if nothing has made the file again since it was marked.
bool IsOld(const std::filesystem::path& file);
/// Marks an object, and what a build tool may look at instead: libtool's `x.lo` for `x.o` and
/// `.libs/x.o`.
void MarkObjectOld(const std::filesystem::path& object);

/// True if the words of a link name one of these files. Their paths are normal.
bool TakesOneOf(const std::set<std::filesystem::path>& files, const RecordedLink& link);

/// True if a link may take objects of the project that its words don't name.
bool MayTakeArchives(const RecordedLink& link);

/// Returns the path by which people know a unit's object: its own, or `PROGRAM(SOURCE)` if one call
/// compiles and links it; just the source if none of the links is of that call.
std::filesystem::path ShownPath(const RecordedUnit& unit, const UnitFolder& folder,
                                const std::vector<RecordedLink>& links);

/// The objects of units in the build tree. A makefile may move an object, as zlib's moves
/// `objs/x.o` to `x.lo`. Not thread-safe.
class BuiltObjects {
 public:
  /// `folder` must outlive this object.
  BuiltObjects(const UnitFolder& folder, const std::vector<RecordedUnit>& units);

  /// The unit's output. If that is gone, a file of the same stem and contents in the folders above
  /// it or where the compiler ran, unless another unit wrote it.
  std::filesystem::path Find(const RecordedUnit& unit) const;

 private:
  using Files = std::multimap<std::filesystem::path, std::filesystem::path>;  ///< by their stems

  /// The files of a folder that no unit wrote.
  const Files& FilesOf(const std::filesystem::path& folder) const;

  const UnitFolder& folder_;
  std::set<std::filesystem::path> outputs_;
  mutable std::map<std::filesystem::path, Files> files_;  ///< by folders, each read once
};

}  // namespace autotune
