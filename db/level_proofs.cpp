#include "db/level_proofs.h"

#include <cstdint>

#include <SQLiteCpp/SQLiteCpp.h>

namespace autotune {

namespace {

void Bind(SQLite::Statement& statement, const LevelProofKey& key) {
  statement.bind(1, ToHex(key.program));
  statement.bind(2, ToHex(key.toolchain));
  statement.bind(3, std::string(Name(key.objective)));
  statement.bind(4, key.opt);
}

}  // namespace

Result<std::optional<StoredLevelProof>> LevelProofs::Find(const LevelProofKey& key) {
  std::optional<StoredLevelProof> proof;
  const Status status = database_.Read([&](SQLite::Database& connection) -> Status {
    SQLite::Statement query(connection,
                            "SELECT level, pipeline, ir, instructions, text_bytes, data_bytes, "
                            "seconds, opt_seconds, opt_cpu_seconds, code_model FROM level_proof "
                            "WHERE program = ? AND toolchain = ? AND objective = ? AND opt = ?");
    Bind(query, key);
    if (!query.executeStep()) return {};
    const std::optional<Hash128> ir = FromHex(query.getColumn(2).getString());
    if (!ir) return Error{ErrorCode::kBadInput, "a stored proof of a level has no valid hash"};
    proof.emplace();
    proof->level = query.getColumn(0).getString();
    proof->pipeline = query.getColumn(1).getString();
    proof->ir = *ir;
    proof->cost.instructions = static_cast<std::uint64_t>(query.getColumn(3).getInt64());
    if (!query.isColumnNull(4)) {
      proof->cost.object_size = {.text = static_cast<std::uint64_t>(query.getColumn(4).getInt64()),
                                 .data = static_cast<std::uint64_t>(query.getColumn(5).getInt64())};
    }
    proof->code_model = query.getColumn(9).getString();
    proof->seconds = query.getColumn(6).getDouble();
    proof->opt_seconds = query.getColumn(7).getDouble();
    proof->opt_cpu_seconds = query.getColumn(8).getDouble();
    return {};
  });
  if (!status.ok()) return status.error();
  return proof;
}

Status LevelProofs::Store(const LevelProofKey& key, const StoredLevelProof& proof) {
  return database_.Write([&](SQLite::Database& connection) {
    SQLite::Statement insert(
        connection,
        "INSERT OR REPLACE INTO level_proof VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    Bind(insert, key);
    insert.bind(5, proof.level);
    insert.bind(6, proof.pipeline);
    insert.bind(7, ToHex(proof.ir));
    insert.bind(8, static_cast<std::int64_t>(proof.cost.instructions));
    if (const auto& size = proof.cost.object_size) {
      insert.bind(9, static_cast<std::int64_t>(size->text));
      insert.bind(10, static_cast<std::int64_t>(size->data));
    }
    insert.bind(11, proof.seconds);
    insert.bind(12, proof.opt_seconds);
    insert.bind(13, proof.opt_cpu_seconds);
    if (proof.cost.object_size) insert.bind(14, proof.code_model);
    insert.exec();
    return Status();
  });
}

}  // namespace autotune
