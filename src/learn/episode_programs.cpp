#include "learn/episode_programs.h"

#include <set>
#include <string>
#include <utility>

#include "core/pipeline_text.h"
#include "tune/input/loaded_program.h"
#include "tune/input/read_program.h"

namespace autotune {

Result<EnvironmentProgram> LoadEpisodeProgram(const TrainingSource& source, const Observe& observe,
                                              WorkerPool& pool, const Budget& budget) {
  Result<std::string> bytes = ReadProgram(source.file);
  if (!bytes) return bytes.error();
  const Result<ProgramInfo> info =
      pool.Load(source.file.string(), *std::move(bytes), observe, budget);
  if (!info) return info.error();
  const Result<PipelineRun> oz =
      pool.RunPipeline(info->root.next.program, {.text = std::string(kOzPipeline)}, budget);
  if (!oz) return oz.error();
  return EnvironmentProgram{source.family, info->root, oz->evaluation.cost.instructions};
}

Result<std::vector<EnvironmentProgram>> LoadEpisodePrograms(
    const std::vector<TrainingSource>& sources, std::uint64_t max_instructions,
    const Observe& observe, WorkerPool& pool, const Budget& budget,
    const std::function<void(const TrainingSource&, const Error&)>& on_error) {
  std::vector<EnvironmentProgram> programs;
  std::set<Hash128> known;
  for (const TrainingSource& source : sources) {
    Result<EnvironmentProgram> program = LoadEpisodeProgram(source, observe, pool, budget);
    if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped before it began"};
    if (!program) {
      on_error(source, program.error());
      continue;
    }
    const std::uint64_t instructions = program->root.cost.instructions;
    if (instructions > max_instructions || !known.insert(program->root.next.ir).second) continue;
    programs.push_back(*std::move(program));
  }
  return programs;
}

}  // namespace autotune
