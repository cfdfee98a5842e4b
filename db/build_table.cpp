#include "db/build_table.h"

#include <string_view>

#include "db/module_table.h"
#include "db/statement.h"

namespace autotune {

namespace {

std::int64_t InsertBuild(SQLite::Database& connection, const StoredBuild& build) {
  Statement(connection,
            "INSERT INTO build (uuid, folder, command, llvm, autotune, started_at, wall_seconds, "
            "budget_seconds, threads) VALUES (lower(hex(randomblob(16))), ?1, ?2, ?3, ?4, "
            "strftime('%Y-%m-%dT%H:%M:%SZ', 'now', format('-%f seconds', ?5)), ?5, ?6, ?7)")
      .Run(build.folder, build.command, build.llvm, build.autotune, build.wall_seconds,
           build.budget_seconds, build.threads);
  return connection.getLastInsertRowid();
}

/// Returns the name of an answer. Equal ones, of many builds, are stored once.
Hash128 AddAnswer(SQLite::Database& connection, const std::string& text) {
  const Hash128 name = HashBytes(text);
  Statement(connection, "INSERT OR IGNORE INTO build_answer (answer, text) VALUES (?, ?)")
      .Run(name, text);
  return name;
}

void InsertFile(SQLite::Database& connection, std::int64_t build, const StoredBuild::File& file) {
  std::optional<Hash128> answer;
  if (file.answer) answer = AddAnswer(connection, *file.answer);
  Statement(connection,
            "INSERT OR REPLACE INTO build_file (build, path, kind, source, program, before, after, "
            "taken_back, answer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .Run(build, file.path, std::string_view(file.linked ? "linked" : "object"), file.source,
           file.module, file.before, file.after, file.taken_back ? 1 : 0, answer);
  Statement link(connection,
                 "INSERT OR IGNORE INTO build_link (build, linked, object) VALUES (?, ?, ?)");
  for (const std::string& object : file.objects) link.Run(build, file.path, object);
}

}  // namespace

Status AddBuild(Database& database, const StoredBuild& build) {
  return database.Write([&](SQLite::Database& connection) {
    const std::int64_t id = InsertBuild(connection, build);
    for (const StoredBuild::File& file : build.files) InsertFile(connection, id, file);
    DropOldModules(connection);
    return Status();
  });
}

}  // namespace autotune
