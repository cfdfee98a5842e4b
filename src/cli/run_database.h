#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>

#include "cli/options.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// The database the user named, or the default one. Errors as `DefaultDatabasePath`.
Result<std::filesystem::path> DatabasePath(const TuneOptions& options);

/// Time that a run may wait for one file that others have locked.
std::chrono::milliseconds LockPatienceOf(const TuneOptions& options);

/// The database as far as a tuning run needs it. A run goes on without one, so the first error
/// costs one warning, and from then on there is none. All waiting for other processes together
/// takes a twentieth of the budget at most, and ten seconds in an experiment, which is of no use
/// without its database. Not thread-safe, but for connections of one's own.
class RunDatabase {
 public:
  /// Opens the options' database, unless the user wants none.
  void Open(const TuneOptions& options);

  /// Calls `body` where there is a database, and gives that up where it fails.
  void Use(const std::function<Status(Database&)>& body);

  /// Another connection, for a thread; null where there is no database.
  std::unique_ptr<Database> Connect();

  /// From now on there is none.
  void GiveUp(const Error& error);

 private:
  std::filesystem::path path_;
  DatabaseOptions file_options_;
  std::unique_ptr<Database> file_;
  bool given_up_ = false;
};

}  // namespace autotune
