#include "report/study.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <unordered_map>
#include <utility>

#include "db/query.h"
#include "report/program_names.h"

namespace autotune {

namespace {

constexpr char kRunsSql[] = R"sql(
SELECT coalesce(runs.experiment, ''), coalesce(runs.label, ''), objective, runs.llvm,
  toolchain.autotune, runs.toolchain, toolchain.code_model, action_space, action_space_fingerprint, budget_seconds,
  max_evaluations, threads, variant,
  runs.run, method, runs.program, path, seed, started_at, cpu || ', ' || cores || ' cores',
  runs.code_model,
  runs.status, o0, oz,
  iif(runs.verified, best, NULL), wall_seconds, evaluations,
  (SELECT coalesce(sum(count), 0) FROM failure
   WHERE failure.run = runs.run AND kind <> 'proof'),
  z.instructions, z.text_bytes, z.data_bytes,
  list.instructions, list.text_bytes, list.data_bytes,
  list.level IS NOT NULL,
  (SELECT min(CASE objective WHEN 'ir-instructions' THEN b.instructions
                             WHEN 'object-size' THEN b.text_bytes + b.data_bytes END)
   FROM baseline AS b WHERE b.program = runs.program AND b.toolchain = runs.toolchain)
FROM runs
JOIN (SELECT run, cpu, cores, variant FROM run) USING (run)
JOIN toolchain USING (toolchain)
JOIN (SELECT program, path FROM program) USING (program)
LEFT JOIN baseline AS z
  ON z.program = runs.program AND z.toolchain = runs.toolchain AND z.level = 'Oz'
LEFT JOIN list ON list.run = runs.run AND list.verified = 1
WHERE runs.status <> 'running')sql";

constexpr char kCurvesSql[] = R"sql(
SELECT run, seconds, value FROM run CROSS JOIN improvement USING (run) WHERE true)sql";

constexpr char kPassesSql[] = R"sql(
SELECT DISTINCT run, pass.text
FROM run CROSS JOIN list USING (run) JOIN list_pass USING (run, verified) JOIN pass USING (pass)
WHERE verified = 1 AND level IS NULL)sql";

/// Reads the values of a row from left to right.
class RowReader {
 public:
  explicit RowReader(const std::vector<SqlValue>& row) : row_(row) {}

  std::optional<std::uint64_t> OptionalCount() {
    const auto* value = std::get_if<std::int64_t>(&row_[next_++]);
    return value ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
  }
  std::uint64_t Count() { return OptionalCount().value_or(0); }
  std::optional<double> OptionalReal() {
    const auto* value = std::get_if<double>(&row_[next_++]);
    return value ? std::optional(*value) : std::nullopt;
  }
  double Real() { return OptionalReal().value_or(0); }
  std::string Text() {
    const auto* value = std::get_if<std::string>(&row_[next_++]);
    return value ? *value : "";
  }
  std::optional<autotune::Cost> Cost() {
    const std::optional<std::uint64_t> instructions = OptionalCount();
    const std::optional<std::uint64_t> text = OptionalCount();
    const std::optional<std::uint64_t> data = OptionalCount();
    if (!instructions) return std::nullopt;
    autotune::Cost cost{*instructions, {}};
    if (text && data) cost.object_size = ObjectSize{*text, *data};
    return cost;
  }

 private:
  const std::vector<SqlValue>& row_;
  std::size_t next_ = 0;
};

Setting ReadSetting(RowReader& row) {
  Setting setting;
  setting.experiment = row.Text();
  setting.label = row.Text();
  setting.objective = row.Text();
  setting.llvm = row.Text();
  setting.autotune = row.Text();
  setting.toolchain = row.Text();
  setting.code_model = row.Text();
  setting.action_space = row.Text();
  setting.action_space_fingerprint = row.Text();
  setting.budget_seconds = row.Real();
  setting.max_evaluations = row.OptionalCount();
  setting.threads = row.Count();
  setting.variant = row.Text();
  return setting;
}

RunStatus ToStatus(const std::string& text) {
  if (text == "finished") return RunStatus::kFinished;
  return text == "failed" ? RunStatus::kFailed : RunStatus::kInterrupted;
}

StudiedRun ReadRun(RowReader& row) {
  StudiedRun run;
  run.run = static_cast<RunId>(row.Count());
  run.method = row.Text();
  run.program = row.Text();
  run.path = row.Text();
  run.seed = row.Count();
  run.started_at = row.Text();
  run.machine = row.Text();
  run.code_model = row.Text();
  run.status = ToStatus(row.Text());
  run.o0 = row.Count();
  run.oz = row.OptionalCount();
  run.best = row.OptionalCount();
  run.wall_seconds = row.OptionalReal();
  run.evaluations = row.Count();
  run.failures = row.Count();
  run.oz_cost = row.Cost();
  run.best_cost = row.Cost();
  run.is_level = row.Count() == 1;
  run.best_level = row.OptionalCount();
  return run;
}

void NamePrograms(Study& study) {
  std::map<std::string, std::filesystem::path> paths;
  for (const StudiedRun& run : study.runs) paths[run.program] = run.path;
  const std::map<std::string, std::string> names = DistinctNames(paths);
  for (StudiedRun& run : study.runs) run.name = names.at(run.program);
}

/// Adds the conditions of the selection to those that a query ends with, and asks it. A condition
/// that also held for a parameter of NULL would keep SQLite from its indexes.
Result<SqlTable> AskFor(Database& database, const Selection& selection, std::string sql,
                        const char* order) {
  SqlParameters parameters;
  for (const auto& [name, value] :
       {std::pair("experiment", &selection.experiment), std::pair("label", &selection.label)}) {
    if (!*value) continue;
    sql += std::string(" AND ") + name + " = :" + name;
    parameters[std::string(":") + name] = **value;
  }
  return RunQuery(database, sql + order, parameters);
}

}  // namespace

Result<std::vector<Study>> LoadRuns(Database& database, const Selection& selection) {
  const Result<SqlTable> runs = AskFor(database, selection, kRunsSql, " ORDER BY runs.run");
  if (!runs) return runs.error();
  std::map<Setting, Study> by_setting;
  for (const auto& values : runs->rows) {
    RowReader row(values);
    const Setting setting = ReadSetting(row);
    by_setting[setting].runs.push_back(ReadRun(row));
  }
  std::vector<Study> studies;
  for (auto& [setting, study] : by_setting) {
    NamePrograms(study);
    studies.push_back({setting, std::move(study.runs)});
  }
  std::ranges::sort(studies, [](const Study& a, const Study& b) {
    if (a.runs.size() != b.runs.size()) return a.runs.size() > b.runs.size();
    return a.setting < b.setting;
  });
  return studies;
}

Result<std::vector<Study>> LoadStudies(Database& database, const Selection& selection) {
  Result<std::vector<Study>> studies = LoadRuns(database, selection);
  if (!studies) return studies;
  const Result<SqlTable> curves = AskFor(database, selection, kCurvesSql, " ORDER BY run, number");
  if (!curves) return curves.error();
  const Result<SqlTable> passes =
      AskFor(database, selection, kPassesSql, " ORDER BY run, pass.text");
  if (!passes) return passes.error();

  std::unordered_map<RunId, StudiedRun*> by_number;
  for (Study& study : *studies) {
    for (StudiedRun& run : study.runs) by_number[run.run] = &run;
  }
  const auto find = [&](RowReader& row) {
    const auto found = by_number.find(static_cast<RunId>(row.Count()));
    return found == by_number.end() ? nullptr : found->second;
  };
  for (const auto& values : curves->rows) {
    RowReader row(values);
    StudiedRun* run = find(row);
    if (!run) continue;
    const double seconds = row.Real();
    run->curve.push_back({seconds, row.Count()});
  }
  for (const auto& values : passes->rows) {
    RowReader row(values);
    if (StudiedRun* run = find(row)) run->passes.push_back(row.Text());
  }
  return studies;
}

}  // namespace autotune
