#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/program.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// A file of bitcode, and the hash of its bytes.
struct ModuleFile {
  ProgramId id;
  std::filesystem::path path;
};

/// Keeps the bitcode of modules, compressed. Those that are there already are not read. Files that
/// are missing, have other bytes than `id` says, or are too large for SQLite (1 GB) are left out.
/// `DropOldModules` drops the ones that no build has named by then. Errors: as `Database`.
Status KeepModules(Database& database, std::span<const ModuleFile> modules);

/// Drops the bitcode that no object of a folder's last build has. Throws `SQLite::Exception`.
void DropOldModules(SQLite::Database& connection);

/// Returns the bitcode of the one module whose hash begins with `prefix`, in lower-case hexadecimal
/// digits. Errors: `kNotFound` if there is none, `kInvalidArgument` if there are several or
/// `prefix` is empty, `kBadInput` if the stored bytes are damaged, and as `Database`.
Result<std::string> ReadModule(Database& database, std::string_view prefix);

}  // namespace autotune
