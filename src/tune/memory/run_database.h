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

/// The database as far as a tuning run needs it. A run goes on without one, so the first error
/// costs one warning, and from then on there is none. All waiting for other processes together
/// takes `RunPolicy::lock_patience` at most. An experiment is of no use without its database: there
/// the error is no warning, but `status`. Not thread-safe, but for connections of one's own.
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

  /// Returns the first error, if the job is of an experiment.
  const Status& status() const { return status_; }

 private:
  TuneObserver& observer_;
  bool required_ = false;
  Status status_;
  std::filesystem::path path_;
  DatabaseOptions file_options_;
  std::unique_ptr<Database> file_;
  bool given_up_ = false;
};

}  // namespace autotune
