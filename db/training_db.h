#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <unordered_set>

#include "core/hash.h"
#include "core/mutex.h"
#include "core/result.h"
#include "core/training_set.h"
#include "db/database.h"

namespace autotune {

/// The file of programs to learn from. Described for users in docs/training-data.md.
extern const FileFormat kTrainingFormat;

/// A file that programs are added to, by any number of processes at once. Thread-safe.
class TrainingDb {
 public:
  /// Opens the file, made where there is none, for episodes of an action space of this fingerprint
  /// and size. Errors as `Database`; `kInvalidArgument` where it was begun with another action
  /// space or kind of tokens.
  static Result<std::unique_ptr<TrainingDb>> Open(const std::filesystem::path& path,
                                                  const Hash128& actions, std::size_t action_count);

  /// What is in it by now.
  Result<std::unordered_set<ProgramId>> Programs();

  /// Adds a program, all of it or nothing. One that is there stays as it is.
  Status Append(const TrainingProgram& program);

 private:
  explicit TrainingDb(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Mutex mutex_;
  const std::unique_ptr<Database> database_;
};

/// All programs of these files, file by file, in the order in which they were added; one that is in
/// several files once, as `MergeEqualPrograms` has it. Errors as `Database`; `kInvalidArgument`
/// where no file is given, or they are of several action spaces or of tokens that this program
/// doesn't make.
Result<TrainingSet> ReadTrainingSet(std::span<const std::filesystem::path> paths);

}  // namespace autotune
