#include "tune/run_database.h"

#include <algorithm>
#include <utility>

namespace autotune {

std::chrono::milliseconds LockPatienceOf(const TuneJob& job) {
  using std::chrono::milliseconds;
  // A run has two files, the database and the cache: a tenth of the budget for both.
  constexpr int kBudgetPart = 20;
  constexpr milliseconds kLeast{50};
  constexpr milliseconds kMost{10'000};
  if (!job.experiment.empty()) return kMost;
  return std::clamp(job.budget / kBudgetPart, kLeast, kMost);
}

void RunDatabase::Open(const TuneJob& job) {
  if (job.database.empty()) return;
  file_options_.patience = std::make_shared<LockPatience>(LockPatienceOf(job));
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
  observer_.Warn("going on without the database (--no-db to do without): " + error.message);
  file_.reset();
}

}  // namespace autotune
