#include "db/level_table.h"

#include <utility>

#include "db/statement.h"

namespace autotune {

namespace {

/// Reads a baseline from seven columns: level, pipeline, IR, cost, code model.
Result<StoredBaseline> BaselineOf(const Statement& row, const ProgramId& program) {
  const std::optional<Hash128> ir = row.HashAt(2);
  if (!ir) {
    return Error{ErrorCode::kBadInput, "what is stored of level " + row.getColumn(0).getString() +
                                           " of program " + ToHex(program) + " has no valid hash"};
  }
  return StoredBaseline{row.getColumn(1).getString(), *ir, row.CostAt(3),
                        row.getColumn(6).getString()};
}

}  // namespace

Result<StoredBaselines> ReadBaselines(Database& database, const ProgramId& program,
                                      const Hash128& toolchain) {
  using Answer = Result<StoredBaselines>;
  return database.Read<StoredBaselines>([&](SQLite::Database& connection) -> Answer {
    StoredBaselines baselines;
    Statement query(connection,
                    "SELECT level, pipeline, ir, instructions, text_bytes, data_bytes, code_model "
                    "FROM baseline WHERE program = ? AND toolchain = ?");
    query.Bind(program, toolchain);
    while (query.executeStep()) {
      Result<StoredBaseline> baseline = BaselineOf(query, program);
      if (!baseline) return baseline.error();
      baselines[query.getColumn(0).getString()] = *std::move(baseline);
    }
    return baselines;
  });
}

Status KeepBaselines(Database& database, const ProgramId& program, const Hash128& toolchain,
                     const StoredBaselines& baselines) {
  return database.Write([&](SQLite::Database& connection) {
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

Result<std::optional<StoredLevelProof>> ReadLevelProof(Database& database,
                                                       const LevelProofKey& key) {
  using Answer = std::optional<StoredLevelProof>;
  return database.Read<Answer>([&](SQLite::Database& connection) -> Result<Answer> {
    Statement query(connection,
                    "SELECT level, pipeline, ir, instructions, text_bytes, data_bytes, code_model, "
                    "seconds, opt_seconds, opt_cpu_seconds FROM level_proof "
                    "WHERE program = ? AND toolchain = ? AND objective = ? AND opt = ?");
    query.Bind(key.program, key.toolchain, Name(key.objective), key.opt);
    if (!query.executeStep()) return Answer();
    Result<StoredBaseline> baseline = BaselineOf(query, key.program);
    if (!baseline) return baseline.error();
    return Answer({query.getColumn(0).getString(), *std::move(baseline),
                   query.getColumn(7).getDouble(), query.getColumn(8).getDouble(),
                   query.getColumn(9).getDouble()});
  });
}

Status KeepLevelProof(Database& database, const LevelProofKey& key, const StoredLevelProof& proof) {
  return database.Write([&](SQLite::Database& connection) {
    const StoredBaseline& baseline = proof.baseline;
    Statement(
        connection,
        "INSERT OR REPLACE INTO level_proof VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .Run(key.program, key.toolchain, Name(key.objective), key.opt, proof.level,
             baseline.pipeline, baseline.ir, baseline.cost, proof.seconds, proof.opt_seconds,
             proof.opt_cpu_seconds, IfSized(baseline.cost, baseline.code_model));
    return Status();
  });
}

}  // namespace autotune
