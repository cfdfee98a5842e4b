#include "db/results_db.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "db/run_process.h"
#include "db/statement.h"

namespace autotune {
namespace {

std::string_view Name(RunStatus status) {
  switch (status) {
    case RunStatus::kFinished: return "finished";
    case RunStatus::kInterrupted: return "interrupted";
    case RunStatus::kFailed: return "failed";
  }
  return "failed";
}

void StoreProgram(SQLite::Database& connection, const RunDescription::Program& program,
                  const std::string& code_model) {
  Statement(connection,
            "INSERT INTO program VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
            "name = excluded.name, path = excluded.path, ir = excluded.ir, "
            "text_bytes = coalesce(excluded.text_bytes, text_bytes), "
            "data_bytes = coalesce(excluded.data_bytes, data_bytes), "
            "code_model = coalesce(excluded.code_model, code_model)")
      .Run(program.id, program.name, program.path, program.target, program.ir, program.functions,
           program.cost, IfSized(program.cost, code_model));
}

/// Ids of passes; new passes get one. For use within one transaction.
class PassIds {
 public:
  explicit PassIds(SQLite::Database& connection)
      : add_(connection, "INSERT INTO pass (text) VALUES (?) ON CONFLICT DO NOTHING"),
        find_(connection, "SELECT pass FROM pass WHERE text = ?") {}

  std::int64_t Of(const std::string& text) {
    add_.Run(text);
    find_.Bind(text);
    find_.executeStep();
    const std::int64_t id = find_.getColumn(0).getInt64();
    find_.reset();
    return id;
  }

 private:
  Statement add_;
  Statement find_;
};

constexpr char kInsertList[] = "INSERT INTO list VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
constexpr char kInsertListPass[] = "INSERT INTO list_pass VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

Result<Objective> ObjectiveOf(SQLite::Database& connection, RunId run) {
  Statement query(connection, "SELECT objective FROM run WHERE run = ?");
  query.Bind(run);
  if (!query.executeStep()) {
    return Error{ErrorCode::kNotFound, "run " + std::to_string(run) + " is gone"};
  }
  const std::string name = query.getColumn(0).getString();
  if (const std::optional<Objective> objective = FindObjective(name)) return *objective;
  return Error{ErrorCode::kBadInput, "run " + std::to_string(run) + " minimises '" + name +
                                         "', which is no objective of this autotune"};
}

void StoreFound(SQLite::Database& connection, RunId run, std::uint64_t value,
                const Improvement& found) {
  Statement(connection, "DELETE FROM list WHERE run = ? AND verified = 0").Run(run);
  Statement(connection, kInsertList)
      .Run(run, 0, value, std::nullopt,
           found.pipeline.empty() ? fmt::to_string(fmt::join(found.passes, ",")) : found.pipeline,
           fmt::to_string(fmt::join(found.opt_flags, " ")), std::nullopt, found.cost);
  PassIds ids(connection);
  Statement insert(connection, kInsertListPass);
  for (std::size_t i = 0; i < found.passes.size(); ++i) {
    insert.Run(run, 0, i + 1, ids.Of(found.passes[i]));
  }
}

void StoreImprovements(SQLite::Database& connection, RunId run, Objective objective,
                       const std::vector<Improvement>& improvements) {
  Statement take_back(connection, "DELETE FROM improvement WHERE run = ? AND value < ?");
  Statement insert(connection,
                   "INSERT INTO improvement SELECT ?1, "
                   "(SELECT count(*) FROM improvement WHERE run = ?1), ?2, ?3, ?4");
  for (const Improvement& found : improvements) {
    take_back.Run(run, Value(found.cost, objective));
    insert.Run(run, found.seconds, found.evaluations, Value(found.cost, objective));
  }
}

void StoreVerified(SQLite::Database& connection, RunId run, std::uint64_t value,
                   const VerifiedList& list) {
  Statement(connection, kInsertList)
      .Run(run, 1, value, list.level, list.pipeline, fmt::to_string(fmt::join(list.opt_flags, " ")),
           list.ir, list.cost);
  if (list.plan) Statement(connection, "INSERT INTO plan VALUES (?, ?)").Run(run, *list.plan);
  if (list.delivery) {
    Statement(connection, "INSERT INTO delivery VALUES (?, ?)").Run(run, *list.delivery);
  }
  PassIds ids(connection);
  Statement insert(connection, kInsertListPass);
  for (std::size_t i = 0; i < list.passes.size(); ++i) {
    const std::int64_t pass = ids.Of(list.passes[i]);
    if (i >= list.effects.size()) {
      insert.Run(run, 1, i + 1, pass);
      continue;
    }
    const PassEffect& effect = list.effects[i];
    insert.Run(run, 1, i + 1, pass, effect.cost, effect.cpu_seconds);
  }
  Statement(connection, "DELETE FROM list WHERE run = ? AND verified = 0 AND value >= ?")
      .Run(run, value);
}

/// Keeps the list for the module beside a plan, as a list that was found.
void StoreWithoutPlan(SQLite::Database& connection, RunId run, std::uint64_t value,
                      const VerifiedList& list) {
  StoreFound(connection, run, value,
             {.passes = list.passes,
              .cost = list.cost,
              .pipeline = list.pipeline,
              .opt_flags = list.opt_flags});
  Statement(connection, "UPDATE list SET ir = ? WHERE run = ? AND verified = 0").Run(list.ir, run);
}

void StoreUses(SQLite::Database& connection, RunId run, const std::vector<PassUse>& uses) {
  PassIds ids(connection);
  Statement use_row(connection, "INSERT INTO pass_use VALUES (?, ?, ?, ?, ?)");
  Statement failure_row(connection, "INSERT INTO failure VALUES (?, ?, ?, ?)");
  for (const PassUse& use : uses) {
    const std::int64_t pass = ids.Of(use.pass);
    use_row.Run(run, pass, use.applied, use.changed, use.cpu_seconds);
    for (const auto& [kind, count] : use.failures) failure_row.Run(run, pass, kind, count);
  }
}

/// Marks runs that will never end by themselves, because their process is gone. A run of another
/// host may be running and is left as it is. Two machines may have one name. A run that names no
/// process, or one of before a reboot, is therefore marked only after a day without a sign of life.
void MarkKilledRuns(SQLite::Database& connection) {
  Statement running(connection,
                    "SELECT run, process, "
                    "seen_at < strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-1 day') "
                    "FROM run WHERE status = 'running'");
  std::vector<RunId> killed;
  while (running.executeStep()) {
    const bool named = !running.isColumnNull(1);
    const ProcessState state =
        named ? StateOf(running.getColumn(1).getString()) : ProcessState::kRebooted;
    const bool silent = running.getColumn(2).getInt() != 0;
    if (state == ProcessState::kGone || (state == ProcessState::kRebooted && silent)) {
      killed.push_back(running.getColumn(0).getInt64());
    }
  }
  running.reset();
  Statement mark(connection,
                 "UPDATE run SET status = 'interrupted', error = 'its process was killed' "
                 "WHERE run = ?");
  for (const RunId run : killed) mark.Run(run);
}

std::vector<std::string> ReadPasses(SQLite::Database& connection, RunId run, int verified) {
  Statement query(connection,
                  "SELECT text FROM list_pass JOIN pass USING (pass) "
                  "WHERE run = ? AND verified = ? ORDER BY position");
  query.Bind(run, verified);
  std::vector<std::string> passes;
  while (query.executeStep()) passes.push_back(query.getColumn(0).getString());
  return passes;
}

}  // namespace

Result<RunId> ResultsDb::StartRun(const RunDescription& description) {
  return database_.Write<RunId>([&](SQLite::Database& connection) -> Result<RunId> {
    MarkKilledRuns(connection);
    StoreProgram(connection, description.program, description.code_model);
    Statement(connection, "INSERT INTO toolchain VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
        .Run(description.toolchain, description.llvm_version, description.autotune_version,
             description.asked_code_model);
    const int added =
        Statement(
            connection,
            "INSERT INTO run (program, toolchain, objective, method, action_space, "
            "action_space_fingerprint, options, seed, budget_seconds, max_evaluations, threads, "
            "cpu, cores, label, experiment, replicate, code_model, process, started_at, "
            "seen_at, status) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''), "
            "strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), "
            "'running') "
            "ON CONFLICT DO NOTHING")
            .Run(description.program.id, description.toolchain,
                 autotune::Name(description.objective), description.method,
                 description.action_space, description.action_space_fingerprint,
                 description.options, description.seed, description.budget_seconds,
                 description.max_evaluations, description.threads, description.cpu,
                 description.cores, description.label, description.experiment,
                 description.replicate, description.code_model, description.process);
    if (added == 0) {
      return Error{ErrorCode::kInvalidArgument,
                   "experiment '" + description.experiment.value_or("") +
                       "' has this run already: same program, method, budget, threads and seed"};
    }
    return connection.getLastInsertRowid();
  });
}

Status ResultsDb::AddProgress(RunId run, std::uint64_t evaluations,
                              const std::vector<Improvement>& improvements) {
  return database_.Write([&](SQLite::Database& connection) -> Status {
    const Result<Objective> objective = ObjectiveOf(connection, run);
    if (!objective) return objective.error();
    Statement(connection,
              "UPDATE run SET evaluations = ?, seen_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') "
              "WHERE run = ?")
        .Run(evaluations, run);
    StoreImprovements(connection, run, *objective, improvements);
    if (improvements.empty()) return Status();
    const Improvement& last = improvements.back();
    StoreFound(connection, run, Value(last.cost, *objective), last);
    return Status();
  });
}

Status ResultsDb::FinishRun(RunId run, const RunResult& result) {
  return database_.Write([&](SQLite::Database& connection) -> Status {
    const Result<Objective> objective = ObjectiveOf(connection, run);
    if (!objective) return objective.error();
    Statement(
        connection,
        "UPDATE run SET status = ?, error = ?, wall_seconds = ?, search_seconds = ?, "
        "evaluations = ?, passes_applied = ?, seen_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') "
        "WHERE run = ?")
        .Run(Name(result.status), result.error, result.wall_seconds, result.search_seconds,
             result.evaluations, result.passes_applied, run);
    StoreImprovements(connection, run, *objective, result.steps);
    if (result.list) {
      StoreVerified(connection, run, Value(result.list->cost, *objective), *result.list);
    }
    if (result.without_plan) {
      StoreWithoutPlan(connection, run, Value(result.without_plan->cost, *objective),
                       *result.without_plan);
    }
    StoreUses(connection, run, result.uses);
    return Status();
  });
}

Result<std::set<ExperimentRun>> ResultsDb::DoneRuns(const ExperimentSettings& settings) {
  using Runs = std::set<ExperimentRun>;
  return database_.Read<Runs>([&](SQLite::Database& connection) -> Result<Runs> {
    Runs runs;
    Statement query(connection,
                    "SELECT program, method, budget_seconds, seed FROM run "
                    "WHERE experiment = ? AND toolchain = ? AND objective = ? AND "
                    "action_space_fingerprint = ? AND threads = ? AND max_evaluations IS NULL AND "
                    "status IN ('finished', 'failed')");
    query.Bind(settings.experiment, settings.toolchain, autotune::Name(settings.objective),
               settings.action_space_fingerprint, settings.threads);
    while (query.executeStep()) {
      const auto program = query.HashAt(0);
      if (!program) return Error{ErrorCode::kBadInput, "the database has a run of no program"};
      runs.insert({*program, query.getColumn(1).getString(), query.getColumn(2).getDouble(),
                   query.CountAt(3)});
    }
    return runs;
  });
}

Status ResultsDb::DropUnfinishedRuns(const std::string& experiment) {
  return database_.Write([&](SQLite::Database& connection) {
    Statement unfinished(connection,
                         "SELECT run, coalesce(process, '') FROM run "
                         "WHERE experiment = ? AND status IN ('running', 'interrupted')");
    unfinished.Bind(experiment);
    std::vector<RunId> over;
    while (unfinished.executeStep()) {
      if (StateOf(unfinished.getColumn(1).getString()) == ProcessState::kRuns) continue;
      over.push_back(unfinished.getColumn(0).getInt64());
    }
    unfinished.reset();
    Statement drop(connection, "DELETE FROM run WHERE run = ?");
    for (const RunId run : over) drop.Run(run);
    return Status();
  });
}

Status ResultsDb::ForBestLists(const Hash128& ir, Objective objective, const Hash128& toolchain,
                               const std::function<bool(const std::vector<std::string>&)>& take) {
  return database_.Read([&](SQLite::Database& connection) {
    Statement query(
        connection,
        "SELECT run, verified FROM list JOIN run USING (run) "
        "WHERE program IN (SELECT program FROM program WHERE ir = ?) AND objective = ? "
        "AND level IS NULL AND pipeline <> '' "
        "GROUP BY pipeline ORDER BY min(toolchain <> ?), min(value), length(pipeline), run");
    query.Bind(ir, autotune::Name(objective), toolchain);
    while (query.executeStep() && take(ReadPasses(connection, query.getColumn(0).getInt64(),
                                                  query.getColumn(1).getInt()))) {
    }
    return Status();
  });
}

Result<std::optional<ProvedList>> ResultsDb::BestProvedList(
    const Hash128& ir, Objective objective, const Hash128& toolchain,
    const std::function<bool(const std::string& pipeline)>& accepts) {
  using Answer = std::optional<ProvedList>;
  return database_.Read<Answer>([&](SQLite::Database& connection) -> Answer {
    Statement query(connection,
                    std::string("SELECT pipeline, opt_flags, instructions, text_bytes, data_bytes, "
                                "coalesce(wall_seconds, 0) FROM list JOIN run USING (run) "
                                "WHERE program IN (SELECT program FROM program WHERE ir = ?) "
                                "AND objective = ? AND toolchain = ? AND ") +
                        kWorthRepeating + " ORDER BY value, run");
    query.Bind(ir, autotune::Name(objective), toolchain);
    std::string pipeline;
    do {
      if (!query.executeStep()) return std::nullopt;
      pipeline = query.getColumn(0).getString();
    } while (accepts && !accepts(pipeline));
    return ProvedList{.pipeline = std::move(pipeline),
                      .opt_flags = query.getColumn(1).getString(),
                      .cost = query.CostAt(2),
                      .wall_seconds = query.getColumn(5).getDouble()};
  });
}

Result<std::set<Hash128>> ResultsDb::ProgramsWithProvedLists(Objective objective) {
  return database_.Read<std::set<Hash128>>([&](SQLite::Database& connection) {
    std::set<Hash128> programs;
    Statement query(connection,
                    std::string("SELECT DISTINCT program.ir FROM list JOIN run USING (run) "
                                "JOIN program USING (program) WHERE objective = ? AND ") +
                        kWorthRepeating);
    query.Bind(autotune::Name(objective));
    while (query.executeStep()) {
      if (const auto ir = query.HashAt(0)) programs.insert(*ir);
    }
    return programs;
  });
}

Result<std::vector<KnownBest>> ResultsDb::BestListOfEachProgram(Objective objective) {
  return database_.Read<std::vector<KnownBest>>([&](SQLite::Database& connection) {
    std::vector<KnownBest> lists;
    Statement query(
        connection,
        std::string("SELECT run, path FROM "
                    "(SELECT run, level IS NOT NULL AS is_level, row_number() OVER "
                    "(PARTITION BY program, toolchain ORDER BY value, length(pipeline), run) "
                    "AS rank FROM list JOIN run USING (run) WHERE objective = ? AND ") +
            kWorthRepeating +
            ") JOIN runs USING (run) JOIN program USING (program) "
            "WHERE rank = 1 AND NOT is_level AND coalesce(best < oz, 1) ORDER BY run");
    query.Bind(autotune::Name(objective));
    while (query.executeStep()) {
      lists.push_back({query.getColumn(1).getString(),
                       ReadPasses(connection, query.getColumn(0).getInt64(), 1)});
    }
    return lists;
  });
}

}  // namespace autotune
