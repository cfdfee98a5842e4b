#include "db/build_table.h"

#include <type_traits>

#include <SQLiteCpp/SQLiteCpp.h>

namespace autotune {

namespace {

template <typename T>
void BindIfKnown(SQLite::Statement& statement, int index, const std::optional<T>& value) {
  if (!value) return;
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    statement.bind(index, static_cast<std::int64_t>(*value));
  } else {
    statement.bind(index, *value);
  }
}

std::int64_t InsertBuild(SQLite::Database& connection, const StoredBuild& build) {
  SQLite::Statement insert(
      connection,
      "INSERT INTO build (uuid, folder, command, llvm, autotune, started_at, wall_seconds, "
      "budget_seconds, threads) VALUES (lower(hex(randomblob(16))), ?1, ?2, ?3, ?4, "
      "strftime('%Y-%m-%dT%H:%M:%SZ', 'now', format('-%f seconds', ?5)), ?5, ?6, ?7)");
  insert.bind(1, build.folder);
  insert.bind(2, build.command);
  insert.bind(3, build.llvm);
  insert.bind(4, build.autotune);
  insert.bind(5, build.wall_seconds);
  insert.bind(6, build.budget_seconds);
  insert.bind(7, static_cast<std::int64_t>(build.threads));
  insert.exec();
  return connection.getLastInsertRowid();
}

/// Returns the name of an answer. Equal ones, of many builds, are stored once.
std::string AddAnswer(SQLite::Database& connection, const std::string& text) {
  std::string name = ToHex(HashBytes(text));
  SQLite::Statement insert(connection,
                           "INSERT OR IGNORE INTO build_answer (answer, text) VALUES (?, ?)");
  insert.bind(1, name);
  insert.bind(2, text);
  insert.exec();
  return name;
}

void InsertFile(SQLite::Database& connection, std::int64_t build, const StoredBuild::File& file) {
  SQLite::Statement insert(connection,
                           "INSERT OR REPLACE INTO build_file (build, path, kind, source, program, "
                           "before, after, taken_back, "
                           "answer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(1, build);
  insert.bind(2, file.path);
  insert.bind(3, file.linked ? "linked" : "object");
  BindIfKnown(insert, 4, file.source);
  if (file.module) insert.bind(5, ToHex(*file.module));
  BindIfKnown(insert, 6, file.before);
  BindIfKnown(insert, 7, file.after);
  insert.bind(8, file.taken_back ? 1 : 0);
  if (file.answer) insert.bind(9, AddAnswer(connection, *file.answer));
  insert.exec();
  SQLite::Statement link(
      connection, "INSERT OR IGNORE INTO build_link (build, linked, object) VALUES (?, ?, ?)");
  for (const std::string& object : file.objects) {
    link.reset();
    link.bind(1, build);
    link.bind(2, file.path);
    link.bind(3, object);
    link.exec();
  }
}

}  // namespace

Status AddBuild(Database& database, const StoredBuild& build) {
  return database.Write([&](SQLite::Database& connection) {
    const std::int64_t id = InsertBuild(connection, build);
    for (const StoredBuild::File& file : build.files) InsertFile(connection, id, file);
    return Status();
  });
}

}  // namespace autotune
