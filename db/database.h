#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

#include "core/result.h"
#include "db/schema.h"

namespace SQLite {
class Database;
}

namespace autotune {

/// Time that all connections of one run may spend waiting for locks that other processes hold.
/// Thread-safe.
class LockPatience {
 public:
  explicit LockPatience(std::chrono::milliseconds total) : left_(total) {}
  LockPatience(const LockPatience&) = delete;
  LockPatience& operator=(const LockPatience&) = delete;

  /// Sleeps a few milliseconds. Returns false at once if no time is left.
  bool Nap();

  /// Returns the time left.
  std::chrono::nanoseconds left() const { return left_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::chrono::nanoseconds> left_;
};

struct DatabaseOptions {
  const FileFormat* format = &kDatabaseFormat;
  std::chrono::milliseconds busy_timeout{10'000};  ///< maximum wait for other writers, >= 0
  /// Bound of all waiting together; null: none. If set, `busy_timeout` bounds each wait in the
  /// background only.
  std::shared_ptr<LockPatience> patience{};
};

/// One connection to a database of autotune, an SQLite file in WAL mode. Any number of processes of
/// one machine may use the file at once. It survives `kill -9` of any of them; a power cut may lose
/// the last transactions. Not thread-safe: each thread opens its own connection. No exception
/// leaves it.
///
/// Errors everywhere: `kBadInput` if the file is not such a database, is damaged or of a newer
/// autotune. `kIo` if it is no regular file, can't be opened, read or written, or the disk is full.
/// `kIo` also if it is locked for longer than `busy_timeout` or `patience` allows. Messages name
/// the file.
class Database {
 public:
  /// Work done in a transaction. It may throw SQLite::Exception; a failed status rolls it back.
  using Body = std::function<Status(SQLite::Database&)>;
  /// The same, for work that has an answer.
  template <typename T>
  using Asking = std::function<Result<T>(SQLite::Database&)>;

  /// Opens the file and updates its schema. If there is no file, makes it and its folders.
  static Result<std::unique_ptr<Database>> Open(const std::filesystem::path& path,
                                                const DatabaseOptions& options = {});
  /// Opens an existing file, for `Read` alone. Nothing is written to it, unless it is of an older
  /// autotune; then its schema is updated first. Works in a read-only folder while nobody has the
  /// file open for writing. Also errors: `kNotFound` if the file is missing or empty.
  static Result<std::unique_ptr<Database>> OpenReadOnly(const std::filesystem::path& path,
                                                        const DatabaseOptions& options = {});
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Runs `body` on one consistent view of the database.
  Status Read(const Body& body);
  /// Runs `body` and commits. The write lock is taken before `body` reads anything. SQLite would
  /// refuse to let a transaction write if another one has written since its first read.
  Status Write(const Body& body);
  /// As `Read` and `Write`, with the answer of `body`.
  template <typename T>
  Result<T> Read(const Asking<T>& body) {
    Result<T> answer = Error{ErrorCode::kIo, {}};
    const Status status = Read(Into(answer, body));
    return status.ok() ? std::move(answer) : status.error();
  }
  template <typename T>
  Result<T> Write(const Asking<T>& body) {
    Result<T> answer = Error{ErrorCode::kIo, {}};
    const Status status = Write(Into(answer, body));
    return status.ok() ? std::move(answer) : status.error();
  }
  /// Runs `body` as `Write` does, with another database attached as `other`. That file must exist,
  /// have this format and version, and is not written to.
  Status WriteWith(const std::filesystem::path& other, const Body& body);
  /// Sets whether the connection works in the background, for a thread that nobody waits for. Its
  /// waits then take nothing from the patience. A wait under way notices a change to false within
  /// milliseconds. Thread-safe.
  void SetInBackground(bool in_background);
  /// Gives the space of deleted rows back to the disk. Rewrites the whole file.
  Status Compact();

 private:
  struct Waiting;

  template <typename T>
  static Body Into(Result<T>& answer, const Asking<T>& body) {
    return [&](SQLite::Database& connection) -> Status {
      answer = body(connection);
      return answer.ok() ? Status() : answer.error();
    };
  }
  Database(std::filesystem::path path, std::unique_ptr<SQLite::Database> connection,
           const DatabaseOptions& options);
  /// Opens a connection for reading; `parameters` are those of SQLite's URIs.
  static Result<std::unique_ptr<Database>> OpenUri(const std::filesystem::path& path,
                                                   const char* parameters,
                                                   const DatabaseOptions& options, bool& outdated);
  Status Prepare(const DatabaseOptions& options);
  void UseWal();

  const std::filesystem::path path_;
  const std::unique_ptr<Waiting> waiting_;  ///< waits for locks; used by the connection
  const std::unique_ptr<SQLite::Database> connection_;
};

}  // namespace autotune
