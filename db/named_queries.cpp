#include "db/named_queries.h"

#include <algorithm>

#include "core/objective.h"

namespace autotune {
namespace {

constexpr QueryParameter kProgram = {"program",
                                     "name as a pattern ('*.bc'), or its hash's beginning"};
constexpr QueryParameter kMethod = {"method", "of the search"};
constexpr std::string_view kStatuses[] = {"running", "finished", "interrupted", "failed"};
constexpr std::string_view kFailureKinds[] = {
    "crash", "timeout", "out_of_memory", "verifier", "fatal_error", "known_offender", "proof"};
const QueryParameter kObjective = {.name = "objective", .help = "", .words = ObjectiveNames()};
constexpr QueryParameter kStatus = {.name = "status", .help = "", .words = kStatuses};
constexpr QueryParameter kFailureKind = {.name = "kind", .help = "", .words = kFailureKinds};
constexpr QueryParameter kBudget = {"budget", "of a run: 500ms, 60s; a bare number means seconds",
                                    QueryParameterKind::kDuration};
constexpr QueryParameter kLabel = {"label", "what --label was"};
constexpr QueryParameter kExperiment = {"experiment", "name of an experiment"};
constexpr QueryParameter kSpace = {"space", "the action space"};
constexpr QueryParameter kRun = {"run", "number of a run", QueryParameterKind::kCount};
constexpr QueryParameter kFolder = {"folder", "where the build ran, as a pattern"};
constexpr QueryParameter kBuild = {"build", "number of a build", QueryParameterKind::kCount};
constexpr QueryParameter kLimit = {"limit", "rows at most", QueryParameterKind::kCount};

constexpr std::string_view kPrograms = R"sql(
SELECT p.name, substr(p.program, 1, 8) AS program, p.target, p.functions, p.instructions AS o0,
  z.instructions AS oz, min(list.instructions) AS best,
  (z.instructions - min(list.instructions)) * 100.0 / z.instructions AS reduction_percent,
  count(DISTINCT run.run) AS runs
FROM program AS p
LEFT JOIN run ON run.program = p.program
LEFT JOIN baseline AS z ON z.program = p.program AND z.toolchain = run.toolchain AND z.level = 'Oz'
LEFT JOIN list ON list.run = run.run AND list.verified = 1
WHERE :program IS NULL OR p.name GLOB :program OR p.program GLOB :program || '*'
GROUP BY p.program ORDER BY p.name, p.program)sql";

constexpr std::string_view kBest = R"sql(
SELECT name, objective, o0, oz, best, ratio, reward, run, method, code_model, pipeline
FROM best_list
WHERE (:program IS NULL OR name GLOB :program OR program GLOB :program || '*')
  AND (:objective IS NULL OR objective = :objective)
ORDER BY name, objective)sql";

constexpr std::string_view kRuns = R"sql(
SELECT run, started_at, name, method, action_space AS space, objective, status, search_seconds,
  evaluations, oz, best, ratio, verified, code_model, label
FROM runs
WHERE (:program IS NULL OR name GLOB :program OR program GLOB :program || '*')
  AND (:method IS NULL OR method = :method)
  AND (:status IS NULL OR status = :status)
  AND (:label IS NULL OR label = :label)
ORDER BY started_at DESC, run DESC LIMIT coalesce(:limit, 20))sql";

constexpr std::string_view kHistory = R"sql(
SELECT run, started_at, name, objective, method, budget_seconds AS budget, best,
  min(best) OVER (PARTITION BY program, objective, toolchain ORDER BY started_at, run)
    AS best_so_far,
  ratio, code_model
FROM runs
WHERE verified
  AND (:program IS NULL OR name GLOB :program OR program GLOB :program || '*')
  AND (:objective IS NULL OR objective = :objective)
ORDER BY name, program, objective, started_at, run)sql";

constexpr std::string_view kLeaderboard = R"sql(
SELECT experiment, label, method, variant, action_space AS space,
  substr(action_space_fingerprint, 1, 8) AS actions, objective, budget_seconds AS budget,
  max_evaluations AS max_evals, threads, programs, all_programs, runs, unproved, ratio, reward,
  reduction_percent, search_seconds, code_models
FROM leaderboard
WHERE (:experiment IS NULL OR experiment = :experiment)
  AND (:label IS NULL OR label = :label)
  AND (:objective IS NULL OR objective = :objective)
  AND (:space IS NULL OR action_space = :space)
  AND (:budget IS NULL OR budget_seconds = :budget)
ORDER BY objective, ratio DESC)sql";

constexpr std::string_view kAnytime = R"sql(
SELECT experiment, label, method, variant, action_space AS space,
  substr(action_space_fingerprint, 1, 8) AS actions, objective, budget_seconds AS budget,
  max_evaluations AS max_evals, threads, count(DISTINCT run) AS runs,
  exp(avg(iif(at_seconds = 1, ln(ratio), NULL))) AS ratio_1s,
  exp(avg(iif(at_seconds = 10, ln(ratio), NULL))) AS ratio_10s,
  exp(avg(iif(at_seconds = 60, ln(ratio), NULL))) AS ratio_60s
FROM anytime
WHERE (:program IS NULL OR name GLOB :program OR program GLOB :program || '*')
  AND (:experiment IS NULL OR experiment = :experiment)
  AND (:label IS NULL OR label = :label)
  AND (:objective IS NULL OR objective = :objective)
  AND (:space IS NULL OR action_space = :space)
GROUP BY experiment, label, method, action_space, action_space_fingerprint, objective, llvm,
  toolchain, budget_seconds, max_evaluations, threads, variant
ORDER BY objective, coalesce(ratio_60s, ratio_10s, ratio_1s) DESC)sql";

constexpr std::string_view kFailures = R"sql(
SELECT kind, sum(count) AS count, count(DISTINCT program) AS programs,
  count(DISTINCT run) AS runs, min(name) AS for_example, pass
FROM failures
WHERE (:run IS NULL OR run = :run)
  AND (:kind IS NULL OR kind = :kind)
  AND (:program IS NULL OR name GLOB :program OR program GLOB :program || '*')
GROUP BY pass, kind ORDER BY sum(count) DESC, pass)sql";

constexpr std::string_view kPasses = R"sql(
SELECT count(*) AS uses, count(DISTINCT program) AS programs, sum(removed) AS removed,
  avg(removed * 100.0 / program_instructions) AS percent_of_o0,
  avg(cpu_seconds) * 1000 AS cpu_ms, pass
FROM pass_effect
WHERE removed IS NOT NULL
  AND (run = :run OR (:run IS NULL AND run IN (SELECT run FROM best_list)))
  AND (:program IS NULL OR name GLOB :program OR program GLOB :program || '*')
GROUP BY pass ORDER BY sum(removed) DESC, pass LIMIT coalesce(:limit, 30))sql";

constexpr std::string_view kTried = R"sql(
SELECT sum(applied) AS applied, sum(changed) * 100.0 / sum(applied) AS changed_percent,
  sum(cpu_seconds) AS cpu_seconds, sum(cpu_seconds) * 1000 / nullif(sum(applied), 0) AS cpu_ms,
  pass.text AS pass
FROM pass_use JOIN pass USING (pass) JOIN runs USING (run)
WHERE (:run IS NULL OR run = :run)
  AND (:program IS NULL OR name GLOB :program OR program GLOB :program || '*')
  AND (:method IS NULL OR method = :method)
GROUP BY pass.pass ORDER BY sum(cpu_seconds) DESC, pass.text LIMIT coalesce(:limit, 30))sql";

constexpr std::string_view kBuilds = R"sql(
SELECT build, started_at, budget_seconds AS budget, linked_files AS linked, before, after,
  (after - before) * 100.0 / before AS percent, tuned_objects || ' of ' || objects AS tuned,
  taken_back, folder, command
FROM builds
WHERE :folder IS NULL OR folder GLOB :folder
ORDER BY started_at DESC, build DESC LIMIT coalesce(:limit, 20))sql";

constexpr std::string_view kBuilt = R"sql(
SELECT build, kind, path, substr(program, 1, 8) AS module, before, after,
  (after - before) * 100.0 / before AS percent,
  (SELECT group_concat(linked, ' ') FROM build_link AS l
   WHERE l.build = f.build AND l.object = f.path) AS linked_into,
  json_array_length(text, '$.passes') AS passes,
  json_array_length(text, '$.functions') AS functions, text ->> '$.code' AS code
FROM build_file AS f LEFT JOIN build_answer USING (answer)
WHERE build = coalesce(:build,
  (SELECT build FROM build ORDER BY started_at DESC, build DESC LIMIT 1))
ORDER BY kind, before - after DESC, path)sql";

constexpr std::string_view kLevels = R"sql(
SELECT program.name, substr(program.program, 1, 8) AS program, llvm, level,
  baseline.instructions, baseline.text_bytes + baseline.data_bytes AS object_size,
  baseline.code_model
FROM baseline JOIN program USING (program) JOIN toolchain USING (toolchain)
WHERE :program IS NULL OR name GLOB :program OR program.program GLOB :program || '*'
ORDER BY program.name, program.program, llvm, level)sql";

}  // namespace

const std::vector<NamedQuery>& NamedQueries() {
  static const std::vector<NamedQuery> queries = {
      {"programs",
       "every program: what -Oz makes of it, the fewest instructions known",
       {kProgram},
       kPrograms},
      {"best", "the best verified list of each program", {kProgram, kObjective}, kBest},
      {"runs", "the last runs, newest first", {kProgram, kMethod, kStatus, kLabel, kLimit}, kRuns},
      {"history",
       "how the best value of a program came down from run to run",
       {kProgram, kObjective},
       kHistory},
      {"leaderboard",
       "methods against each other: geometric means over programs",
       {kExperiment, kLabel, kObjective, kSpace, kBudget},
       kLeaderboard},
      {"anytime",
       "how good a search is after 1, 10 and 60 seconds",
       {kProgram, kExperiment, kLabel, kObjective, kSpace},
       kAnytime},
      {"failures",
       "which passes crashed, hung or were refused, and how often",
       {kProgram, kRun, kFailureKind},
       kFailures},
      {"passes", "which passes earn most in the best lists", {kProgram, kRun, kLimit}, kPasses},
      {"tried",
       "what searches spent their time on, pass by pass",
       {kProgram, kMethod, kRun, kLimit},
       kTried},
      {"builds", "builds of projects, newest first", {kFolder, kLimit}, kBuilds},
      {"built", "the files of a build, the last one if none is named", {kBuild}, kBuilt},
      {"levels", "what the standard levels make of each program", {kProgram}, kLevels},
  };
  return queries;
}

const NamedQuery* FindQuery(std::string_view name) {
  const auto found = std::ranges::find(NamedQueries(), name, &NamedQuery::name);
  return found == NamedQueries().end() ? nullptr : &*found;
}

}  // namespace autotune
