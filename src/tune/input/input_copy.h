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
  /// Reads `file` once; `-` is standard input, which has to end within `budget`. Errors: those of
  /// `ReadProgram` and `ReadStandardInput`; `kIo` if the copy can't be written.
  static Result<InputCopy> Take(const std::filesystem::path& file, const Budget& budget);

  const std::string& bytes() const { return bytes_; }
  /// Returns the file that `opt` reads, with the name for messages.
  const ProgramFile& program() const { return program_; }

  /// Replaces the copy by what was made of it; `name` is for messages. Errors: `kIo`.
  Status Replace(std::string bytes, const std::string& name);

  /// Frees the bytes in memory; the file stays.
  void Release() { bytes_ = {}; }

  /// Returns one line that says how the user's file differs from these bytes; nothing if it does
  /// not.
  std::optional<std::string> Change() const;

 private:
  /// Size, time of the last change and identity of a file; they stay the same if it is unchanged.
  struct Stamp {
    std::uint64_t device, inode, size;
    std::int64_t seconds, nanoseconds;
    bool operator==(const Stamp&) const = default;
  };
  static std::optional<Stamp> StampOf(const std::filesystem::path& file);

  InputCopy(std::filesystem::path original, TempDirectory folder)
      : original_(std::move(original)), folder_(std::move(folder)) {}

  std::filesystem::path original_;
  TempDirectory folder_;
  std::string bytes_;
  Hash128 content_;
  std::optional<Stamp> stamp_;
  ProgramFile program_;
};

}  // namespace autotune
