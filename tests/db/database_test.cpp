#include "db/database.h"

#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/child_process.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

Status Execute(Database& database, const std::string& sql) {
  return database.Write([&](SQLite::Database& connection) {
    connection.exec(sql);
    return Status();
  });
}

std::string Ask(Database& database, const std::string& query) {
  std::string answer;
  const Status status = database.Read([&](SQLite::Database& connection) {
    answer = connection.execAndGet(query).getString();
    return Status();
  });
  return status.ok() ? answer : "error: " + status.error().message;
}

class DatabaseTest : public testing::Test {
 protected:
  std::unique_ptr<Database> Open(const DatabaseOptions& options = {}) {
    auto database = Database::Open(file_, options);
    if (!database.ok()) ADD_FAILURE() << database.error().message;
    return database.ok() ? std::move(*database) : nullptr;
  }

  void ExpectRefused(ErrorCode code, const std::string& what) {
    const auto database = Database::Open(file_);
    ASSERT_FALSE(database.ok());
    EXPECT_EQ(database.error().code, code);
    EXPECT_THAT(database.error().message, HasSubstr(what));
    EXPECT_THAT(database.error().message, HasSubstr(folder_.path().string()));
    EXPECT_THAT(database.error().message, testing::Not(HasSubstr("\n")));
  }

  TestDirectory folder_;
  std::filesystem::path file_ = folder_.path() / "deep" / "er" / "autotune.db";
};

TEST_F(DatabaseTest, MakesFileAndFolders) {
  const auto database = Open();
  ASSERT_TRUE(database);
  EXPECT_EQ(Ask(*database, "PRAGMA journal_mode"), "wal");
  EXPECT_EQ(Ask(*database, "PRAGMA integrity_check"), "ok");
  EXPECT_EQ(Ask(*database, "SELECT version >= min_compatible FROM schema_version"), "1");
}

TEST_F(DatabaseTest, KeepsWhatWasWritten) {
  ASSERT_TRUE(Execute(*Open(), "CREATE TABLE mine (x)").ok());
  EXPECT_EQ(Ask(*Open(), "SELECT count(*) FROM mine"), "0");
}

TEST_F(DatabaseTest, FailedTransactionLeavesNothing) {
  const auto database = Open();
  const Status refused = database->Write([](SQLite::Database& connection) -> Status {
    connection.exec("CREATE TABLE half (x)");
    return Error{ErrorCode::kCancelled, "changed my mind"};
  });
  EXPECT_EQ(refused.error().code, ErrorCode::kCancelled);
  const Status thrown = Execute(*database, "CREATE TABLE half (x); INSERT INTO nowhere VALUES (1)");
  EXPECT_EQ(thrown.error().code, ErrorCode::kIo);
  EXPECT_THAT(thrown.error().message, HasSubstr("nowhere"));
  EXPECT_EQ(Ask(*database, "SELECT count(*) FROM sqlite_schema WHERE name = 'half'"), "0");
}

TEST_F(DatabaseTest, RefusesAFileThatIsNoDatabase) {
  std::filesystem::create_directories(file_.parent_path());
  const std::string text(5000, 'x');
  std::ofstream(file_) << text;
  ExpectRefused(ErrorCode::kBadInput, "not an SQLite database");
  std::string after;
  std::ifstream(file_) >> after;
  EXPECT_EQ(after, text);
}

TEST_F(DatabaseTest, RefusesAForeignDatabaseAndLeavesItAlone) {
  std::filesystem::create_directories(file_.parent_path());
  {
    SQLite::Database foreign(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    foreign.exec("CREATE TABLE theirs (x)");
  }
  ExpectRefused(ErrorCode::kBadInput, "another kind");
  SQLite::Database foreign(file_.string());
  EXPECT_EQ(foreign.execAndGet("PRAGMA journal_mode").getString(), "delete");
  EXPECT_EQ(foreign.execAndGet("SELECT count(*) FROM sqlite_schema").getInt(), 1);
}

TEST_F(DatabaseTest, TellsItsFormatsApart) {
  constexpr Migration kOther[] = {{1,
                                   "CREATE TABLE schema_version (version, min_compatible);"
                                   "INSERT INTO schema_version VALUES (0, 0)"}};
  const FileFormat other{.application_id = 1, .migrations = kOther};
  EXPECT_EQ(Ask(*Open({.format = &other}), "SELECT version FROM schema_version"), "1");
  EXPECT_TRUE(Open({.format = &other}));
  ExpectRefused(ErrorCode::kBadInput, "another kind");
}

TEST_F(DatabaseTest, RefusesADamagedFile) {
  Open();
  std::filesystem::resize_file(file_, 4096);  // the first page, which points at others
  const auto database = Database::Open(file_);
  const std::string message =
      database.ok() ? Ask(**database, "SELECT count(*) FROM baseline") : database.error().message;
  EXPECT_THAT(message, HasSubstr("damaged"));
  EXPECT_THAT(message, HasSubstr(file_.string()));
}

TEST_F(DatabaseTest, RefusesAnIncompatibleNewerSchema) {
  ASSERT_TRUE(
      Execute(*Open(), "UPDATE schema_version SET version = 1000, min_compatible = 999").ok());
  ExpectRefused(ErrorCode::kBadInput, "newer autotune (schema 1000");
}

TEST_F(DatabaseTest, RefusesASchemaWithoutAVersion) {
  ASSERT_TRUE(Execute(*Open(), "UPDATE schema_version SET version = -1").ok());
  ExpectRefused(ErrorCode::kBadInput, "is damaged");
}

TEST_F(DatabaseTest, UsesACompatibleNewerSchemaAsItIs) {
  ASSERT_TRUE(
      Execute(*Open(), "UPDATE schema_version SET version = 1000, min_compatible = 1").ok());
  EXPECT_EQ(Ask(*Open(), "SELECT version FROM schema_version"), "1000");
}

TEST_F(DatabaseTest, RefusesFoldersItCannotMakeOrWriteTo) {
  const std::filesystem::path obstacle = folder_.path() / "deep";
  std::ofstream(obstacle) << "a file";
  ExpectRefused(ErrorCode::kIo, "can't make folder");
  std::filesystem::remove(obstacle);

  std::filesystem::create_directories(file_.parent_path());
  chmod(folder_.path().c_str(), 0755);
  chmod(file_.parent_path().c_str(), 0555);
  const pid_t child = Spawn([&] {
    if (geteuid() == 0 && setuid(65534) != 0) return 2;  // nothing is read-only to root
    const auto database = Database::Open(file_);
    return !database.ok() && database.error().code == ErrorCode::kIo ? 0 : 1;
  });
  EXPECT_EQ(ExitCode(child), 0);
}

TEST_F(DatabaseTest, RefusesADirectory) {
  std::filesystem::create_directories(file_);
  ExpectRefused(ErrorCode::kIo, "is a directory");
}

/// Opening one would wait for ever.
TEST_F(DatabaseTest, RefusesPipesAlsoBesideTheFile) {
  std::filesystem::create_directories(file_.parent_path());
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  ExpectRefused(ErrorCode::kIo, "is a pipe");
  EXPECT_THAT(Database::OpenReadOnly(file_).error().message, HasSubstr("is a pipe"));
  std::filesystem::remove(file_);
  ASSERT_TRUE(Open());
  for (const char* suffix : {"-journal", "-wal"}) {
    const std::string beside = file_.string() + suffix;
    std::filesystem::remove(beside);
    ASSERT_EQ(mkfifo(beside.c_str(), 0600), 0);
    ExpectRefused(ErrorCode::kIo, "is a pipe");
    EXPECT_FALSE(Database::OpenReadOnly(file_).ok());
    std::filesystem::remove(beside);
  }
}

TEST_F(DatabaseTest, FullDiskIsAnErrorAndNoMore) {
  const auto database = Open();
  ASSERT_TRUE(Execute(*database, "CREATE TABLE big (x)").ok());
  // To SQLite a page too many is what a full disk is.
  const std::string limit = Ask(*database, "PRAGMA page_count");
  Ask(*database, "PRAGMA max_page_count = " + limit);
  const Status full = Execute(*database, "INSERT INTO big VALUES (randomblob(100000))");
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().code, ErrorCode::kIo);
  EXPECT_THAT(full.error().message, HasSubstr("no space left"));
  Ask(*database, "PRAGMA max_page_count = 100000");
  EXPECT_TRUE(Execute(*database, "INSERT INTO big VALUES (randomblob(100000))").ok());
}

TEST_F(DatabaseTest, WaitsForAnotherWriterAndThenGivesUp) {
  const auto holder = Open();
  const auto waiter = Open({.busy_timeout = milliseconds(50)});
  const Status status = holder->Write([&](SQLite::Database&) {
    const Status locked = Execute(*waiter, "CREATE TABLE late (x)");
    EXPECT_FALSE(locked.ok());
    EXPECT_EQ(locked.error().code, ErrorCode::kIo);
    EXPECT_THAT(locked.error().message, HasSubstr("locked"));
    EXPECT_EQ(Ask(*waiter, "SELECT count(*) FROM baseline"), "0");  // readers never wait
    return Status();
  });
  EXPECT_TRUE(status.ok());
  EXPECT_TRUE(Execute(*waiter, "CREATE TABLE late (x)").ok());
}

/// All waits of all connections together.
TEST_F(DatabaseTest, WaitsNoLongerThanItsPatience) {
  const auto holder = Open();
  const auto patience = std::make_shared<LockPatience>(milliseconds(100));
  const auto first = Open({.patience = patience});
  const auto second = Open({.patience = patience});
  const Status status = holder->Write([&](SQLite::Database&) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(Execute(*first, "CREATE TABLE late (x)").ok());
    EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(100));
    for (int i = 0; i < 20; ++i) EXPECT_FALSE(Execute(*second, "CREATE TABLE late (x)").ok());
    EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(2000));
    return Status();
  });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(patience->left().count(), 0);
  EXPECT_TRUE(Execute(*second, "CREATE TABLE late (x)").ok());
}

TEST_F(DatabaseTest, WaitsInTheBackgroundForNothingUntilSomebodyWaitsForIt) {
  const auto holder = Open();
  const auto patience = std::make_shared<LockPatience>(milliseconds(50));
  const auto waiter = Open({.patience = patience});
  waiter->SetInBackground(true);
  const Status status = holder->Write([&](SQLite::Database&) {
    Status late;
    std::thread thread([&] { late = Execute(*waiter, "CREATE TABLE late (x)"); });
    std::this_thread::sleep_for(milliseconds(200));
    EXPECT_EQ(patience->left(), milliseconds(50));
    waiter->SetInBackground(false);
    const auto start = std::chrono::steady_clock::now();
    thread.join();
    EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(2000));
    EXPECT_FALSE(late.ok());
    return Status();
  });
  EXPECT_TRUE(status.ok());
}

TEST_F(DatabaseTest, ReadsNothingOfAFileThatIsBeingWrittenWithoutWal) {
  ASSERT_TRUE(Execute(*Open(), "CREATE TABLE big (x)").ok());
  SQLite::Database other(file_.string(), SQLite::OPEN_READWRITE);
  other.execAndGet("PRAGMA journal_mode = DELETE");
  other.exec("PRAGMA cache_size = 1");  // so that pages are written before the commit
  SQLite::Transaction writing(other, SQLite::TransactionBehavior::EXCLUSIVE);
  other.exec("INSERT INTO big VALUES (randomblob(100000)), (randomblob(100000))");
  const auto database = Database::OpenReadOnly(file_, {.busy_timeout = milliseconds(50)});
  ASSERT_FALSE(database.ok());
  EXPECT_EQ(database.error().code, ErrorCode::kIo);
  EXPECT_THAT(database.error().message, HasSubstr("locked"));
}

TEST_F(DatabaseTest, ManyProcessesMayMakeAndWriteOneFile) {
  constexpr int kProcesses = 6;
  constexpr int kWrites = 100;
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    children.push_back(Spawn([&] {
      const auto database = Database::Open(file_);
      if (!database.ok()) return 1;
      if (!Execute(**database, "CREATE TABLE IF NOT EXISTS counter AS SELECT 0 AS n").ok()) {
        return 2;
      }
      for (int k = 0; k < kWrites; ++k) {
        const Status status = (*database)->Write([](SQLite::Database& connection) {
          const int n = connection.execAndGet("SELECT n FROM counter").getInt();
          connection.exec("UPDATE counter SET n = " + std::to_string(n + 1));
          return Status();
        });
        if (!status.ok()) return 3;
      }
      return 0;
    }));
  }
  for (const pid_t child : children) EXPECT_EQ(ExitCode(child), 0);
  EXPECT_EQ(Ask(*Open(), "SELECT n FROM counter"), std::to_string(kProcesses * kWrites));
}

// Changing to WAL mode fails at once, whatever the busy timeout, while another connection writes.
TEST_F(DatabaseTest, OpensAFileThatAnotherProcessIsMaking) {
  ASSERT_TRUE(Open());
  SQLite::Database other(file_.string(), SQLite::OPEN_READWRITE);
  other.execAndGet("PRAGMA journal_mode = DELETE");
  SQLite::Transaction making(other, SQLite::TransactionBehavior::IMMEDIATE);
  other.exec("CREATE TABLE made (x)");
  std::thread maker([&] {
    std::this_thread::sleep_for(milliseconds(100));
    making.commit();
  });
  EXPECT_EQ(Ask(*Open(), "PRAGMA journal_mode"), "wal");
  maker.join();
}

TEST_F(DatabaseTest, SurvivesKilledWriters) {
  ASSERT_TRUE(Execute(*Open(), "CREATE TABLE log (a, b)").ok());
  for (int round = 0; round < 10; ++round) {
    const pid_t writer = Spawn([&] {
      const auto database = Database::Open(file_);
      if (!database.ok()) return 1;
      while (Execute(**database,
                     "INSERT INTO log VALUES (1, randomblob(3000));"
                     "INSERT INTO log VALUES (2, randomblob(3000))")
                 .ok()) {
      }
      return 2;
    });
    std::this_thread::sleep_for(milliseconds(20 + 7 * round));
    kill(writer, SIGKILL);
    EXPECT_EQ(ExitCode(writer), -SIGKILL);
    const auto database = Open();
    ASSERT_TRUE(database);
    EXPECT_EQ(Ask(*database, "PRAGMA integrity_check"), "ok");
    EXPECT_EQ(Ask(*database, "SELECT count(*) % 2 FROM log"), "0");  // no half of a transaction
  }
  EXPECT_NE(Ask(*Open(), "SELECT count(*) FROM log"), "0");
}

}  // namespace
}  // namespace autotune
