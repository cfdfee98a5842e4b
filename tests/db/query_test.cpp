#include "db/query.h"

#include <chrono>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "db/sample_runs.h"

namespace autotune {
namespace {

using testing::HasSubstr;

class QueryTest : public ResultsTest {
 protected:
  QueryTest() { Add(RunOf(1), Finished(160, {"a", "b"})); }

  /// What a user's connection answers.
  Result<SqlTable> Query(const std::string& sql, const SqlParameters& parameters = {}) {
    const auto database = Database::OpenReadOnly(file_);
    if (!database.ok()) return database.error();
    return RunQuery(**database, sql, parameters);
  }
};

TEST_F(QueryTest, GivesEveryTypeItsOwn) {
  const Result<SqlTable> table =
      Query("SELECT 1 AS a, 2.5 AS b, 'c' AS c, NULL AS d, x'00ff' AS e");
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->columns, (std::vector<std::string>{"a", "b", "c", "d", "e"}));
  const std::vector<SqlValue> expected = {Int(1), 2.5, Str("c"), std::monostate(), Str("00ff")};
  EXPECT_EQ(table->rows[0], expected);
}

TEST_F(QueryTest, RefusesWhateverIsNotReading) {
  for (const std::string sql :
       {"DELETE FROM run", "INSERT INTO pass (text) VALUES ('x')", "UPDATE run SET seed = 1",
        "DROP VIEW runs", "CREATE TABLE mine (x)", "CREATE TEMP TABLE mine (x)",
        "ATTACH '/tmp/other.db' AS other", "PRAGMA query_only = 0", "PRAGMA user_version = 3",
        "BEGIN IMMEDIATE", "REINDEX", "ANALYZE"}) {
    const Result<SqlTable> refused = Query(sql);
    ASSERT_FALSE(refused.ok()) << sql;
    EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument) << sql;
    EXPECT_THAT(refused.error().message, HasSubstr("only read")) << sql;
  }
  const std::filesystem::path copy = folder_.path() / "copy.db";
  EXPECT_FALSE(Query("VACUUM INTO '" + copy.string() + "'").ok());
  EXPECT_FALSE(std::filesystem::exists(copy));
  EXPECT_EQ(AskOne("SELECT count(*) FROM run"), Int(1));
}

TEST_F(QueryTest, AReadOnlyConnectionCannotWriteByAnyWay) {
  const auto database = Database::OpenReadOnly(file_);
  ASSERT_TRUE(database.ok());
  const Status status = (*database)->Write([](SQLite::Database& connection) {
    connection.exec("DELETE FROM run");
    return Status();
  });
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
}

TEST_F(QueryTest, SaysWhatIsWrongWithAStatement) {
  EXPECT_THAT(Query("SELEC 1").error().message, HasSubstr("near \"SELEC\": syntax error"));
  EXPECT_THAT(Query("SELECT x FROM nowhere").error().message, HasSubstr("no such table: nowhere"));
  EXPECT_THAT(Query("SELECT 1; SELECT 2").error().message, HasSubstr("one SQL statement"));
  EXPECT_TRUE(Query("SELECT 1; -- and no more\n").ok());
  for (const char* nothing : {"", "  -- nothing", ";"}) {
    EXPECT_THAT(Query(nothing).error().message, HasSubstr("no SQL statement")) << nothing;
  }
}

constexpr char kEndless[] =
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT ";

TEST_F(QueryTest, EndsAtItsTimeLimit) {
  const auto database = Database::OpenReadOnly(file_);
  ASSERT_TRUE(database.ok());
  const auto start = std::chrono::steady_clock::now();
  const Result<SqlTable> endless = RunQuery(**database, kEndless + std::string("count(*) FROM n"),
                                            {}, QueryLimits{.time = std::chrono::milliseconds(50)});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  ASSERT_FALSE(endless.ok());
  EXPECT_EQ(endless.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(endless.error().message, HasSubstr("takes longer than 50 ms"));
  EXPECT_TRUE(RunQuery(**database, "SELECT count(*) FROM run", {}, QueryLimits{}).ok());
}

TEST_F(QueryTest, EndsAtItsMemoryLimits) {
  const QueryLimits limits{.answer_bytes = 2 << 20, .sqlite_bytes = 32 << 20};
  const auto database = Database::OpenReadOnly(file_);
  ASSERT_TRUE(database.ok());
  const auto ask = [&](const std::string& sql) { return RunQuery(**database, sql, {}, limits); };
  EXPECT_THAT(ask(kEndless + std::string("x FROM n")).error().message,
              HasSubstr("an answer of more than 2 MiB; add a LIMIT"));
  EXPECT_THAT(
      ask(kEndless + std::string("randomblob(1000) AS b FROM n ORDER BY b")).error().message,
      HasSubstr("more than 32 MiB of memory"));
  EXPECT_THAT(ask("SELECT zeroblob(3000000)").error().message, HasSubstr("too big"));
  EXPECT_TRUE(ask("SELECT count(*) FROM run").ok());
}

TEST_F(QueryTest, MayLookAtTheSchema) { EXPECT_GT(Query("PRAGMA table_list")->rows.size(), 8u); }

TEST_F(QueryTest, ReadsWhileAnotherWrites) {
  const Status status = database_->Write([&](SQLite::Database& connection) {
    connection.exec("UPDATE run SET seed = 5");
    EXPECT_EQ(Query("SELECT seed FROM run")->rows[0][0], Int(0));
    return Status();
  });
  EXPECT_TRUE(status.ok());
}

TEST_F(QueryTest, ReadsInAReadOnlyFolder) {
  database_.reset();  // the last connection takes the files beside the database with it
  chmod(file_.c_str(), 0444);
  chmod(folder_.path().c_str(), 0555);
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);  // nothing is read-only to root
    const Result<SqlTable> table = Query("SELECT count(*) FROM runs");
    _exit(table.ok() && table->rows[0][0] == Int(1) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  chmod(folder_.path().c_str(), 0755);
}

TEST_F(QueryTest, OddFileNamesAreNames) {
  const std::filesystem::path odd = folder_.path() / "50% #1?mode=rw.db";
  ASSERT_TRUE(Database::Open(odd).ok());
  EXPECT_TRUE(Database::OpenReadOnly(odd).ok());
}

TEST_F(QueryTest, OpeningToReadMakesNothing) {
  const std::filesystem::path missing = folder_.path() / "missing.db";
  EXPECT_EQ(Database::OpenReadOnly(missing).error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(std::filesystem::exists(missing));
  const std::filesystem::path text = folder_.Write("text", std::string(5000, 'x'));
  EXPECT_EQ(Database::OpenReadOnly(text).error().code, ErrorCode::kBadInput);
}

}  // namespace
}  // namespace autotune
