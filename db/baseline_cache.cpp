#include "db/baseline_cache.h"

#include <cstdint>
#include <optional>

#include <SQLiteCpp/SQLiteCpp.h>

namespace autotune {

Result<StoredBaselines> BaselineCache::Find(const ProgramId& program, const Hash128& toolchain) {
  StoredBaselines baselines;
  const Status status = database_.Read([&](SQLite::Database& connection) -> Status {
    SQLite::Statement query(connection,
                            "SELECT level, pipeline, ir, instructions, text_bytes, data_bytes, "
                            "code_model "
                            "FROM baseline WHERE program = ? AND toolchain = ?");
    query.bind(1, ToHex(program));
    query.bind(2, ToHex(toolchain));
    while (query.executeStep()) {
      const std::string level = query.getColumn(0).getString();
      const std::optional<Hash128> ir = FromHex(query.getColumn(2).getString());
      if (!ir) {
        return Error{ErrorCode::kBadInput, "the stored baseline " + level + " of program " +
                                               ToHex(program) + " has no valid hash"};
      }
      Cost cost{.instructions = static_cast<std::uint64_t>(query.getColumn(3).getInt64()),
                .object_size = std::nullopt};
      if (!query.isColumnNull(4)) {
        cost.object_size = {.text = static_cast<std::uint64_t>(query.getColumn(4).getInt64()),
                            .data = static_cast<std::uint64_t>(query.getColumn(5).getInt64())};
      }
      baselines[level] = {query.getColumn(1).getString(), *ir, cost,
                          query.getColumn(6).getString()};
    }
    return Status();
  });
  if (!status.ok()) return status.error();
  return baselines;
}

Status BaselineCache::Store(const ProgramId& program, const Hash128& toolchain,
                            const StoredBaselines& baselines) {
  return database_.Write([&](SQLite::Database& connection) {
    SQLite::Statement insert(
        connection,
        "INSERT INTO baseline VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET pipeline = excluded.pipeline, ir = excluded.ir, "
        "instructions = excluded.instructions, text_bytes = excluded.text_bytes, "
        "data_bytes = excluded.data_bytes, code_model = excluded.code_model "
        "WHERE excluded.text_bytes IS NOT NULL OR baseline.text_bytes IS NULL");
    for (const auto& [level, baseline] : baselines) {
      insert.bind(1, ToHex(program));
      insert.bind(2, ToHex(toolchain));
      insert.bind(3, level);
      insert.bind(4, baseline.pipeline);
      insert.bind(5, ToHex(baseline.ir));
      insert.bind(6, static_cast<std::int64_t>(baseline.cost.instructions));
      if (const auto& size = baseline.cost.object_size) {
        insert.bind(7, static_cast<std::int64_t>(size->text));
        insert.bind(8, static_cast<std::int64_t>(size->data));
        insert.bind(9, baseline.code_model);
      }
      insert.exec();
      insert.reset();
      insert.clearBindings();
    }
    return Status();
  });
}

}  // namespace autotune
