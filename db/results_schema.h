#pragma once

namespace autotune {

// Views as they are now: `runs` in migration 10, `best_list` in 8, `anytime` in 14, `leaderboard`
// and `pass_effect` in 15.

/// Migration 2 of the database: runs and their results, described for users in docs/database.md.
/// Migrations 8, 10, 14 and 15 make the views that are missing here.
inline constexpr char kResultsSchema[] = R"sql(
CREATE TABLE program (
  program TEXT PRIMARY KEY CHECK (length(program) = 32),
  name TEXT NOT NULL,
  path TEXT NOT NULL,
  target TEXT NOT NULL,
  ir TEXT NOT NULL CHECK (length(ir) = 32),
  functions INTEGER NOT NULL,
  instructions INTEGER NOT NULL,
  text_bytes INTEGER,
  data_bytes INTEGER,
  CHECK ((text_bytes IS NULL) = (data_bytes IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE toolchain (
  toolchain TEXT PRIMARY KEY CHECK (length(toolchain) = 32),
  llvm TEXT NOT NULL,
  autotune TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pass (
  pass INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE run (
  run INTEGER PRIMARY KEY,
  program TEXT NOT NULL REFERENCES program,
  toolchain TEXT NOT NULL REFERENCES toolchain,
  objective TEXT NOT NULL CHECK (objective IN ('ir-instructions', 'object-size')),
  method TEXT NOT NULL,
  action_space TEXT NOT NULL,
  action_space_fingerprint TEXT NOT NULL CHECK (length(action_space_fingerprint) = 32),
  options TEXT NOT NULL CHECK (json_valid(options)),
  seed INTEGER NOT NULL,
  budget_seconds REAL NOT NULL,
  max_evaluations INTEGER,
  threads INTEGER NOT NULL,
  cpu TEXT NOT NULL,
  cores INTEGER NOT NULL,
  label TEXT,
  experiment TEXT,
  replicate INTEGER,
  started_at TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('running', 'finished', 'interrupted', 'failed')),
  error TEXT,
  wall_seconds REAL,
  search_seconds REAL,
  evaluations INTEGER NOT NULL DEFAULT 0,
  passes_applied INTEGER
) STRICT;
CREATE INDEX run_of_program ON run (program);

CREATE TABLE improvement (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  number INTEGER NOT NULL,
  seconds REAL NOT NULL,
  evaluations INTEGER NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE list (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  verified INTEGER NOT NULL CHECK (verified IN (0, 1)),
  value INTEGER NOT NULL,
  level TEXT,
  pipeline TEXT NOT NULL,
  opt_flags TEXT NOT NULL,
  ir TEXT CHECK (length(ir) = 32),
  instructions INTEGER NOT NULL,
  text_bytes INTEGER,
  data_bytes INTEGER,
  CHECK ((text_bytes IS NULL) = (data_bytes IS NULL)),
  CHECK (verified = 0 OR ir IS NOT NULL),
  PRIMARY KEY (run, verified)
) STRICT, WITHOUT ROWID;

CREATE TABLE list_pass (
  run INTEGER NOT NULL,
  verified INTEGER NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  pass INTEGER NOT NULL REFERENCES pass,
  instructions INTEGER,
  text_bytes INTEGER,
  data_bytes INTEGER,
  cpu_seconds REAL,
  CHECK ((text_bytes IS NULL) = (data_bytes IS NULL)),
  PRIMARY KEY (run, verified, position),
  FOREIGN KEY (run, verified) REFERENCES list ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE pass_use (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  pass INTEGER NOT NULL REFERENCES pass,
  applied INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  cpu_seconds REAL NOT NULL,
  PRIMARY KEY (run, pass)
) STRICT, WITHOUT ROWID;

CREATE TABLE failure (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  pass INTEGER NOT NULL REFERENCES pass,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (run, pass, kind)
) STRICT, WITHOUT ROWID;

CREATE VIEW failures AS
SELECT run, name, program, method, action_space, pass.text AS pass, kind, count
FROM failure JOIN pass USING (pass) JOIN runs USING (run);
)sql";

/// Migration 3: a run gets a name unique among all machines, and an experiment makes each of its
/// runs once. The trigger names the runs of older programs too.
inline constexpr char kExperimentsSchema[] = R"sql(
ALTER TABLE run ADD COLUMN uuid TEXT;
UPDATE run SET uuid = lower(hex(randomblob(16)));
CREATE UNIQUE INDEX run_uuid ON run (uuid);
CREATE TRIGGER name_run AFTER INSERT ON run WHEN new.uuid IS NULL BEGIN
  UPDATE run SET uuid = lower(hex(randomblob(16))) WHERE run = new.run;
END;
CREATE UNIQUE INDEX run_of_experiment ON run (experiment, program, toolchain, objective, method,
  action_space_fingerprint, budget_seconds, coalesce(max_evaluations, 0), threads, seed)
  WHERE experiment IS NOT NULL;
)sql";

/// Migration 4: proofs that the runs of an experiment share, instead of each proving on its own.
inline constexpr char kLevelProofSchema[] = R"sql(
CREATE TABLE level_proof (
  program TEXT NOT NULL CHECK (length(program) = 32),
  toolchain TEXT NOT NULL CHECK (length(toolchain) = 32),
  objective TEXT NOT NULL,
  opt TEXT NOT NULL,
  level TEXT NOT NULL,
  pipeline TEXT NOT NULL,
  ir TEXT NOT NULL CHECK (length(ir) = 32),
  instructions INTEGER NOT NULL,
  text_bytes INTEGER,
  data_bytes INTEGER,
  seconds REAL NOT NULL,
  opt_seconds REAL NOT NULL,
  opt_cpu_seconds REAL NOT NULL,
  CHECK ((text_bytes IS NULL) = (data_bytes IS NULL)),
  PRIMARY KEY (program, toolchain, objective, opt)
) STRICT, WITHOUT ROWID;
)sql";

/// Migration 6 repairs runs of experiments that took the proof of their level from another run.
/// They had no module to measure, and stored object sizes of 0.
inline constexpr char kUnknownSizesSchema[] = R"sql(
UPDATE list SET text_bytes = NULL, data_bytes = NULL
WHERE text_bytes = 0 AND data_bytes = 0 AND instructions > 0;
)sql";

/// Migration 8: the code model of each object size. Before it, all were position-independent code
/// for the generic CPU. Older programs, which know one model, would mix them up and are kept out.
/// The size of a program as it came is that of the run's own toolchain.
inline constexpr char kCodeModelSchema[] = R"sql(
ALTER TABLE toolchain ADD COLUMN code_model TEXT NOT NULL DEFAULT 'pic';
ALTER TABLE run ADD COLUMN code_model TEXT NOT NULL DEFAULT 'pic';
ALTER TABLE program ADD COLUMN code_model TEXT;
ALTER TABLE baseline ADD COLUMN code_model TEXT;
ALTER TABLE level_proof ADD COLUMN code_model TEXT;
UPDATE program SET code_model = 'pic' WHERE text_bytes IS NOT NULL;
UPDATE baseline SET code_model = 'pic' WHERE text_bytes IS NOT NULL;
UPDATE level_proof SET code_model = 'pic' WHERE text_bytes IS NOT NULL;

DROP VIEW IF EXISTS best_list;
DROP VIEW IF EXISTS runs;
DROP VIEW IF EXISTS leaderboard;
DROP VIEW IF EXISTS anytime;

CREATE VIEW best_list AS
WITH ranked AS (
  SELECT runs.*, pipeline, opt_flags,
    row_number() OVER (PARTITION BY program, objective, toolchain
                       ORDER BY list.value, length(pipeline), list.run) AS rank
  FROM list JOIN runs USING (run) WHERE list.verified = 1
)
SELECT name, program, objective, llvm, toolchain, run, method, o0, oz, best, ratio, reward, level,
  pipeline, opt_flags, code_model
FROM ranked WHERE rank = 1;
)sql";

/// Migration 9: a run names its process. A run that was killed can thus be told from one that goes
/// on.
inline constexpr char kProcessSchema[] = R"sql(
ALTER TABLE run ADD COLUMN process TEXT;
)sql";

/// Migration 10: an objective may be any text, so that a new one needs no change of `run`. SQLite
/// drops a CHECK by making the table anew. Other tables and the views name `run` meanwhile:
/// `Migrate` has foreign keys off, and the legacy ALTER TABLE leaves the views alone. The view
/// `runs`, which earlier migrations left out, knows no value by an objective that it does not name.
inline constexpr char kAnyObjectiveSchema[] = R"sql(
CREATE TABLE new_run (
  run INTEGER PRIMARY KEY,
  program TEXT NOT NULL REFERENCES program,
  toolchain TEXT NOT NULL REFERENCES toolchain,
  objective TEXT NOT NULL,
  method TEXT NOT NULL,
  action_space TEXT NOT NULL,
  action_space_fingerprint TEXT NOT NULL CHECK (length(action_space_fingerprint) = 32),
  options TEXT NOT NULL CHECK (json_valid(options)),
  seed INTEGER NOT NULL,
  budget_seconds REAL NOT NULL,
  max_evaluations INTEGER,
  threads INTEGER NOT NULL,
  cpu TEXT NOT NULL,
  cores INTEGER NOT NULL,
  label TEXT,
  experiment TEXT,
  replicate INTEGER,
  started_at TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('running', 'finished', 'interrupted', 'failed')),
  error TEXT,
  wall_seconds REAL,
  search_seconds REAL,
  evaluations INTEGER NOT NULL DEFAULT 0,
  passes_applied INTEGER,
  uuid TEXT,
  code_model TEXT NOT NULL DEFAULT 'pic',
  process TEXT
) STRICT;
INSERT INTO new_run SELECT run, program, toolchain, objective, method, action_space,
  action_space_fingerprint, options, seed, budget_seconds, max_evaluations, threads, cpu, cores,
  label, experiment, replicate, started_at, seen_at, status, error, wall_seconds, search_seconds,
  evaluations, passes_applied, uuid, code_model, process FROM run;
DROP TABLE run;
PRAGMA legacy_alter_table = ON;
ALTER TABLE new_run RENAME TO run;
PRAGMA legacy_alter_table = OFF;
CREATE INDEX run_of_program ON run (program);
CREATE UNIQUE INDEX run_uuid ON run (uuid);
CREATE TRIGGER name_run AFTER INSERT ON run WHEN new.uuid IS NULL BEGIN
  UPDATE run SET uuid = lower(hex(randomblob(16))) WHERE run = new.run;
END;
CREATE UNIQUE INDEX run_of_experiment ON run (experiment, program, toolchain, objective, method,
  action_space_fingerprint, budget_seconds, coalesce(max_evaluations, 0), threads, seed)
  WHERE experiment IS NOT NULL;

DROP VIEW IF EXISTS runs;
-- A run that gives no sign of life for 15 seconds is over, whatever its row says.
CREATE VIEW runs AS
WITH valued AS (
  SELECT run.*, p.name, t.llvm,
    CASE WHEN status = 'running' AND seen_at < strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-15 seconds')
         THEN 'interrupted' ELSE status END AS state,
    CASE objective
      WHEN 'ir-instructions' THEN p.instructions
      WHEN 'object-size' THEN
        coalesce(o.text_bytes + o.data_bytes,
                 iif(p.code_model = run.code_model, p.text_bytes + p.data_bytes, NULL))
    END AS o0,
    CASE objective
      WHEN 'ir-instructions' THEN z.instructions
      WHEN 'object-size' THEN z.text_bytes + z.data_bytes
    END AS oz,
    coalesce(proved.value, found.value) AS best,
    proved.value IS NOT NULL AS verified,
    proved.level
  FROM run
  JOIN program AS p USING (program)
  JOIN toolchain AS t USING (toolchain)
  LEFT JOIN baseline AS o
    ON o.program = run.program AND o.toolchain = run.toolchain AND o.level = 'O0'
  LEFT JOIN baseline AS z
    ON z.program = run.program AND z.toolchain = run.toolchain AND z.level = 'Oz'
  LEFT JOIN list AS proved ON proved.run = run.run AND proved.verified = 1
  LEFT JOIN list AS found ON found.run = run.run AND found.verified = 0
)
SELECT run, started_at, name, program, state AS status, method, action_space,
  action_space_fingerprint, objective, llvm, toolchain, seed, threads, budget_seconds,
  max_evaluations, wall_seconds, search_seconds, evaluations, label, experiment, replicate, o0,
  oz, best, verified, level, code_model,
  max(oz, 1) * 1.0 / max(best, 1) AS ratio,
  max(0.0, (o0 - best) * 1.0 / max(o0 - oz, 1)) AS reward,
  (oz - best) * 100.0 / nullif(oz, 0) AS reduction_percent
FROM valued;
)sql";

/// Migration 11: the plan of a run whose proved list is one.
inline constexpr char kPlanSchema[] = R"sql(
CREATE TABLE plan (
  run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (json_valid(text))
) STRICT;
)sql";

/// Migration 12: builds of projects.
inline constexpr char kBuildSchema[] = R"sql(
CREATE TABLE build (
  build INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  folder TEXT NOT NULL,
  command TEXT NOT NULL,
  llvm TEXT NOT NULL,
  autotune TEXT NOT NULL,
  started_at TEXT NOT NULL,
  wall_seconds REAL NOT NULL,
  budget_seconds REAL NOT NULL,
  threads INTEGER NOT NULL
) STRICT;

CREATE TABLE build_answer (
  answer TEXT PRIMARY KEY CHECK (length(answer) = 32),
  text TEXT NOT NULL CHECK (json_valid(text))
) STRICT, WITHOUT ROWID;

CREATE TABLE build_file (
  build INTEGER NOT NULL REFERENCES build ON DELETE CASCADE,
  path TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('linked', 'object')),
  source TEXT,
  program TEXT CHECK (length(program) = 32),
  before INTEGER,
  after INTEGER,
  taken_back INTEGER NOT NULL CHECK (taken_back IN (0, 1)),
  answer TEXT REFERENCES build_answer,
  PRIMARY KEY (build, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE build_link (
  build INTEGER NOT NULL,
  linked TEXT NOT NULL,
  object TEXT NOT NULL,
  PRIMARY KEY (build, linked, object),
  FOREIGN KEY (build, linked) REFERENCES build_file ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Each build with the sums over its linked files whose sizes are both known.
CREATE VIEW builds AS
SELECT build.build, started_at, folder, command, llvm, autotune, budget_seconds, wall_seconds,
  threads, count(path) FILTER (WHERE kind = 'linked') AS linked_files,
  count(path) FILTER (WHERE kind = 'object') AS objects,
  count(path) FILTER (WHERE kind = 'object' AND answer IS NOT NULL) AS tuned_objects,
  count(path) FILTER (WHERE taken_back) AS taken_back,
  sum(before) FILTER (WHERE kind = 'linked' AND after IS NOT NULL) AS before,
  sum(after) FILTER (WHERE kind = 'linked' AND before IS NOT NULL) AS after
FROM build LEFT JOIN build_file USING (build)
GROUP BY build.build;
)sql";

/// Migration 13: bitcode of the units of builds.
inline constexpr char kModuleSchema[] = R"sql(
CREATE TABLE module (
  program TEXT PRIMARY KEY CHECK (length(program) = 32),
  bytes INTEGER NOT NULL,
  bitcode BLOB NOT NULL
) STRICT;
)sql";

/// Migration 14: runs of a method with other options are not averaged. It makes a view that
/// migration 8 left out; the other one is in 15.
inline constexpr char kVariantSchema[] = R"sql(
ALTER TABLE run ADD COLUMN variant TEXT GENERATED ALWAYS AS (
  coalesce(options ->> '$.variant', iif(options ->> '$.learned' = 0, 'no-model', ''))) VIRTUAL;

DROP VIEW IF EXISTS leaderboard;
DROP VIEW IF EXISTS anytime;

-- The best value known to the search so many seconds after the start of the run: that of the
-- program as it came while there is nothing else. Finished runs that were given that long.
CREATE VIEW anytime AS
WITH reached AS (
  SELECT runs.*, variant, at.seconds AS at_seconds,
    coalesce((SELECT min(value) FROM improvement AS i
              WHERE i.run = runs.run AND i.seconds <= at.seconds), o0) AS value
  FROM runs JOIN (SELECT run, variant FROM run) USING (run)
    CROSS JOIN (SELECT 1 AS seconds UNION ALL SELECT 10 UNION ALL SELECT 60) AS at
  WHERE status = 'finished' AND budget_seconds >= at.seconds
)
SELECT run, name, program, method, action_space, action_space_fingerprint, objective, llvm,
  toolchain, budget_seconds, max_evaluations, threads, variant, label, experiment, replicate, o0, oz, best,
  at_seconds, value, max(oz, 1) * 1.0 / max(value, 1) AS ratio
FROM reached;
)sql";

/// Migration 15: a leaderboard counts the programs that it averages, and all. Indexes
/// answer what each run asks. The effect of a first pass is that pass's alone.
inline constexpr char kScoredSchema[] = R"sql(
CREATE INDEX run_running ON run (run) WHERE status = 'running';
CREATE INDEX run_started ON run (started_at);
CREATE INDEX program_of_ir ON program (ir);

DROP VIEW IF EXISTS leaderboard;
DROP VIEW IF EXISTS pass_effect;

-- Replicates are averaged for each program first: a program counts once, however often it was run.
-- What was interrupted had less time than the others, whatever it proved.
CREATE VIEW leaderboard AS
WITH by_program AS (
  SELECT experiment, label, method, action_space, action_space_fingerprint, objective, llvm,
    toolchain, budget_seconds, max_evaluations, threads, variant, program,
    min(code_model) AS code_model,
    count(*) AS runs,
    sum(verified) AS verified,
    avg(search_seconds) AS search_seconds,
    avg(iif(verified, ln(ratio), NULL)) AS log_ratio,
    avg(iif(verified, ln(reward), NULL)) AS log_reward,
    min(iif(verified, reward, NULL)) AS min_reward,
    avg(iif(verified, reduction_percent, NULL)) AS reduction_percent
  FROM runs JOIN (SELECT run, variant FROM run) USING (run)
  WHERE status IN ('finished', 'failed')
  GROUP BY experiment, label, method, action_space, action_space_fingerprint, objective, llvm,
    toolchain, budget_seconds, max_evaluations, threads, variant, program
)
SELECT experiment, label, method, action_space, action_space_fingerprint, objective, llvm,
  toolchain, budget_seconds, max_evaluations, threads, variant,
  group_concat(DISTINCT code_model) AS code_models,
  count(log_ratio) AS programs,
  count(*) AS all_programs,
  sum(runs) AS runs,
  sum(runs - verified) AS unproved,
  exp(avg(log_ratio)) AS ratio,
  iif(min(min_reward) = 0, 0.0, exp(avg(log_reward))) AS reward,
  avg(reduction_percent) AS reduction_percent,
  avg(search_seconds) AS search_seconds
FROM by_program
GROUP BY experiment, label, method, action_space, action_space_fingerprint, objective, llvm,
  toolchain, budget_seconds, max_evaluations, threads, variant;

-- Each pass of the verified lists with what it did there: instructions it removed.
-- A list whose pipeline inlines as written first began with a program of another count.
CREATE VIEW pass_effect AS
SELECT run, position, pass.text AS pass, lp.instructions,
  coalesce(lag(lp.instructions) OVER (PARTITION BY run ORDER BY position),
           iif(pipeline || ',' GLOB 'always-inline,forceattrs,*'
               OR pipeline || ',' GLOB
                  'always-inline,invalidate<all>,invalidate<globals-aa>,forceattrs,*',
               NULL, program.instructions))
    - lp.instructions AS removed,
  lp.text_bytes + lp.data_bytes AS object_size,
  lp.cpu_seconds, program.program, program.name,
  program.instructions AS program_instructions
FROM list_pass AS lp
JOIN list USING (run, verified)
JOIN pass USING (pass)
JOIN run USING (run)
JOIN program ON program.program = run.program
WHERE verified = 1;
)sql";

/// Migration 16: what was done to the module of a run after its proved list.
inline constexpr char kDeliverySchema[] = R"sql(
CREATE TABLE delivery (
  run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (json_valid(text))
) STRICT;
)sql";

}  // namespace autotune
