#include "tune/input/loaded_program.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "tune/input/program_checks.h"
#include "tune/memory/level_cache.h"

namespace autotune {

namespace {

/// Adds the object size of the program as it came, if that is the objective.
Status AddObjectSize(WorkerPool& pool, const TuneJob& job, const std::string& bytes,
                     RunDatabase& database, const Budget& budget, ProgramInfo& program) {
  if (!NeedsCode(job.objective)) return {};
  if (const std::optional<Cost> known =
          RememberedCost(HashBytes(bytes), Toolchain(pool.llvm_version(), job.code_model),
                         job.objective, database)) {
    program.root.cost.object_size = known->object_size;
    return {};
  }
  const std::string name = job.program.string();
  const Result<ProgramInfo> measured = pool.Measure(name, bytes, {.object_size = true}, budget);
  if (!measured) return measured.error();
  program.root.cost.object_size = measured->root.cost.object_size;
  if (HasValue(program.root.cost, job.objective)) return {};
  std::string message = "LLVM can't generate code for '" + name + "'";
  if (!measured->sizing.ok()) message += ": " + measured->sizing.error().message;
  return Error{ErrorCode::kFatalError, std::move(message)};
}

std::string CpuWarning(const ProgramInfo& program, const std::string& cpu) {
  return fmt::format(
      "{} of {} functions name a CPU of their own (target-cpu), which wins over --mcpu {}",
      program.other_cpu_functions, program.functions, cpu);
}

}  // namespace

Result<LoadedProgram> LoadProgram(const TuneJob& job, ActionSpace actions, RunDatabase& database,
                                  const Budget& budget, const StartPool& start_pool) {
  Result<InputCopy> input = InputCopy::Take(job.program, budget);
  if (!input) return input.error();
  // More workers than searching threads: while half as many threads measure levels, each searching
  // thread finds the worker again that holds its state.
  Result<std::unique_ptr<WorkerPool>> pool =
      start_pool(std::move(actions), {.workers = job.threads + job.threads / 2,
                                      .worker_program = job.worker_program,
                                      .pass_time_limit = job.pass_timeout,
                                      .memory_bytes = job.memory_limit,
                                      .code_model = job.code_model});
  if (!pool) return pool.error();
  database.Open(job);
  std::optional<WholeProgram> whole;
  if (job.whole_program) {
    Result<WholeProgram> made = MakeWhole(job, *input, **pool, budget);
    if (!made) return made.error();
    whole = *std::move(made);
    const Status replaced = input->Replace(whole->made.bitcode, WholeFile(job.program).string());
    if (!replaced.ok()) return replaced.error();
  }
  const Clock::time_point begin = Clock::now();
  Result<ProgramInfo> program =
      (*pool)->Load(job.program.string(), input->bytes(), {.features = true}, budget);
  if (!program) return program.error();
  const Clock::duration loading = Clock::now() - begin;
  const Status sized = AddObjectSize(**pool, job, input->bytes(), database, budget, *program);
  if (!sized.ok()) return sized.error();
  input->Release();
  if (whole) whole->functions = program->functions;
  Result<std::vector<std::string>> warnings = InputWarnings(input->name(), *program);
  if (!warnings) return warnings.error();
  if (program->other_cpu_functions > 0) {
    warnings->push_back(CpuWarning(*program, job.code_model.cpu));
  }
  return LoadedProgram{*std::move(input),   loading,          *std::move(pool),
                       *std::move(program), std::move(whole), *std::move(warnings)};
}

}  // namespace autotune
