#include "tune/memory/run_database.h"

#include <utility>

#include "tune/run_policy.h"

namespace autotune {

void RunDatabase::Open(const TuneJob& job) {
  if (job.database.empty()) return;
  required_ = !job.experiment.empty();
  file_options_.patience = std::make_shared<LockPatience>(PolicyOf(job).lock_patience);
  Result<std::unique_ptr<Database>> file = Database::Open(job.database, file_options_);
  if (file) {
    path_ = job.database;
    file_ = *std::move(file);
  } else {
    GiveUp(file.error());
  }
}

void RunDatabase::Use(const std::function<Status(Database&)>& body) {
  if (!file_) return;
  const Status status = body(*file_);
  if (!status.ok()) GiveUp(status.error());
}

std::unique_ptr<Database> RunDatabase::Connect() {
  if (!file_) return nullptr;
  Result<std::unique_ptr<Database>> another = Database::Open(path_, file_options_);
  if (another) return *std::move(another);
  GiveUp(another.error());
  return nullptr;
}

void RunDatabase::GiveUp(const Error& error) {
  if (given_up_) return;
  given_up_ = true;
  if (required_) {
    status_ = error;
  } else {
    observer_.Warn("going on without the database (--no-db to do without): " + error.message);
  }
  file_.reset();
}

}  // namespace autotune
