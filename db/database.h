#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include "core/result.h"
#include "db/lock_patience.h"
#include "db/schema.h"

namespace SQLite {
class Database;
}

namespace autotune {

struct DatabaseOptions {
  const FileFormat* format = &kDatabaseFormat;
  std::chrono::milliseconds busy_timeout{10'000};  ///< how long to wait for other writers, >= 0
  /// Bounds all waiting together where there is one; `busy_timeout` then bounds each wait in the
  /// background.
  std::shared_ptr<LockPatience> patience{};
};

/// One connection to a database of autotune's, an SQLite file in WAL mode that any number of
/// processes of one machine may use at once. Survives `kill -9` of any of them; a power cut may
/// lose the last transactions. Not thread-safe: each thread opens its own. No exception leaves it.
///
/// Errors everywhere: `kBadInput` where the file is not such a database, is damaged or of a newer
/// autotune; `kIo` where it is no regular file, can't be opened, read or written, is locked for
/// longer than `busy_timeout` or `patience` allows, or the disk is full. Messages name the file.
class Database {
 public:
  /// What to do in a transaction. Throws SQLite::Exception at will. A failed status rolls it back.
  using Body = std::function<Status(SQLite::Database&)>;

  /// Opens the file, made (with its folders) where there is none, and brings its schema up to date.
  static Result<std::unique_ptr<Database>> Open(const std::filesystem::path& path,
                                                const DatabaseOptions& options = {});
  /// Opens a file that is there, for `Read` alone. Nothing is written to it, unless it is of an
  /// older autotune: then it is brought up to date first. Works in a read-only folder while nobody
  /// has the file open for writing. Also errors: `kNotFound`, where the file is empty, too.
  static Result<std::unique_ptr<Database>> OpenReadOnly(const std::filesystem::path& path,
                                                        const DatabaseOptions& options = {});
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Runs `body` on one consistent view of the database.
  Status Read(const Body& body);
  /// Runs `body` and commits. Takes the write lock before `body` reads anything: a transaction that
  /// reads first and then wants to write is refused as soon as another has written.
  Status Write(const Body& body);
  /// As `Write`, with another database of this format and version, which has to be there, attached
  /// as `other`. It is not written to.
  Status WriteWith(const std::filesystem::path& other, const Body& body);
  /// Whether a thread that nobody waits for uses this connection: then its waiting takes nothing
  /// from the patience. A wait under way notices the end of that within milliseconds. Thread-safe.
  void SetInBackground(bool in_background);
  /// Gives the disk back what deleted rows took. Writes the whole file anew.
  Status Compact();

 private:
  struct Waiting;

  Database(std::filesystem::path path, std::unique_ptr<SQLite::Database> connection,
           const DatabaseOptions& options);
  /// For reading, with parameters of SQLite's URIs.
  static Result<std::unique_ptr<Database>> OpenUri(const std::filesystem::path& path,
                                                   const char* parameters,
                                                   const DatabaseOptions& options, bool& outdated);
  Status Prepare(const DatabaseOptions& options);
  void UseWal();

  const std::filesystem::path path_;
  const std::unique_ptr<Waiting> waiting_;  ///< for locks; the connection uses it
  const std::unique_ptr<SQLite::Database> connection_;
};

}  // namespace autotune
