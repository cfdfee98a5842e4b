#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/result.h"
#include "dataset/manifest.h"
#include "eval/descriptor.h"

namespace autotune {

/// The folder of a set while it is being built, by one process at a time. Whatever was entered is
/// still known to the next `SetFolder`, however this process ends. Not thread-safe.
class SetFolder {
 public:
  /// Makes the folder where there is none. Errors: `kIo`, also where another process builds in it;
  /// `kBadInput` where its manifest can't be read, or where there are files but no set.
  static Result<SetFolder> Open(const std::filesystem::path& path);
  SetFolder(SetFolder&& other) = default;
  /// Leaves no folder behind where nothing came into it.
  ~SetFolder();

  const std::filesystem::path& path() const { return path_; }
  /// For whatever is needed on the way; goes away with `Finish`.
  std::filesystem::path work() const;

  /// What was finished before this run and what `Enter` told since, by file.
  const std::map<std::string, DatasetProgram>& known() const { return known_; }
  /// The manifest of the last finished build, empty where there was none.
  const Manifest& manifest() const { return manifest_; }

  /// Notes that the program's module is in its place.
  Status Enter(const DatasetProgram& program);

  /// Knows nothing any more of what was built before.
  Status Forget();

  /// Writes the manifest, and removes the modules that are not in it and the files of the way.
  Status Finish(const Manifest& manifest);

 private:
  explicit SetFolder(std::filesystem::path path) : path_(std::move(path)) {}

  Status Lock();
  Status Load();

  std::filesystem::path path_;
  Descriptor lock_;
  Descriptor journal_;
  Manifest manifest_;
  std::map<std::string, DatasetProgram> known_;
};

/// Locks nothing: the files in `folder` that hold modules, relative to it, sorted.
Result<std::vector<std::string>> ListModules(const std::filesystem::path& folder);

}  // namespace autotune
