#include "db/level_proofs.h"

#include "db/statement.h"

namespace autotune {

Result<std::optional<StoredLevelProof>> LevelProofs::Find(const LevelProofKey& key) {
  using Answer = std::optional<StoredLevelProof>;
  return database_.Read<Answer>([&](SQLite::Database& connection) -> Result<Answer> {
    Statement query(connection,
                    "SELECT level, pipeline, ir, instructions, text_bytes, data_bytes, "
                    "seconds, opt_seconds, opt_cpu_seconds, code_model FROM level_proof "
                    "WHERE program = ? AND toolchain = ? AND objective = ? AND opt = ?");
    query.Bind(key.program, key.toolchain, Name(key.objective), key.opt);
    if (!query.executeStep()) return Answer();
    const std::optional<Hash128> ir = query.HashAt(2);
    if (!ir) return Error{ErrorCode::kBadInput, "a stored proof of a level has no valid hash"};
    return std::optional(StoredLevelProof{.level = query.getColumn(0).getString(),
                                          .pipeline = query.getColumn(1).getString(),
                                          .ir = *ir,
                                          .cost = query.CostAt(3),
                                          .seconds = query.getColumn(6).getDouble(),
                                          .opt_seconds = query.getColumn(7).getDouble(),
                                          .opt_cpu_seconds = query.getColumn(8).getDouble(),
                                          .code_model = query.getColumn(9).getString()});
  });
}

Status LevelProofs::Store(const LevelProofKey& key, const StoredLevelProof& proof) {
  return database_.Write([&](SQLite::Database& connection) {
    Statement(
        connection,
        "INSERT OR REPLACE INTO level_proof VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .Run(key.program, key.toolchain, Name(key.objective), key.opt, proof.level, proof.pipeline,
             proof.ir, proof.cost, proof.seconds, proof.opt_seconds, proof.opt_cpu_seconds,
             IfSized(proof.cost, proof.code_model));
    return Status();
  });
}

}  // namespace autotune
