#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"
#include "eval/process/descriptor.h"

namespace autotune {

/// Returns the folder for temporary files: that of `TMPDIR` or, if that is none, `/tmp`.
std::filesystem::path TempRoot();

/// A private directory that is removed with its contents when this object is destroyed. A directory
/// is locked as long as its owner lives. Making one also removes those of killed processes under
/// the same root.
class TempDirectory {
 public:
  /// Makes a new directory under `root`, which must exist. Errors: `kIo`.
  static Result<TempDirectory> Create(const std::filesystem::path& root);
  /// Makes a new directory whose path a shell takes as it is, in any quotes: under `root` if that
  /// is plain, else under a system folder for temporary files. Errors: `kIo`.
  static Result<TempDirectory> CreatePlain(const std::filesystem::path& root);

  TempDirectory(TempDirectory&& other) noexcept;
  ~TempDirectory();

  const std::filesystem::path& path() const { return path_; }

  /// Returns the contents of the file `name` in this directory. Errors: `kIo`.
  Result<std::string> Read(const std::string& name) const;
  /// Makes the file `name` in this directory. Errors: `kIo`.
  Status Write(const std::string& name, std::string_view bytes) const;

 private:
  TempDirectory(std::filesystem::path path, Descriptor lock);

  std::filesystem::path path_;
  Descriptor lock_;
};

}  // namespace autotune
