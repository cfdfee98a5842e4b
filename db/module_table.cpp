#include "db/module_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <zlib.h>

#include "core/file.h"
#include "core/hash.h"
#include "db/statement.h"

namespace autotune {

namespace {

/// Largest value of SQLite, in bytes.
constexpr std::size_t kLargest = 1'000'000'000;

/// Compressed bytes of one transaction, so that others can write in between.
constexpr std::size_t kBatchBytes = std::size_t{8} << 20U;

struct PackedModule {
  std::string id;
  std::uint64_t bytes = 0;  ///< of the bitcode
  std::string packed;
};

/// Returns the form that `sqlar_uncompress` of the program sqlite3 undoes: zlib's, or the bytes
/// themselves if that isn't smaller.
std::string Pack(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  const int result = compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                              reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  if (result != Z_OK || size >= bytes.size()) return bytes;
  packed.resize(size);
  return packed;
}

/// Returns the bitcode; none if `packed` can't be that of so many bytes.
std::optional<std::string> Unpack(std::string packed, std::uint64_t bytes) {
  if (packed.size() == bytes) return packed;
  // zlib makes nothing more than 1,032 times smaller: damage can't ask for all memory.
  if (bytes / 1032 > packed.size()) return std::nullopt;
  std::string unpacked(bytes, '\0');
  uLongf size = bytes;
  const int result = uncompress(reinterpret_cast<Bytef*>(unpacked.data()), &size,
                                reinterpret_cast<const Bytef*>(packed.data()), packed.size());
  if (result != Z_OK || size != bytes) return std::nullopt;
  return unpacked;
}

std::optional<PackedModule> Load(const ModuleFile& module) {
  const Result<std::string> bytes = ReadFile(module.path);
  if (!bytes || HashBytes(*bytes) != module.id) return std::nullopt;
  PackedModule packed{.id = ToHex(module.id), .bytes = bytes->size(), .packed = Pack(*bytes)};
  return packed.packed.size() <= kLargest ? std::optional(std::move(packed)) : std::nullopt;
}

Status AddAll(Database& database, const std::vector<PackedModule>& batch) {
  return database.Write([&](SQLite::Database& connection) {
    Statement insert(connection,
                     "INSERT OR IGNORE INTO module (program, bytes, bitcode) VALUES (?, ?, ?)");
    for (const PackedModule& module : batch) {
      insert.Run(module.id, module.bytes, Blob{module.packed});
    }
    return Status();
  });
}

Result<std::set<std::string>> StoredModules(Database& database) {
  return database.Read<std::set<std::string>>([](SQLite::Database& connection) {
    std::set<std::string> stored;
    SQLite::Statement rows(connection, "SELECT program FROM module");
    while (rows.executeStep()) stored.insert(rows.getColumn(0).getString());
    return stored;
  });
}

}  // namespace

Status KeepModules(Database& database, std::span<const ModuleFile> modules) {
  Result<std::set<std::string>> stored = StoredModules(database);
  if (!stored) return stored.error();
  std::vector<PackedModule> batch;
  std::size_t size = 0;
  for (const ModuleFile& module : modules) {
    if (!stored->insert(ToHex(module.id)).second) continue;
    std::optional<PackedModule> packed = Load(module);
    if (!packed) continue;
    size += packed->packed.size();
    batch.push_back(*std::move(packed));
    if (size < kBatchBytes) continue;
    if (Status added = AddAll(database, batch); !added.ok()) return added;
    batch.clear();
    size = 0;
  }
  return batch.empty() ? Status() : AddAll(database, batch);
}

void DropOldModules(SQLite::Database& connection) {
  connection.exec(
      "DELETE FROM module WHERE program NOT IN ("
      "SELECT program FROM build_file WHERE program IS NOT NULL AND build IN ("
      // One that was merged may be older than its number.
      "SELECT build FROM (SELECT build, row_number() OVER ("
      "PARTITION BY folder ORDER BY started_at DESC, build DESC) AS place FROM build) "
      "WHERE place = 1))");
}

Result<std::string> ReadModule(Database& database, std::string_view prefix) {
  const std::string text(prefix);
  using Modules = std::vector<PackedModule>;
  Result<Modules> found = database.Read<Modules>([&](SQLite::Database& connection) {
    Modules modules;
    Statement rows(connection,
                   "SELECT program, bytes, bitcode FROM module "
                   "WHERE substr(program, 1, length(?1)) = ?1 LIMIT 2");
    rows.Bind(text);
    while (rows.executeStep()) {
      modules.push_back({.id = rows.getColumn(0).getString(),
                         .bytes = rows.CountAt(1),
                         .packed = rows.getColumn(2).getString()});
    }
    return modules;
  });
  if (!found) return found.error();
  if (found->empty()) {
    return Error{ErrorCode::kNotFound, "the database has no bitcode of a module '" + text + "'"};
  }
  if (found->size() > 1 || text.empty()) {
    return Error{ErrorCode::kInvalidArgument, "more than one module begins with '" + text + "'"};
  }
  PackedModule& module = found->front();
  std::optional<std::string> bytes = Unpack(std::move(module.packed), module.bytes);
  if (!bytes || ToHex(HashBytes(*bytes)) != module.id) {
    return Error{ErrorCode::kBadInput, "the bitcode of module " + module.id + " is damaged"};
  }
  return *std::move(bytes);
}

}  // namespace autotune
