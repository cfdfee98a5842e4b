#include "cli/collect_program.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/task_arena.h>

#include "cli/input_care.h"
#include "cli/known_lists.h"
#include "cli/level_cache.h"
#include "cli/loaded_program.h"
#include "cli/registry.h"
#include "eval/worker_pool.h"
#include "search/episodes.h"
#include "search/recording_evaluator.h"
#include "search/seeded.h"

namespace autotune {

namespace {

/// Of the time for a program, the rest is for minimising, fanning out and other lists.
constexpr double kSearchShare = 0.6;

/// Lists of earlier runs; none where the user named no database of them.
Result<std::vector<PassSequence>> Seeds(const CollectOptions& options, const WorkerPool& pool,
                                        const ProgramId& program) {
  if (options.seeds_from.empty()) return std::vector<PassSequence>();
  const Result<std::unique_ptr<Database>> results = Database::OpenReadOnly(options.seeds_from);
  if (!results) return results.error();
  return KnownLists(**results, program, Objective::kIrInstructions, Toolchain(pool.llvm_version()),
                    pool.actions());
}

Result<std::vector<Episode>> SearchEpisodes(const CollectOptions& options, WorkerPool& pool,
                                            const Evaluation& root,
                                            const std::vector<PassSequence>& seeds,
                                            Clock::time_point end, Budget& budget) {
  RecordingEvaluator recorder(pool, root);
  const SearchSettings settings{Objective::kIrInstructions, options.seed};
  const std::unique_ptr<Searcher> searcher =
      MakeSeeded(settings.objective, recorder,
                 FindMethod(options.method).make(settings, pool.actions(), recorder));
  for (const PassSequence& list : seeds) searcher->Suggest(list);
  const Clock::duration left = std::max(end - Clock::now(), Clock::duration::zero());
  const Clock::duration for_episodes =
      std::chrono::duration_cast<Clock::duration>(left * (1 - kSearchShare));
  Budget search({.deadline = end - for_episodes, .evaluations = {}}, &budget);
  const Result<Best> best = searcher->Run(root, search, [](const Best&) {});
  if (!best) return best.error();
  const EpisodeOptions episodes{.actions = pool.actions().size(),
                                .count = options.lists,
                                .fan_out = !options.no_fan_out,
                                .time = for_episodes};
  return MakeEpisodes(episodes, recorder, root, *best, budget);
}

}  // namespace

Result<TrainingProgram> CollectProgram(const CollectOptions& options, const ActionSpace& actions,
                                       const TrainingSource& source, std::string bytes,
                                       Budget& budget) {
  const Clock::time_point end = Clock::now() + options.budget;
  const Result<std::unique_ptr<WorkerPool>> pool = WorkerPool::Start(
      actions, {.workers = options.threads, .worker_program = options.worker_program});
  if (!pool) return pool.error();
  const Result<ProgramInfo> loaded =
      (*pool)->Load(source.file.string(), std::move(bytes), {.features = true});
  if (!loaded) return loaded.error();
  const Result<std::vector<std::string>> warnings = InputWarnings(source.file, *loaded);
  if (!warnings) return warnings.error();
  const Evaluation& root = loaded->root;
  const Result<PipelineRun> oz = (*pool)->RunPipeline(
      root.next.program, "default<Oz>", PipelineTuning::kOpt, {}, kLevelTimeLimit, budget);
  if (!oz) return oz.error();
  Result<IrTokens> tokens = (*pool)->Tokenize(root.next.program, budget);
  if (!tokens) return tokens.error();
  const Result<std::vector<PassSequence>> seeds = Seeds(options, **pool, root.next.program);
  if (!seeds) return seeds.error();

  tbb::task_arena arena(static_cast<int>(options.threads));
  Result<std::vector<Episode>> episodes =
      arena.execute([&] { return SearchEpisodes(options, **pool, root, *seeds, end, budget); });
  if (!episodes) return episodes.error();
  TrainingProgram program;
  program.name = source.name;
  program.family = source.family;
  program.id = root.next.program;
  program.ir = root.next.ir;
  program.oz = oz->evaluation.cost.instructions;
  program.tokens = *std::move(tokens);
  program.episodes = *std::move(episodes);
  return program;
}

}  // namespace autotune
