#include "cli/loaded_program.h"

#include <utility>

#include "cli/input_care.h"
#include "cli/level_cache.h"

namespace autotune {

namespace {

/// With the object size, unless there is no code generator for its target or that breaks down over
/// it.
Result<ProgramInfo> Measure(WorkerPool& pool, const TuneOptions& options, const std::string& bytes,
                            RunDatabase& database, std::vector<std::string>& warnings) {
  const std::string name = options.program.string();
  // To generate code takes longer than all else here.
  if (const std::optional<Cost> known = RememberedCost(
          HashBytes(bytes), Toolchain(pool.llvm_version()), /*object_size=*/true, database)) {
    Result<ProgramInfo> program = pool.Load(name, bytes, {.features = true});
    if (program) program->root.cost.object_size = known->object_size;
    return program;
  }
  Result<ProgramInfo> program = pool.Load(name, bytes, {.features = true, .object_size = true});
  if (!program || program->root.cost.object_size) return program;
  const std::string why = "LLVM can't generate code for '" + name + "'";
  if (options.objective == Objective::kObjectSize) return Error{ErrorCode::kFatalError, why};
  warnings.push_back("object sizes can't be shown: " + why);
  return program;
}

}  // namespace

Result<LoadedProgram> LoadProgram(const TuneOptions& options, ActionSpace actions,
                                  RunDatabase& database) {
  const Result<std::string> bytes = ReadProgram(options.program);
  if (!bytes) return bytes.error();
  Result<std::unique_ptr<WorkerPool>> pool =
      WorkerPool::Start(std::move(actions), {.workers = options.threads,
                                             .worker_program = options.worker_program,
                                             .pass_time_limit = options.pass_timeout,
                                             .memory_bytes = options.memory_limit});
  if (!pool) return pool.error();
  database.Open(options);
  std::vector<std::string> warnings;
  Result<ProgramInfo> program = Measure(**pool, options, *bytes, database, warnings);
  if (!program) return program.error();
  const Result<std::vector<std::string>> more = InputWarnings(options.program, *program);
  if (!more) return more.error();
  warnings.insert(warnings.end(), more->begin(), more->end());
  return LoadedProgram{*std::move(pool), *std::move(program), std::move(warnings)};
}

}  // namespace autotune
