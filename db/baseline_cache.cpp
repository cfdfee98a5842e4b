#include "db/baseline_cache.h"

#include <optional>
#include <string>

#include "db/statement.h"

namespace autotune {

Result<StoredBaselines> BaselineCache::Find(const ProgramId& program, const Hash128& toolchain) {
  using Answer = Result<StoredBaselines>;
  return database_.Read<StoredBaselines>([&](SQLite::Database& connection) -> Answer {
    StoredBaselines baselines;
    Statement query(connection,
                    "SELECT level, pipeline, ir, instructions, text_bytes, data_bytes, code_model "
                    "FROM baseline WHERE program = ? AND toolchain = ?");
    query.Bind(program, toolchain);
    while (query.executeStep()) {
      const std::string level = query.getColumn(0).getString();
      const std::optional<Hash128> ir = query.HashAt(2);
      if (!ir) {
        return Error{ErrorCode::kBadInput, "the stored baseline " + level + " of program " +
                                               ToHex(program) + " has no valid hash"};
      }
      baselines[level] = {query.getColumn(1).getString(), *ir, query.CostAt(3),
                          query.getColumn(6).getString()};
    }
    return baselines;
  });
}

Status BaselineCache::Store(const ProgramId& program, const Hash128& toolchain,
                            const StoredBaselines& baselines) {
  return database_.Write([&](SQLite::Database& connection) {
    Statement insert(connection,
                     "INSERT INTO baseline VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
                     "ON CONFLICT DO UPDATE SET pipeline = excluded.pipeline, ir = excluded.ir, "
                     "instructions = excluded.instructions, text_bytes = excluded.text_bytes, "
                     "data_bytes = excluded.data_bytes, code_model = excluded.code_model "
                     "WHERE excluded.text_bytes IS NOT NULL OR baseline.text_bytes IS NULL");
    for (const auto& [level, baseline] : baselines) {
      insert.Run(program, toolchain, level, baseline.pipeline, baseline.ir, baseline.cost,
                 IfSized(baseline.cost, baseline.code_model));
    }
    return Status();
  });
}

}  // namespace autotune
