#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "cli/options.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// The database the user named, or the default one. Errors as `DefaultDatabasePath`.
Result<std::filesystem::path> DatabasePath(const TuneOptions& options);

/// The database as far as a tuning run needs it. A run goes on without one, so the first error
/// costs one warning, and from then on there is none. Not thread-safe, but for connections of one's
/// own.
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
  std::unique_ptr<Database> file_;
  bool given_up_ = false;
};

}  // namespace autotune
