#include "cli/run_database.h"

#include <algorithm>
#include <utility>

#include "cli/console.h"
#include "cli/environment.h"

namespace autotune {

Result<std::filesystem::path> DatabasePath(const TuneOptions& options) {
  if (!options.database.empty()) return std::filesystem::path(options.database);
  return DefaultDatabasePath(Environment("XDG_DATA_HOME"), Environment("HOME"));
}

std::chrono::milliseconds LockPatienceOf(const TuneOptions& options) {
  using std::chrono::milliseconds;
  // A run has two files, the database and the cache: a tenth of the budget for both.
  constexpr int kBudgetPart = 20;
  constexpr milliseconds kLeast{50};
  constexpr milliseconds kMost{10'000};
  if (!options.experiment.empty()) return kMost;
  return std::clamp(options.budget / kBudgetPart, kLeast, kMost);
}

void RunDatabase::Open(const TuneOptions& options) {
  if (options.no_database) return;
  const Result<std::filesystem::path> path = DatabasePath(options);
  file_options_.patience = std::make_shared<LockPatience>(LockPatienceOf(options));
  Result<std::unique_ptr<Database>> file =
      path ? Database::Open(*path, file_options_) : Result<std::unique_ptr<Database>>(path.error());
  if (file) {
    path_ = *path;
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
  PrintWarning("going on without the database (--no-db to do without): " + error.message);
  file_.reset();
}

}  // namespace autotune
