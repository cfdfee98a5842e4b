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

/// Format of the file of programs to learn from. docs/training-data.md describes it for users.
extern const FileFormat kTrainingFormat;

/// File that any number of processes may add programs to at once. Thread-safe.
class TrainingDb {
 public:
  /// Opens or makes the file, for episodes of an action space of this fingerprint and size. Errors
  /// as `Database`; `kInvalidArgument` if it was begun with another action space or kind of tokens.
  static Result<std::unique_ptr<TrainingDb>> Open(const std::filesystem::path& path,
                                                  const Hash128& actions, std::size_t action_count);

  /// Returns the programs in the file so far.
  Result<std::unordered_set<ProgramId>> Programs();

  /// Adds a program, all of it or nothing. A program that is there stays as it is.
  Status Append(const TrainingProgram& program);

 private:
  explicit TrainingDb(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Mutex mutex_;
  const std::unique_ptr<Database> database_;
};

/// Returns all programs of these files, file by file, in the order in which they were added.
/// Programs with the same IR become one, in the place of the first and with its name and family.
/// Its episodes are those of all, best first, each list once. A state on several of them knows the
/// best cost that any search met from there. Errors as `Database`; `kInvalidArgument` if no file is
/// given or their action spaces differ, or if this program doesn't make their kind of tokens.
Result<TrainingSet> ReadTrainingSet(std::span<const std::filesystem::path> paths);

}  // namespace autotune
