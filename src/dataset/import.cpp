#include "dataset/import.h"

#include <utility>

#include <fmt/format.h>

#include "core/file.h"
#include "dataset/set_folder.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

Status Copy(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy_file(from, to, error);
  if (!error) return {};
  return Error{ErrorCode::kIo, fmt::format("can't copy '{}': {}", from.string(), error.message())};
}

}  // namespace

Result<std::vector<Unit>> ImportUnits(const fs::path& folder, Split split, const Origin& origin) {
  const Result<std::vector<std::string>> files = ListModules(folder);
  if (!files) return files.error();
  if (files->empty()) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("there is no .bc or .ll file in '{}'", folder.string())};
  }
  std::vector<Unit> units;
  for (const std::string& file : *files) {
    Origin own = origin;
    own.source = file;
    Result<Unit> unit = ImportUnit(folder / file, file, split, std::move(own));
    if (!unit) return unit.error();
    units.push_back(*std::move(unit));
  }
  return units;
}

Result<Unit> ImportUnit(const fs::path& file, const std::string& name, Split split, Origin origin) {
  if (file.extension() != ".bc" && file.extension() != ".ll") {
    return Error{ErrorCode::kBadInput,
                 fmt::format("'{}' ends in neither .bc nor .ll", file.string())};
  }
  std::error_code error;
  if (fs::file_size(file, error) > kMaxModuleBytes && !error) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("'{}' has more than {} MiB", file.string(), kMaxModuleBytes >> 20)};
  }
  const Result<std::string> module = ReadFile(file);
  if (!module) return module.error();
  return Unit{.file = name,
              .split = split,
              .flags = "",
              .origin = std::move(origin),
              .inputs = HashBytes(*module),
              .build = [file](const fs::path&, const fs::path& copy, const Budget&) {
                return Copy(file, copy);
              }};
}

}  // namespace autotune
