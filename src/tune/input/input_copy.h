#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/budget.h"
#include "core/hash.h"
#include "core/result.h"
#include "eval/process/temp_directory.h"
#include "eval/proof/reproduction.h"

namespace autotune {

/// A private copy of the user's program, which lives as long as this object. Everything that a run
/// measures and proves is of these bytes, whatever happens to the user's file meanwhile.
class InputCopy {
 public:
  /// Reads the module of that name once; `-` is standard input, which has to end within `budget`.
  /// Errors: those of `ReadNamedModule` and `ReadStandardInput`; `kIo` if the copy can't be
  /// written.
  static Result<InputCopy> Take(const std::filesystem::path& name, const Budget& budget);

  /// Returns the name of the user's module, with the section that holds it (`ModuleName`).
  const std::filesystem::path& name() const { return name_; }

  const std::string& bytes() const { return bytes_; }
  /// Returns the file that `opt` reads, with the name for messages.
  const ProgramFile& program() const { return program_; }

  /// Replaces the copy by what was made of it; `name` is for messages. Errors: `kIo`.
  Status Replace(std::string bytes, const std::string& name);

  /// Frees the bytes in memory; the file stays.
  void Release() { bytes_ = {}; }

  /// Returns one line that says how the user's file differs from these bytes; nothing if it does
  /// not. A file that was written and can't be read within `budget` counts as changed.
  std::optional<std::string> Change(const Budget& budget) const;

 private:
  /// Size, time of the last change and identity of a file; they stay the same if it is unchanged.
  struct Stamp {
    std::uint64_t device, inode, size;
    std::int64_t seconds, nanoseconds;
    bool operator==(const Stamp&) const = default;
  };
  static std::optional<Stamp> StampOf(const std::filesystem::path& name);

  InputCopy(std::filesystem::path name, TempDirectory folder)
      : name_(std::move(name)), folder_(std::move(folder)) {}

  std::filesystem::path name_;
  TempDirectory folder_;
  std::string bytes_;
  Hash128 content_;
  std::optional<Stamp> stamp_;
  ProgramFile program_;
};

}  // namespace autotune
