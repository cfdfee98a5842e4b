#include "db/merge.h"

#include <memory>
#include <string>
#include <system_error>

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include "db/results_db.h"
#include "db/statement.h"

namespace autotune {
namespace {

/// Pairs of the same run of an experiment, here and there. A run of an experiment that died here is
/// made again by whoever goes on, wherever that is. Any other run that was not over when it was
/// taken may be over now. A cross join is made in the order that is written: what is there may be a
/// thousand times what is added.
constexpr char kDropUnfinished[] = R"sql(
CREATE TEMP VIEW same AS
SELECT m.run AS mine, o.run AS its
FROM other.run AS o CROSS JOIN main.run AS m
  ON m.experiment = o.experiment AND m.program = o.program AND m.toolchain = o.toolchain
    AND m.objective = o.objective AND m.method = o.method
    AND m.action_space_fingerprint = o.action_space_fingerprint
    AND m.budget_seconds = o.budget_seconds
    AND coalesce(m.max_evaluations, 0) = coalesce(o.max_evaluations, 0)
    AND m.threads = o.threads AND m.seed = o.seed;
DELETE FROM main.run WHERE run IN (
  SELECT m.run
  FROM same CROSS JOIN other.run AS o ON o.run = its CROSS JOIN main.run AS m ON m.run = mine
  CROSS JOIN main.runs AS seen ON seen.run = mine
  WHERE m.status NOT IN ('finished', 'failed') AND seen.status <> 'running'
    AND o.status IN ('finished', 'failed')
  UNION ALL
  SELECT m.run FROM other.run AS o CROSS JOIN main.run AS m USING (uuid)
  CROSS JOIN main.runs AS seen ON seen.run = m.run
  -- Only a run that has ended has a time.
  WHERE m.experiment IS NULL AND m.wall_seconds IS NULL AND seen.status <> 'running'
    AND o.status <> 'running' AND (o.wall_seconds IS NOT NULL OR m.status = 'running'));
)sql";

/// Runs that may be taken, with the numbers they get here.
constexpr char kChoose[] = R"sql(
CREATE TEMP TABLE taken AS
SELECT o.run AS old,
  (SELECT coalesce(max(run), 0) FROM main.run) + row_number() OVER (ORDER BY o.run) AS new
FROM other.run AS o JOIN other.runs AS seen USING (run)
WHERE seen.status <> 'running'
  AND (o.experiment IS NULL OR o.status IN ('finished', 'failed'))
  AND o.uuid NOT IN (SELECT uuid FROM main.run)
  AND NOT EXISTS (SELECT 1 FROM same WHERE its = o.run);
)sql";

constexpr char kCopy[] = R"sql(
-- The IR has the name that the last run gave it.
UPDATE main.program SET ir = o.ir FROM other.program AS o
WHERE o.program = main.program.program AND o.ir <> main.program.ir
  AND (SELECT max(started_at) FROM other.run WHERE run.program = o.program) >
    coalesce((SELECT max(started_at) FROM main.run WHERE run.program = o.program), '');
INSERT INTO main.program SELECT * FROM other.program WHERE true ON CONFLICT DO UPDATE
  SET text_bytes = excluded.text_bytes, data_bytes = excluded.data_bytes,
    code_model = excluded.code_model WHERE text_bytes IS NULL;
INSERT INTO main.toolchain SELECT * FROM other.toolchain WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.baseline SELECT * FROM other.baseline WHERE true ON CONFLICT DO UPDATE
  SET text_bytes = excluded.text_bytes, data_bytes = excluded.data_bytes,
    code_model = excluded.code_model WHERE text_bytes IS NULL;
INSERT INTO main.pass (text) SELECT text FROM other.pass WHERE true ON CONFLICT DO NOTHING;
CREATE TEMP TABLE renamed AS
SELECT o.pass AS old, m.pass AS new FROM other.pass AS o JOIN main.pass AS m USING (text);

INSERT INTO main.run (run, program, toolchain, objective, method, action_space,
    action_space_fingerprint, options, seed, budget_seconds, max_evaluations, threads, cpu, cores,
    label, experiment, replicate, started_at, seen_at, status, error, wall_seconds,
    search_seconds, evaluations, passes_applied, uuid, code_model)
  SELECT taken.new, program, toolchain, objective, method, action_space,
    action_space_fingerprint, options, seed, budget_seconds, max_evaluations, threads, cpu, cores,
    label, experiment, replicate, started_at, seen_at, status, error, wall_seconds,
    search_seconds, evaluations, passes_applied, uuid, code_model
  FROM other.run JOIN taken ON old = run;
INSERT INTO main.improvement
  SELECT taken.new, number, seconds, evaluations, value
  FROM other.improvement JOIN taken ON old = run;
INSERT INTO main.list
  SELECT taken.new, verified, value, level, pipeline, opt_flags, ir, instructions, text_bytes,
    data_bytes
  FROM other.list JOIN taken ON old = run;
INSERT INTO main.plan SELECT taken.new, text FROM other.plan JOIN taken ON old = run;
INSERT INTO main.delivery SELECT taken.new, text FROM other.delivery JOIN taken ON old = run;
INSERT INTO main.list_pass
  SELECT taken.new, verified, position, renamed.new, instructions, text_bytes, data_bytes,
    cpu_seconds
  FROM other.list_pass JOIN taken ON taken.old = run JOIN renamed ON renamed.old = pass;
INSERT INTO main.pass_use
  SELECT taken.new, renamed.new, applied, changed, cpu_seconds
  FROM other.pass_use JOIN taken ON taken.old = run JOIN renamed ON renamed.old = pass;
INSERT INTO main.failure
  SELECT taken.new, renamed.new, kind, count
  FROM other.failure JOIN taken ON taken.old = run JOIN renamed ON renamed.old = pass;
)sql";

constexpr char kCopyBuilds[] = R"sql(
CREATE TEMP TABLE taken_build AS
SELECT o.build AS old,
  (SELECT coalesce(max(build), 0) FROM main.build) + row_number() OVER (ORDER BY o.build) AS new
FROM other.build AS o WHERE o.uuid NOT IN (SELECT uuid FROM main.build);
INSERT INTO main.build
  SELECT new, uuid, folder, command, llvm, autotune, started_at, wall_seconds, budget_seconds,
    threads
  FROM other.build JOIN taken_build ON old = build;
INSERT INTO main.build_answer SELECT * FROM other.build_answer WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.build_file
  SELECT new, path, kind, source, program, before, after, taken_back, answer
  FROM other.build_file JOIN taken_build ON old = build;
INSERT INTO main.build_link
  SELECT new, linked, object FROM other.build_link JOIN taken_build ON old = build;
INSERT INTO main.module SELECT * FROM other.module WHERE true ON CONFLICT DO NOTHING;
)sql";

/// Returns SQL that chooses the best runs, with the numbers they get in a new database.
std::string ChoosingBest() {
  return std::string(R"sql(
CREATE TEMP TABLE taken AS
SELECT run AS old, row_number() OVER (ORDER BY run) AS new, program, toolchain
FROM (
  SELECT run, program, toolchain,
    row_number() OVER (PARTITION BY program, objective, toolchain
                       ORDER BY value, length(pipeline), run) AS rank
  FROM other.list JOIN other.run USING (run)
  WHERE experiment IS NULL AND )sql") +
         kWorthRepeating + ") WHERE rank = 1;";
}

constexpr char kExport[] = R"sql(
INSERT INTO main.program
  SELECT program, name, name, target, ir, functions, instructions, text_bytes, data_bytes,
    code_model
  FROM other.program WHERE program IN (SELECT program FROM taken);
INSERT INTO main.toolchain
  SELECT * FROM other.toolchain WHERE toolchain IN (SELECT toolchain FROM taken);
INSERT INTO main.baseline
  SELECT * FROM other.baseline
  WHERE (program, toolchain) IN (SELECT program, toolchain FROM taken);
INSERT INTO main.pass
  SELECT * FROM other.pass WHERE pass IN (
    SELECT pass FROM other.list_pass JOIN taken ON old = run WHERE verified = 1);

INSERT INTO main.run (run, program, toolchain, objective, method, action_space,
    action_space_fingerprint, options, seed, budget_seconds, max_evaluations, threads, cpu, cores,
    started_at, seen_at, status, wall_seconds, search_seconds, evaluations, uuid, code_model)
  SELECT taken.new, run.program, run.toolchain, objective, method, action_space,
    action_space_fingerprint,
    CASE WHEN options ->> '$.whole_program.kept' IS NULL THEN '{}' ELSE
      json_object('whole_program', json_object('kept', options ->> '$.whole_program.kept')) END,
    seed, budget_seconds, max_evaluations, threads, '', 0, started_at, seen_at, status,
    wall_seconds, search_seconds, evaluations, uuid, code_model
  FROM other.run JOIN taken ON old = run;
INSERT INTO main.list
  SELECT taken.new, verified, value, level, pipeline, opt_flags, ir, instructions, text_bytes,
    data_bytes
  FROM other.list JOIN taken ON old = run WHERE verified = 1;
INSERT INTO main.list_pass
  SELECT taken.new, verified, position, pass, NULL, NULL, NULL, NULL
  FROM other.list_pass JOIN taken ON old = run WHERE verified = 1;
)sql";

std::uint64_t Count(SQLite::Database& connection, const char* sql) {
  return static_cast<std::uint64_t>(connection.execAndGet(sql).getInt64());
}

MergeReport Merge(SQLite::Database& connection) {
  connection.exec(kDropUnfinished);
  connection.exec(kChoose);
  MergeReport report;
  report.added = Count(connection, "SELECT count(*) FROM taken");
  report.unfinished = Count(connection,
                            "SELECT count(*) FROM other.run JOIN other.runs AS seen USING (run) "
                            "WHERE seen.status = 'running' OR (run.experiment IS NOT NULL AND "
                            "run.status NOT IN ('finished', 'failed'))");
  report.known =
      Count(connection, "SELECT count(*) FROM other.run") - report.added - report.unfinished;
  connection.exec(kCopy);
  connection.exec(kCopyBuilds);
  report.builds = Count(connection, "SELECT count(*) FROM taken_build");
  connection.exec("DROP VIEW same; DROP TABLE taken; DROP TABLE renamed; DROP TABLE taken_build");
  return report;
}

}  // namespace

Status CheckWhole(const std::filesystem::path& file) {
  const Result<std::unique_ptr<Database>> database = Database::OpenReadOnly(file);
  if (!database) return database.error();
  return (*database)->Read([](SQLite::Database& connection) {
    if (connection.execAndGet("PRAGMA quick_check(1)").getString() != "ok") {
      throw SQLite::Exception(sqlite3_errstr(SQLITE_CORRUPT), SQLITE_CORRUPT);
    }
    return Status();
  });
}

Result<MergeReport> MergeResults(Database& into, const std::filesystem::path& into_file,
                                 const std::filesystem::path& from) {
  // Once both are attached, SQLite doesn't say which of them is damaged.
  if (Status status = CheckWhole(from); !status.ok()) return status.error();
  std::error_code ignored;  // both files exist
  if (std::filesystem::equivalent(into_file, from, ignored)) {
    return Error{ErrorCode::kInvalidArgument,
                 "'" + from.string() + "' can't be merged into itself"};
  }
  MergeReport report;
  const Status status = into.WriteWith(from, [&](SQLite::Database& connection) {
    report = Merge(connection);
    return Status();
  });
  if (!status.ok()) return status.error();
  return report;
}

Status KeepExperimentAlone(Database& database, const std::string& experiment) {
  const Status dropped = database.Write([&](SQLite::Database& connection) {
    Statement(connection, "DELETE FROM run WHERE experiment IS NOT ?").Run(experiment);
    connection.exec("DELETE FROM build; DELETE FROM build_answer; DELETE FROM module");
    return Status();
  });
  return dropped.ok() ? database.Compact() : dropped;
}

Result<std::uint64_t> ExportLists(Database& into, const std::filesystem::path& from) {
  // Once both are attached, SQLite doesn't say which of them is damaged.
  if (Status status = CheckWhole(from); !status.ok()) return status.error();
  std::uint64_t lists = 0;
  const Status status = into.WriteWith(from, [&](SQLite::Database& connection) {
    connection.exec(ChoosingBest());
    lists = Count(connection, "SELECT count(*) FROM taken");
    connection.exec(kExport);
    connection.exec("DROP TABLE taken");
    return Status();
  });
  if (!status.ok()) return status.error();
  return lists;
}

}  // namespace autotune
