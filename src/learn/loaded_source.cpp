#include "learn/loaded_source.h"

#include <utility>
#include <vector>

#include "core/pipeline_text.h"
#include "tune/input/loaded_program.h"
#include "tune/input/program_checks.h"

namespace autotune {

Result<LoadedSource> LoadSource(const TrainingSource& source, std::string bytes,
                                const ActionSpace& actions, std::size_t workers,
                                const std::string& worker_program, const Budget& budget) {
  Result<std::unique_ptr<WorkerPool>> pool =
      WorkerPool::Start(actions, {.workers = workers, .worker_program = worker_program});
  if (!pool) return pool.error();
  Result<ProgramInfo> program =
      (*pool)->Load(source.file.string(), std::move(bytes), {.features = true}, budget);
  if (!program) return program.error();
  const Result<std::vector<std::string>> warnings = InputWarnings(source.file, *program);
  if (!warnings) return warnings.error();
  const Result<PipelineRun> oz =
      (*pool)->RunPipeline(program->root.next.program, {.text = std::string(kOzPipeline)}, budget);
  if (!oz) return oz.error();
  return LoadedSource{*std::move(pool), *std::move(program), oz->evaluation.cost.instructions};
}

}  // namespace autotune
