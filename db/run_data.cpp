#include "db/run_data.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace autotune {

namespace {

constexpr char kRunSql[] = R"sql(
SELECT runs.*, target, run.error, cpu, cores, max_evaluations,
  coalesce(options ->> '$.whole_program.given', path) AS path,
  options ->> '$.whole_program.kept' AS kept,
  coalesce(proved.pipeline, found.pipeline) AS pipeline,
  coalesce(proved.opt_flags, found.opt_flags) AS opt_flags,
  found.value AS found_value, plan.text AS plan,
  delivery.text AS delivery
FROM runs
JOIN (SELECT run, error, cpu, cores, options FROM run) AS run USING (run)
JOIN (SELECT program, path, target FROM program) AS program USING (program)
LEFT JOIN list AS proved ON proved.run = runs.run AND proved.verified = 1
LEFT JOIN list AS found ON found.run = runs.run AND found.verified = 0
LEFT JOIN plan ON plan.run = runs.run
LEFT JOIN delivery ON delivery.run = runs.run
WHERE runs.run = :run)sql";

constexpr char kCurveSql[] = R"sql(
SELECT seconds, evaluations, value FROM improvement WHERE run = :run ORDER BY number)sql";

constexpr char kEffectSql[] = R"sql(
SELECT position AS "#", instructions, -removed AS change, object_size, cpu_seconds * 1000 AS cpu_ms,
  pass
FROM pass_effect WHERE run = :run ORDER BY position)sql";

constexpr char kFailureSql[] = R"sql(
SELECT kind, sum(count) AS count FROM failure WHERE run = :run GROUP BY kind ORDER BY 2 DESC)sql";

}  // namespace

std::uint64_t AnswerRow::Count(std::string_view column) const {
  const auto* value = std::get_if<std::int64_t>(&At(column));
  return value ? static_cast<std::uint64_t>(*value) : 0;
}

double AnswerRow::Real(std::string_view column) const {
  const auto* value = std::get_if<double>(&At(column));
  return value ? *value : 0;
}

std::string AnswerRow::Text(std::string_view column) const {
  const auto* value = std::get_if<std::string>(&At(column));
  return value ? *value : "";
}

bool AnswerRow::Has(std::string_view column) const {
  return !std::holds_alternative<std::monostate>(At(column));
}

const SqlValue& AnswerRow::At(std::string_view column) const {
  static const SqlValue none;
  const auto found = std::ranges::find(table_.columns, column);
  if (found == table_.columns.end()) return none;  // of another view, in a file of someone else
  return table_.rows[row_][static_cast<std::size_t>(found - table_.columns.begin())];
}

Result<SqlTable> ReadRun(Database& database, std::int64_t run) {
  return RunQuery(database, kRunSql, {{":run", run}});
}

Result<RunData> ReadRunData(Database& database, std::int64_t run) {
  RunData data;
  const std::pair<const char*, SqlTable*> parts[] = {{kRunSql, &data.run},
                                                     {kCurveSql, &data.curve},
                                                     {kEffectSql, &data.effects},
                                                     {kFailureSql, &data.failures}};
  for (const auto& [sql, table] : parts) {
    Result<SqlTable> answer = RunQuery(database, sql, {{":run", run}});
    if (!answer) return answer.error();
    *table = *std::move(answer);
  }
  return data;
}

}  // namespace autotune
