#include "db/evaluation_store.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "core/mutex.h"
#include "db/cache_file.h"
#include "db/statement.h"

namespace autotune {
namespace {

/// Evictions after one flush: more than a flush can add, so that the bound holds.
constexpr int kEvictionsAtOnce = 20;

struct Waiting {
  Hash128 list;
  StoredEvaluation evaluation;
};

/// Returns the bytes of a hash, which must live as long as they are of use.
Blob BytesOf(const Hash128& hash) { return {{reinterpret_cast<const char*>(&hash), sizeof hash}}; }

std::int64_t Now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now())
      .time_since_epoch()
      .count();
}

/// Returns the evaluation in a row of `kSelect`, or nothing if a newer autotune wrote an outcome
/// unknown here.
constexpr const char* kSelect =
    "SELECT sized, ir, instructions, text_bytes, data_bytes, nanoseconds, failure, message "
    "FROM evaluation WHERE program_id = ? AND list = ?";
std::optional<StoredEvaluation> ReadRow(const Statement& row) {
  const bool sized = row.CountAt(0) != 0;
  if (!row.isColumnNull(6)) {
    const std::optional<ErrorCode> code = OutcomeNamed(row.getColumn(6).getText());
    if (!code) return std::nullopt;
    return StoredEvaluation{Error{*code, row.getColumn(7).getString()}, sized};
  }
  StoredEvaluation::State state;
  const std::string_view ir = row.BlobAt(1);
  if (ir.size() != sizeof state.ir) return std::nullopt;
  std::memcpy(&state.ir, ir.data(), sizeof state.ir);
  state.cost = row.CostAt(2);
  state.nanoseconds = row.CountAt(5);
  return StoredEvaluation{state, sized};
}

/// Adds a row to `evaluation`.
void Insert(Statement& row, std::int64_t program, const Waiting& waiting) {
  const Blob list = BytesOf(waiting.list);
  if (const Error* error = waiting.evaluation.error()) {
    row.Run(program, list, waiting.evaluation.sized, Name(error->code), error->message);
  } else {
    const auto& [ir, cost, nanoseconds] = *waiting.evaluation.state();
    row.Run(program, list, waiting.evaluation.sized, std::nullopt, std::nullopt, BytesOf(ir), cost,
            nanoseconds);
  }
}

/// A connection for one reading thread at a time, with its statement compiled.
class Reader {
 public:
  explicit Reader(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Status Find(std::int64_t program, std::span<const Hash128> lists,
              std::vector<StoredEvaluation>& found) {
    return database_->Read([&](SQLite::Database& connection) {
      if (!select_) select_.emplace(connection, kSelect);
      for (const Hash128& list : lists) {
        select_->Bind(program, BytesOf(list));
        auto evaluation = select_->executeStep() ? ReadRow(*select_) : std::nullopt;
        select_->reset();
        if (!evaluation) break;
        found.push_back(*std::move(evaluation));
      }
      return Status();
    });
  }

 private:
  std::unique_ptr<Database> database_;
  std::optional<Statement> select_;
};

class Store final : public EvaluationStore {
 public:
  Store(std::filesystem::path path, const ProgramId& program, const Hash128& toolchain,
        EvaluationStoreOptions options, std::unique_ptr<Database> database, std::int64_t id)
      : path_(std::move(path)),
        program_(program),
        toolchain_(toolchain),
        options_(std::move(options)),
        program_id_(id),
        database_(std::move(database)),
        writer_([this] { Write(); }) {
    database_->SetInBackground(true);  // until somebody waits for its end
  }
  ~Store() override { (void)Close(); }

  std::vector<StoredEvaluation> Find(std::span<const Hash128> lists) override;
  void Put(const Hash128& list, StoredEvaluation evaluation) override;
  Status Close() override;

 private:
  std::unique_ptr<Reader> BorrowReader();
  void Fail(const Status& status);

  // Methods of the writer.
  void Write();
  Status Flush(std::vector<Waiting> batch);
  Status Evict();

  const std::filesystem::path path_;
  const ProgramId program_;
  const Hash128 toolchain_;
  const EvaluationStoreOptions options_;

  /// Id of the program in the file, 0 while it isn't there. If it was evicted and another program
  /// has the id now, nothing is found, because the keys are of another program, too.
  std::atomic<std::int64_t> program_id_;
  std::atomic<bool> usable_{true};

  Mutex mutex_;
  std::condition_variable_any wake_;
  std::vector<std::unique_ptr<Reader>> readers_ GUARDED_BY(mutex_);
  std::vector<Waiting> waiting_ GUARDED_BY(mutex_);
  bool closing_ GUARDED_BY(mutex_) = false;
  Status status_ GUARDED_BY(mutex_);

  const std::unique_ptr<Database> database_;  ///< connection of the writer
  std::thread writer_;                        // last member: it uses the others
};

std::vector<StoredEvaluation> Store::Find(std::span<const Hash128> lists) {
  std::vector<StoredEvaluation> found;
  const std::int64_t program = program_id_.load(std::memory_order_relaxed);
  if (program == 0 || !usable_.load(std::memory_order_relaxed)) return found;
  std::unique_ptr<Reader> reader = BorrowReader();
  if (!reader) return found;
  if (const Status status = reader->Find(program, lists, found); !status.ok()) {
    Fail(status);
    return {};
  }
  const MutexLock lock(mutex_);
  readers_.push_back(std::move(reader));
  return found;
}

std::unique_ptr<Reader> Store::BorrowReader() {
  {
    const MutexLock lock(mutex_);
    if (!readers_.empty()) {
      auto reader = std::move(readers_.back());
      readers_.pop_back();
      return reader;
    }
  }
  Result<std::unique_ptr<Database>> database = Database::Open(path_, options_.database);
  if (database) return std::make_unique<Reader>(*std::move(database));
  Fail(database.error());
  return nullptr;
}

void Store::Put(const Hash128& list, StoredEvaluation evaluation) {
  if (!usable_.load(std::memory_order_relaxed)) return;
  const MutexLock lock(mutex_);
  if (waiting_.size() >= options_.max_waiting) return;
  waiting_.push_back({list, std::move(evaluation)});
  if (waiting_.size() == options_.max_waiting / 2) wake_.notify_one();
}

Status Store::Close() {
  {
    const MutexLock lock(mutex_);
    closing_ = true;
    database_->SetInBackground(false);
    wake_.notify_one();
  }
  if (writer_.joinable()) writer_.join();
  usable_.store(false, std::memory_order_relaxed);
  const MutexLock lock(mutex_);
  return status_;
}

void Store::Fail(const Status& status) {
  const MutexLock lock(mutex_);
  usable_.store(false, std::memory_order_relaxed);
  if (status_.ok()) status_ = status;
}

void Store::Write() {
  bool closing = false;
  for (bool first = true; !closing && usable_.load(std::memory_order_relaxed); first = false) {
    std::vector<Waiting> batch;
    {
      const MutexLock lock(mutex_);
      const auto until = std::chrono::steady_clock::now() + options_.flush_interval;
      while (!closing_ && waiting_.size() < options_.max_waiting / 2 &&
             wake_.wait_until(mutex_, until) == std::cv_status::no_timeout) {
      }
      batch = std::exchange(waiting_, {});
      closing = closing_;
    }
    if (batch.empty() && !first) continue;  // the first batch notes that the program was used
    Status status = Flush(std::move(batch));
    if (status.ok()) status = Evict();
    if (!status.ok()) Fail(status);
  }
}

Status Store::Flush(std::vector<Waiting> batch) {
  // Sorted like the table, neighbours share pages.
  std::ranges::sort(batch, [](const Waiting& a, const Waiting& b) {
    return std::memcmp(&a.list, &b.list, sizeof a.list) < 0;
  });
  return database_->Write([&](SQLite::Database& connection) {
    // Another process may have evicted the program.
    Statement program(connection,
                      "INSERT INTO program (program, toolchain, last_used) "
                      "VALUES (?, ?, ?) ON CONFLICT (program, toolchain) "
                      "DO UPDATE SET last_used = excluded.last_used RETURNING id");
    program.Bind(program_, toolchain_, Now());
    program.executeStep();
    const std::int64_t id = program.getColumn(0).getInt64();
    program.reset();
    program_id_.store(id, std::memory_order_relaxed);

    // Same rule as `StoredEvaluation::Supersedes`.
    Statement insert(connection,
                     "INSERT INTO evaluation (program_id, list, sized, failure, message, "
                     "ir, instructions, text_bytes, data_bytes, nanoseconds) "
                     "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                     "ON CONFLICT DO UPDATE SET "
                     "sized = excluded.sized, ir = excluded.ir, "
                     "instructions = excluded.instructions, "
                     "text_bytes = excluded.text_bytes, data_bytes = excluded.data_bytes, "
                     "nanoseconds = excluded.nanoseconds, failure = excluded.failure, "
                     "message = excluded.message WHERE excluded.sized OR NOT "
                     "evaluation.sized OR evaluation.failure IS NOT NULL");
    for (const Waiting& waiting : batch) Insert(insert, id, waiting);
    return Status();
  });
}

/// Evicts a little after each flush, so that nothing waits long for it.
Status Store::Evict() {
  for (int i = 0; i < kEvictionsAtOnce; ++i) {
    const Result<std::uint64_t> used = UsedCacheBytes(*database_);
    if (!used) return used.error();
    if (*used <= options_.max_bytes) break;
    const auto dropped = EvictSome(*database_);
    if (!dropped) return dropped.error();
    if (!*dropped) break;
  }
  return Status();
}

/// Returns the id of the program, or 0.
Result<std::int64_t> FindProgram(Database& database, const ProgramId& program,
                                 const Hash128& toolchain) {
  return database.Read<std::int64_t>([&](SQLite::Database& connection) {
    Statement query(connection, "SELECT id FROM program WHERE program = ? AND toolchain = ?");
    query.Bind(program, toolchain);
    return query.executeStep() ? query.getColumn(0).getInt64() : 0;
  });
}

}  // namespace

Result<std::unique_ptr<EvaluationStore>> EvaluationStore::Open(const std::filesystem::path& path,
                                                               const ProgramId& program,
                                                               const Hash128& toolchain,
                                                               EvaluationStoreOptions options) {
  options.database.format = &kCacheFormat;
  Result<std::unique_ptr<Database>> database = Database::Open(path, options.database);
  if (!database) return database.error();
  const Result<std::int64_t> id = FindProgram(**database, program, toolchain);
  if (!id) return id.error();
  return std::unique_ptr<EvaluationStore>(std::make_unique<Store>(
      path, program, toolchain, std::move(options), *std::move(database), *id));
}

}  // namespace autotune
