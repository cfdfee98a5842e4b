#include "tune/memory/level_cache.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/toolchain.h"
#include "db/level_table.h"
#include "eval/proof/pass_policy.h"
#include "tune/seconds.h"

namespace autotune {

namespace {

/// Checks that measuring could have stored this pipeline: it is run as it is stored.
Status CheckLevelPipeline(Level level, const std::string& pipeline) {
  const std::string expected = level == Level::kO0 ? "" : fmt::format("default<{}>", Name(level));
  const bool allowed = level == Level::kClangOz ? !pipeline.empty() && CheckPipeline(pipeline).ok()
                                                : pipeline == expected;
  if (allowed) return {};
  return Error{
      ErrorCode::kBadInput,
      fmt::format("the pipeline '{}' that is stored for {} is none of its", pipeline, Name(level))};
}

/// Returns the stored levels that answer everything that is asked.
Result<Baselines> Usable(const StoredBaselines& stored, Objective objective, bool sizes,
                         const std::string& triple) {
  Baselines baselines;
  for (const Level level : kLevels) {
    const auto found = stored.find(std::string(Name(level)));
    if (found == stored.end()) continue;
    const StoredBaseline& baseline = found->second;
    if (Status pipeline = CheckLevelPipeline(level, baseline.pipeline); !pipeline.ok()) {
      return pipeline.error();
    }
    // There may have been no time or memory for it when it was stored.
    if (sizes && WantsSize(level, objective) && !baseline.cost.object_size) continue;
    baselines.levels[level] = {baseline.cost, baseline.ir, baseline.pipeline,
                               OptFlags(level, triple)};
  }
  return baselines;
}

Baselines FindLevels(const ProgramId& program, Objective objective, bool sizes,
                     const std::string& triple, const Hash128& toolchain, RunDatabase& database) {
  Baselines found;
  database.Use([&](Database& file) -> Status {
    const Result<StoredBaselines> stored = ReadBaselines(file, program, toolchain);
    if (!stored) return stored.error();
    Result<Baselines> usable = Usable(*stored, objective, sizes, triple);
    if (!usable) return usable.error();
    found = *std::move(usable);
    return {};
  });
  return found;
}

bool IsComplete(const Baselines& baselines) { return baselines.levels.size() == kLevels.size(); }

StoredBaselines ToStored(const Baselines& baselines, const std::string& code_model) {
  StoredBaselines stored;
  for (const auto& [level, baseline] : baselines.levels) {
    stored[std::string(Name(level))] = {baseline.pipeline, baseline.ir, baseline.cost, code_model};
  }
  return stored;
}

LevelProofKey KeyOf(const TuneJob& job, const ProgramInfo& program, const Hash128& toolchain) {
  return {program.root.next.program, toolchain, job.objective, job.opt_program};
}

Clock::duration FromSeconds(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

Proven ToProven(const StoredLevelProof& stored, Level level, const std::string& triple) {
  Proven proven{};
  if (level != Level::kO0) proven.passes = {stored.baseline.pipeline};
  proven.level = level;
  proven.proof_time = FromSeconds(stored.seconds);
  Reproduction& reproduction = proven.reproduction;
  reproduction.pipeline = stored.baseline.pipeline;
  reproduction.cost = stored.baseline.cost;
  reproduction.ir = stored.baseline.ir;
  reproduction.opt_flags = OptFlags(level, triple);
  reproduction.processes = kFullReproduction;
  reproduction.verified = true;
  reproduction.opt_time = FromSeconds(stored.opt_seconds);
  reproduction.opt_cpu_time = FromSeconds(stored.opt_cpu_seconds);
  return proven;
}

}  // namespace

std::optional<Proven> FindLevelProof(const TuneJob& job, const ProgramInfo& program,
                                     const Hash128& toolchain, RunDatabase& database) {
  std::optional<Proven> proven;
  database.Use([&](Database& file) -> Status {
    const auto stored = ReadLevelProof(file, KeyOf(job, program, toolchain));
    if (!stored) return stored.error();
    if (!*stored) return {};
    for (const Level level : kLevels) {
      if (Name(level) != (*stored)->level) continue;
      // A proof of O0 without passes has this pipeline.
      const bool nothing = level == Level::kO0 && (*stored)->baseline.pipeline == "no-op-module";
      Status pipeline =
          nothing ? Status() : CheckLevelPipeline(level, (*stored)->baseline.pipeline);
      if (!pipeline.ok()) return pipeline;
      proven = ToProven(**stored, level, program.target_triple);
    }
    return {};
  });
  return proven;
}

void StoreLevelProof(const TuneJob& job, const ProgramInfo& program, const Hash128& toolchain,
                     const Proven& proven, RunDatabase& database) {
  const Reproduction& reproduction = proven.reproduction;
  database.Use([&](Database& file) {
    return KeepLevelProof(file, KeyOf(job, program, toolchain),
                          {.level = std::string(Name(*proven.level)),
                           .baseline = {reproduction.pipeline, reproduction.ir, reproduction.cost,
                                        Describe(program.code_model)},
                           .seconds = Seconds(proven.proof_time),
                           .opt_seconds = Seconds(reproduction.opt_time),
                           .opt_cpu_seconds = Seconds(reproduction.opt_cpu_time)});
  });
}

std::optional<Cost> RememberedCost(const ProgramId& program, const Hash128& toolchain,
                                   Objective objective, RunDatabase& database) {
  const Baselines levels = FindLevels(program, objective, /*sizes=*/true, "", toolchain, database);
  if (!IsComplete(levels)) return std::nullopt;
  return levels.levels.at(Level::kO0).cost;
}

Hash128 Toolchain(const std::string& llvm_version, const CodeModel& code_model) {
  return HashBytes(fmt::format("autotune {}, LLVM {}, measurement {}, code {}", kVersion,
                               llvm_version, kMeasurementVersion, Describe(code_model)));
}

Result<LevelMeasurements> MeasureLevelsCached(WorkerPool& pool, const ProgramInfo& program,
                                              Objective objective, const LevelOptions& options,
                                              const Budget& budget, const CodeModel& code_model,
                                              RunDatabase& database) {
  const ProgramId& id = program.root.next.program;
  const Hash128 toolchain = Toolchain(pool.llvm_version(), code_model);
  Baselines remembered = FindLevels(id, objective, options.sizes || NeedsCode(objective),
                                    program.target_triple, toolchain, database);
  if (IsComplete(remembered)) return LevelMeasurements{std::move(remembered), true};
  LevelOptions missing = options;
  if (options.known_oz > Clock::duration()) missing.known = std::move(remembered.levels);
  Result<Baselines> baselines = MeasureBaselines(pool, program, objective, missing, budget);
  if (!baselines) return baselines.error();
  database.Use([&](Database& file) {
    return KeepBaselines(file, id, toolchain, ToStored(*baselines, Describe(program.code_model)));
  });
  return LevelMeasurements{*std::move(baselines), false};
}

}  // namespace autotune
