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
/// costs one warning, and from then on there is none. Not thread-safe.
class RunDatabase {
 public:
  /// Opens the options' database, unless the user wants none.
  void Open(const TuneOptions& options);

  /// Calls `body` where there is a database, and gives that up where it fails.
  void Use(const std::function<Status(Database&)>& body);

 private:
  void GiveUp(const Error& error);

  std::unique_ptr<Database> file_;
};

}  // namespace autotune
