#include "db/database.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "core/file.h"
#include "db/statement.h"

namespace autotune {
namespace {

using SQLite::TransactionBehavior;

/// `system_errno` is the errno of the failed call if the system refused something, or 0.
Error MakeError(const std::string& name, const SQLite::Exception& exception, int system_errno = 0) {
  switch (exception.getErrorCode()) {
    case SQLITE_NOTADB:
      return {ErrorCode::kBadInput, "'" + name + "' is not an SQLite database; name another file"};
    case SQLITE_CORRUPT:
      return {ErrorCode::kBadInput, "'" + name + "' is damaged (" + exception.what() +
                                        "); name another file or move it away"};
    case SQLITE_FULL: return {ErrorCode::kIo, "no space left to write '" + name + "'"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {ErrorCode::kIo, "'" + name + "' is locked by another process for too long"};
    case SQLITE_READONLY:
    case SQLITE_PERM: return {ErrorCode::kIo, "'" + name + "' is not writable"};
    case SQLITE_IOERR:
      // SQLite forgets why a write failed. No other call sets these values.
      if (system_errno == 0 && (errno == EFBIG || errno == EDQUOT)) system_errno = errno;
      if (system_errno == 0) break;
      return {ErrorCode::kIo, "can't use database '" + name + "': " + std::strerror(system_errno)};
    default: break;
  }
  return {ErrorCode::kIo, "can't use database '" + name + "': " + exception.what()};
}

/// Checks the file and those that SQLite looks for beside it.
Status CheckRegularFiles(const std::filesystem::path& path) {
  for (const char* suffix : {"", "-journal", "-wal", "-shm"}) {
    if (Status status = CheckRegularFile(path.string() + suffix); !status.ok()) return status;
  }
  return Status();
}

Status InTransaction(SQLite::Database& connection, TransactionBehavior behavior,
                     const std::string& name, const Database::Body& body) {
  try {
    SQLite::Transaction transaction(connection, behavior);
    if (Status status = body(connection); !status.ok()) return status;
    transaction.commit();
    return Status();
  } catch (const SQLite::Exception& exception) {
    return MakeError(name, exception, sqlite3_system_errno(connection.getHandle()));
  }
}

/// The path as SQLite's URIs have it.
std::string Uri(const std::filesystem::path& path) {
  std::string uri = "file://";
  for (const char c : std::filesystem::absolute(path).string()) {
    uri += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02X}", c) : std::string(1, c);
  }
  return uri;
}

/// True if the file is in WAL mode and no connection has it open, or died while it had.
bool IsUnusedWal(const std::filesystem::path& path) {
  char header[20] = {};
  std::ifstream(path, std::ios::binary).read(header, sizeof header);
  std::error_code ignored;
  return header[19] == 2 && !std::filesystem::exists(path.string() + "-wal", ignored);
}

}  // namespace

bool LockPatience::Nap() {
  using std::chrono::nanoseconds;
  constexpr nanoseconds kNap = std::chrono::milliseconds(5);
  nanoseconds left = left_.load(std::memory_order_relaxed);
  nanoseconds nap{};
  do {
    if (left <= nanoseconds::zero()) return false;
    nap = std::min(left, kNap);
  } while (!left_.compare_exchange_weak(left, left - nap, std::memory_order_relaxed));
  std::this_thread::sleep_for(nap);
  return true;
}

/// How a connection waits for locks.
struct Database::Waiting {
  const std::chrono::milliseconds limit;  ///< maximum time of one wait
  const std::shared_ptr<LockPatience> patience;
  std::atomic<bool> in_background = false;

  /// Sleeps a little after `naps` naps for this lock. Returns false if it should not wait any
  /// longer.
  bool Nap(int naps) const {
    constexpr std::chrono::milliseconds kNap{5};
    if (patience && !in_background.load(std::memory_order_relaxed)) return patience->Nap();
    if (naps * kNap >= limit) return false;
    std::this_thread::sleep_for(kNap);
    return true;
  }
};

Database::Database(std::filesystem::path path, std::unique_ptr<SQLite::Database> connection,
                   const DatabaseOptions& options)
    : path_(std::move(path)),
      waiting_(new Waiting{options.busy_timeout, options.patience}),
      connection_(std::move(connection)) {
  sqlite3_busy_handler(
      connection_->getHandle(),
      [](void* waiting, int naps) {
        return static_cast<int>(static_cast<Waiting*>(waiting)->Nap(naps));
      },
      waiting_.get());
}

Database::~Database() = default;

void Database::SetInBackground(bool in_background) {
  waiting_->in_background.store(in_background, std::memory_order_relaxed);
}

/// Sets WAL mode. The change fails at once, whatever the busy handler, while another process writes
/// in the old mode. A process that makes the same file does so. A file system that can't do WAL
/// keeps its mode, which is slower but not wrong.
void Database::UseWal() {
  for (int naps = 0;; ++naps) {
    try {
      connection_->execAndGet("PRAGMA journal_mode = WAL");
      return;
    } catch (const SQLite::Exception& exception) {
      if (exception.getErrorCode() != SQLITE_BUSY || !waiting_->Nap(naps)) throw;
    }
  }
}

Result<std::unique_ptr<Database>> Database::Open(const std::filesystem::path& path,
                                                 const DatabaseOptions& options) {
  if (Status status = CheckRegularFiles(path); !status.ok()) return status.error();
  if (Status made = MakeFolder(path.parent_path()); !made.ok()) return made.error();
  std::unique_ptr<Database> database;
  try {
    database.reset(new Database(
        path,
        std::make_unique<SQLite::Database>(
            // As a URI, so that one can be attached.
            Uri(path), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_URI),
        options));
    if (Status status = database->Prepare(options); !status.ok()) return status.error();
    return database;
  } catch (const SQLite::Exception& exception) {
    const int why = database ? sqlite3_system_errno(database->connection_->getHandle()) : 0;
    return MakeError(path.string(), exception, why);
  }
}

Result<std::unique_ptr<Database>> Database::OpenReadOnly(const std::filesystem::path& path,
                                                         const DatabaseOptions& options) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    return Error{ErrorCode::kNotFound, "there is no database '" + path.string() + "'"};
  }
  if (Status status = CheckRegularFiles(path); !status.ok()) return status.error();
  // SQLite takes an empty file for a database of no version, which would be brought up to date.
  if (std::filesystem::is_empty(path, ignored)) {
    return Error{ErrorCode::kNotFound,
                 "there is no database in '" + path.string() + "': it is empty"};
  }
  bool outdated = false;
  Result<std::unique_ptr<Database>> database = OpenUri(path, "?mode=ro", options, outdated);
  if (!database && database.error().code == ErrorCode::kIo && IsUnusedWal(path)) {
    // SQLite makes files beside a WAL database even to read it. In a read-only folder it has to be
    // told that nobody writes. In the other modes it needs none, and somebody may be writing.
    database = OpenUri(path, "?immutable=1", options, outdated);
  }
  if (!database || !outdated) return database;
  const Result<std::unique_ptr<Database>> migrated = Open(path, options);
  if (!migrated) return migrated.error();
  return OpenUri(path, "?mode=ro", options, outdated);
}

Result<std::unique_ptr<Database>> Database::OpenUri(const std::filesystem::path& path,
                                                    const char* parameters,
                                                    const DatabaseOptions& options,
                                                    bool& outdated) {
  try {
    std::unique_ptr<Database> database(
        new Database(path,
                     std::make_unique<SQLite::Database>(Uri(path) + parameters,
                                                        SQLite::OPEN_READONLY | SQLite::OPEN_URI),
                     options));
    const Status status = database->Read([&](SQLite::Database& connection) {
      const Schema schema = ReadSchema(connection, *options.format);
      outdated = IsOutdated(schema, *options.format);
      return CheckSchema(schema, *options.format, path.string());
    });
    if (!status.ok()) return status.error();
    return database;
  } catch (const SQLite::Exception& exception) {
    return MakeError(path.string(), exception);
  }
}

Status Database::Prepare(const DatabaseOptions& options) {
  Schema schema;
  const Body check = [&](SQLite::Database& connection) {
    schema = ReadSchema(connection, *options.format);
    return CheckSchema(schema, *options.format, path_.string());
  };
  // Check the file before anything is written to it.
  if (Status status = Read(check); !status.ok()) return status;
  UseWal();
  connection_->exec("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = OFF");
  if (IsOutdated(schema, *options.format)) {
    const Status migrated = Write([&](SQLite::Database& connection) {
      if (Status status = check(connection); !status.ok()) return status;  // others migrate too
      Migrate(connection, schema, *options.format);
      return Status();
    });
    if (!migrated.ok()) return migrated;
  }
  connection_->exec("PRAGMA foreign_keys = ON");  // has no effect within a transaction
  return Status();
}

Status Database::Read(const Body& body) {
  return InTransaction(*connection_, TransactionBehavior::DEFERRED, path_.string(), body);
}

Status Database::Write(const Body& body) {
  return InTransaction(*connection_, TransactionBehavior::IMMEDIATE, path_.string(), body);
}

Status Database::WriteWith(const std::filesystem::path& other, const Body& body) {
  if (Status status = CheckRegularFiles(other); !status.ok()) return status;
  const auto attach = [&](const char* parameters) -> Status {
    try {
      Statement(*connection_, "ATTACH ? AS other").Run(Uri(other) + parameters);
      return {};
    } catch (const SQLite::Exception& exception) {
      return MakeError(other.string(), exception);
    }
  };
  // Its writers need not wait: SQLite locks what it may write.
  Status status = attach("?mode=ro");
  if (!status.ok() && status.error().code == ErrorCode::kIo && IsUnusedWal(other)) {
    status = attach("?immutable=1");  // as in `OpenReadOnly`
  }
  if (!status.ok()) return status;
  status = Write(body);
  try {
    connection_->exec("DETACH other");
  } catch (const SQLite::Exception& exception) {
    if (status.ok()) status = MakeError(other.string(), exception);
  }
  return status;
}

Status Database::Compact() {
  try {
    connection_->exec("VACUUM");
    connection_->execAndGet("PRAGMA wal_checkpoint(TRUNCATE)");
    return Status();
  } catch (const SQLite::Exception& exception) {
    return MakeError(path_.string(), exception);
  }
}

}  // namespace autotune
