#include "db/schema.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "db/results_schema.h"
#include "db/statement.h"

namespace autotune {
namespace {

constexpr Migration kDatabaseMigrations[] = {
    {1, R"sql(
CREATE TABLE schema_version (
  version INTEGER NOT NULL,
  min_compatible INTEGER NOT NULL
) STRICT;
INSERT INTO schema_version VALUES (0, 0);

CREATE TABLE baseline (
  program TEXT NOT NULL CHECK (length(program) = 32),
  toolchain TEXT NOT NULL CHECK (length(toolchain) = 32),
  level TEXT NOT NULL,
  pipeline TEXT NOT NULL,
  ir TEXT NOT NULL CHECK (length(ir) = 32),
  instructions INTEGER NOT NULL,
  text_bytes INTEGER,
  data_bytes INTEGER,
  CHECK ((text_bytes IS NULL) = (data_bytes IS NULL)),
  PRIMARY KEY (program, toolchain, level)
) STRICT, WITHOUT ROWID;
)sql"},
    {1, kResultsSchema},
    {1, kExperimentsSchema},
    {1, kLevelProofSchema},
    {1, ""},  // it made views that later ones make anew
    {1, kUnknownSizesSchema},
    {1, ""},  // as above
    {8, kCodeModelSchema},
    {8, kProcessSchema},
    {8, kAnyObjectiveSchema},
    {8, kPlanSchema},
    {8, kBuildSchema},
    {8, kModuleSchema},
    {8, kVariantSchema},
    {8, kScoredSchema},
    {8, kDeliverySchema},
};

}  // namespace

const FileFormat kDatabaseFormat{.application_id = 0x61757474,  // "autt"
                                 .migrations = kDatabaseMigrations};

Schema ReadSchema(SQLite::Database& database, const FileFormat& format) {
  const int application_id = database.execAndGet("PRAGMA application_id").getInt();
  const int objects = database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt();
  Schema schema{.empty = application_id == 0 && objects == 0,
                .ours = application_id == format.application_id};
  if (!schema.ours) return schema;
  SQLite::Statement row(database, "SELECT version, min_compatible FROM schema_version");
  if (row.executeStep()) {
    schema.version = row.getColumn(0).getInt();
    schema.min_compatible = row.getColumn(1).getInt();
  }
  return schema;
}

Status CheckSchema(const Schema& schema, const FileFormat& format, const std::string& name) {
  if (!schema.empty && !schema.ours) {
    return Error{ErrorCode::kBadInput,
                 "'" + name + "' is a database of another kind; name another file"};
  }
  if (schema.ours && schema.version < 1) {
    return Error{ErrorCode::kBadInput, "'" + name + "' is damaged: it has no schema's version"};
  }
  if (schema.min_compatible > format.version()) {
    return Error{ErrorCode::kBadInput,
                 "'" + name + "' was made by a newer autotune (schema " +
                     std::to_string(schema.version) + ", this one knows up to " +
                     std::to_string(format.version()) + "); upgrade autotune or name another file"};
  }
  return Status();
}

bool IsOutdated(const Schema& schema, const FileFormat& format) {
  return schema.version < format.version();
}

void Migrate(SQLite::Database& database, const Schema& schema, const FileFormat& format) {
  for (int i = schema.version; i < format.version(); ++i) {
    database.exec(format.migrations[i].sql);
    Statement(database, "UPDATE schema_version SET version = ?, min_compatible = ?")
        .Run(i + 1, format.migrations[i].min_compatible);
  }
  database.exec("PRAGMA application_id = " + std::to_string(format.application_id));
}

}  // namespace autotune
