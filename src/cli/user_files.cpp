#include "cli/user_files.h"

#include <cstdlib>
#include <string_view>

#include "dataset/file.h"
#include "db/database.h"
#include "term/console.h"

namespace autotune {

namespace {

/// Empty if the variable is not set.
std::string_view Environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

Result<std::filesystem::path> DatabasePath(const std::string& given) {
  if (!given.empty()) return std::filesystem::path(given);
  return DefaultDatabasePath(Environment("XDG_DATA_HOME"), Environment("HOME"));
}

Result<std::filesystem::path> CachePath(const std::string& given) {
  if (!given.empty()) return std::filesystem::path(given);
  return DefaultCachePath(Environment("XDG_CACHE_HOME"), Environment("HOME"));
}

Result<std::filesystem::path> DatasetsFolder(const std::string& given) {
  if (!given.empty()) return std::filesystem::path(given);
  return DefaultDatasetsFolder(Environment("XDG_DATA_HOME"), Environment("HOME"));
}

std::filesystem::path AnyDatasetsFolder() {
  const Result<std::filesystem::path> folder = DatasetsFolder("");
  return folder ? *folder : std::filesystem::path();
}

void ChooseFiles(TuneOptions& options) {
  if (options.no_database) return;
  if (const auto database = DatabasePath(options.database_file)) {
    options.database = *database;
  } else {
    PrintWarning("going on without the database (--no-db to do without): " +
                 database.error().message);
  }
  if (options.no_cache) return;
  if (const auto cache = CachePath(options.cache_file)) {
    options.cache = *cache;
  } else {
    PrintWarning("evaluations are not remembered (--no-cache to do without): " +
                 cache.error().message);
  }
}

}  // namespace autotune
