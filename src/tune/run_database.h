#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>

#include "core/result.h"
#include "db/database.h"
#include "tune/job.h"
#include "tune/observer.h"

namespace autotune {

/// Returns the time that a run may wait for one file that others have locked.
std::chrono::milliseconds LockPatienceOf(const TuneJob& job);

/// The database of a tuning run. A run goes on without one: the first error costs one warning, and
/// ends the use of the database. Waiting for other processes takes at most a twentieth of the
/// budget in total. In an experiment, which is useless without its database, it takes at most ten
/// seconds. Not thread-safe, except for connections from `Connect`.
class RunDatabase {
 public:
  /// The observer is told the first error; it must outlive this object.
  explicit RunDatabase(TuneObserver& observer) : observer_(observer) {}

  /// Opens the job's database, if it has one.
  void Open(const TuneJob& job);

  /// Calls `body` if there is a database, and gives the database up if `body` fails.
  void Use(const std::function<Status(Database&)>& body);

  /// Returns another connection, for a thread; null if there is no database.
  std::unique_ptr<Database> Connect();

  /// Warns of the error and uses the database no more.
  void GiveUp(const Error& error);

 private:
  TuneObserver& observer_;
  std::filesystem::path path_;
  DatabaseOptions file_options_;
  std::unique_ptr<Database> file_;
  bool given_up_ = false;
};

}  // namespace autotune
