#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/result.h"
#include "dataset/manifest.h"
#include "eval/process/descriptor.h"

namespace autotune {

/// The folder of a set while it is being built, by one process at a time. Entered programs are
/// still known to the next `SetFolder`, however this process ends. Not thread-safe.
class SetFolder {
 public:
  /// Opens the folder, or makes it. Errors: `kIo`, also if another process builds in it;
  /// `kBadInput` if its manifest can't be read, or if it has files but no set.
  static Result<SetFolder> Open(const std::filesystem::path& path);
  SetFolder(SetFolder&& other) = default;
  /// Removes the folder if nothing came into it.
  ~SetFolder();

  const std::filesystem::path& path() const { return path_; }
  /// Returns a folder for intermediate files; `Finish` removes it.
  std::filesystem::path work() const;

  /// Returns the programs finished before this run and those entered since, by file.
  const std::map<std::string, DatasetProgram>& known() const { return known_; }
  /// Returns the manifest of the last finished build, empty if there was none.
  const Manifest& manifest() const { return manifest_; }

  /// Notes that the program's module is in its place.
  Status Enter(const DatasetProgram& program);

  /// Forgets everything that was built before.
  Status Forget();

  /// Writes the manifest. Removes intermediate files and modules that are not in it.
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

/// Returns the files in `folder` that hold modules, relative to it, sorted. Locks nothing.
Result<std::vector<std::string>> ListModules(const std::filesystem::path& folder);

}  // namespace autotune
