#include "learn/episode_programs.h"

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/pipeline_text.h"
#include "dataset/parallel.h"
#include "tune/input/loaded_program.h"
#include "tune/input/read_program.h"

namespace autotune {

namespace {

Result<ProgramInfo> Load(const TrainingSource& source, const Observe& observe, WorkerPool& pool,
                         const Budget& budget) {
  Result<std::string> bytes = ReadProgram(source.file);
  if (!bytes) return bytes.error();
  return pool.Load(source.file.string(), *std::move(bytes), observe, budget);
}

Result<EnvironmentProgram> WithOz(const TrainingSource& source, const ProgramInfo& info,
                                  WorkerPool& pool, const Budget& budget) {
  const Result<PipelineRun> oz =
      pool.RunPipeline(info.root.next.program, {.text = std::string(kOzPipeline)}, budget);
  if (!oz) return oz.error();
  return EnvironmentProgram{source.family, info.root, oz->evaluation.cost.instructions};
}

}  // namespace

Result<EnvironmentProgram> LoadEpisodeProgram(const TrainingSource& source, const Observe& observe,
                                              WorkerPool& pool, const Budget& budget) {
  const Result<ProgramInfo> info = Load(source, observe, pool, budget);
  if (!info) return info.error();
  return WithOz(source, *info, pool, budget);
}

Result<std::vector<EnvironmentProgram>> LoadEpisodePrograms(
    const std::vector<TrainingSource>& sources, const ProgramSizes& sizes, const Observe& observe,
    WorkerPool& pool, std::uint64_t threads, const Budget& budget,
    const std::function<void(const TrainingSource&, const Error&)>& on_error) {
  std::vector<std::optional<Result<EnvironmentProgram>>> loaded(sources.size());
  ParallelFor(threads, sources.size(), budget, [&](std::size_t i) {
    const Result<ProgramInfo> info = Load(sources[i], observe, pool, budget);
    if (!info) {
      loaded[i] = info.error();
      return;
    }
    const std::uint64_t instructions = info->root.cost.instructions;
    if (instructions < sizes.least || instructions > sizes.most) return;
    loaded[i] = WithOz(sources[i], *info, pool, budget);
  });
  if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped before it began"};
  std::vector<EnvironmentProgram> programs;
  std::set<Hash128> known;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!loaded[i]) continue;
    if (Result<EnvironmentProgram>& program = *loaded[i]; !program) {
      on_error(sources[i], program.error());
    } else if (known.insert(program->root.next.ir).second) {
      programs.push_back(*std::move(program));
    }
  }
  return programs;
}

}  // namespace autotune
