#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"
#include "eval/descriptor.h"

namespace autotune {

/// A private directory that goes away, with all that is in it, when this object does. Those of
/// processes that were killed are removed when the next one is made under the same root: a
/// directory is locked as long as its owner lives.
class TempDirectory {
 public:
  /// A new directory under `root`, which must exist. Errors: `kIo`.
  static Result<TempDirectory> Create(const std::filesystem::path& root);

  TempDirectory(TempDirectory&& other) noexcept;
  ~TempDirectory();

  const std::filesystem::path& path() const { return path_; }

  /// The contents of the file `name` in here. Errors: `kIo`.
  Result<std::string> Read(const std::string& name) const;
  /// Makes the file `name` in here. Errors: `kIo`.
  Status Write(const std::string& name, std::string_view bytes) const;

 private:
  TempDirectory(std::filesystem::path path, Descriptor lock);

  std::filesystem::path path_;
  Descriptor lock_;
};

}  // namespace autotune
