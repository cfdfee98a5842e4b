#include "term/user_files.h"

#include <string_view>

#include "core/hash.h"
#include "term/terminal.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// The folder that `variable` names, or `below_home`; empty if there is none.
fs::path XdgFolder(const char* variable, const char* below_home) {
  // The specification has relative paths ignored.
  if (const std::string_view xdg = EnvironmentVariable(variable); xdg.starts_with('/')) return xdg;
  if (const std::string_view home = EnvironmentVariable("HOME"); home.starts_with('/')) {
    return fs::path(home) / below_home;
  }
  return {};
}

fs::path DataFolder() { return XdgFolder("XDG_DATA_HOME", ".local/share"); }

Result<fs::path> Chosen(const std::string& given, const fs::path& folder, const char* file,
                        const char* error) {
  if (!given.empty()) return fs::path(given);
  if (!folder.empty()) return folder / file;
  return Error{ErrorCode::kInvalidArgument, error};
}

}  // namespace

Result<fs::path> DatabasePath(const std::string& given) {
  return Chosen(given, DataFolder(), "autotune/autotune.db",
                "no folder for the database: set XDG_DATA_HOME or HOME, or name a file");
}

Result<fs::path> CachePath(const std::string& given) {
  return Chosen(given, XdgFolder("XDG_CACHE_HOME", ".cache"), "autotune/evaluations.db",
                "no folder for the cache: set XDG_CACHE_HOME or HOME, or name a file");
}

Result<fs::path> DatasetsFolder(const std::string& given) {
  return Chosen(given, DataFolder(), "autotune/datasets",
                "no folder for data sets: set XDG_DATA_HOME or HOME, or give --dir");
}

Result<fs::path> UnitsFolder(const std::string& given, const fs::path& project) {
  if (!given.empty()) return fs::absolute(given);
  const std::string hash = ToHex(HashBytes(project.string())).substr(0, 8);
  const std::string name = "autotune/builds/" + project.filename().string() + "-" + hash;
  return Chosen("", DataFolder(), name.c_str(),
                "no folder for the build's units: set XDG_DATA_HOME or HOME, or give --state");
}

fs::path AnyDatasetsFolder() {
  const Result<fs::path> folder = DatasetsFolder("");
  return folder ? *folder : fs::path();
}

}  // namespace autotune
