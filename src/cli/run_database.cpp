#include "cli/run_database.h"

#include <utility>

#include "cli/console.h"
#include "cli/environment.h"

namespace autotune {

Result<std::filesystem::path> DatabasePath(const TuneOptions& options) {
  if (!options.database.empty()) return std::filesystem::path(options.database);
  return DefaultDatabasePath(Environment("XDG_DATA_HOME"), Environment("HOME"));
}

void RunDatabase::Open(const TuneOptions& options) {
  if (options.no_database) return;
  const Result<std::filesystem::path> path = DatabasePath(options);
  Result<std::unique_ptr<Database>> file =
      path ? Database::Open(*path) : Result<std::unique_ptr<Database>>(path.error());
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
  Result<std::unique_ptr<Database>> another = Database::Open(path_);
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
