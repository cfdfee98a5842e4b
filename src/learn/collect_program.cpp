#include "learn/collect_program.h"

#include <memory>
#include <utility>
#include <vector>

#include <tbb/task_arena.h>

#include "eval/client/worker_pool.h"
#include "learn/episodes.h"
#include "learn/loaded_source.h"
#include "learn/recording_evaluator.h"
#include "search/engine/begin_with.h"
#include "search/registry.h"
#include "tune/memory/known_lists.h"
#include "tune/memory/level_cache.h"

namespace autotune {

namespace {

/// Share of the time of a program that the search takes. The rest is for minimising, fanning out
/// and other lists.
constexpr double kSearchShare = 0.6;

}  // namespace

Result<TrainingProgram> ProgramCollector::Collect(const TrainingSource& source, std::string bytes,
                                                  Budget& budget) const {
  const Result<LoadedSource> loaded = LoadSource(source, std::move(bytes), actions_,
                                                 options_.threads, options_.worker_program, budget);
  if (!loaded) return loaded.error();
  WorkerPool& pool = *loaded->pool;
  const Evaluation& root = loaded->program.root;
  Result<IrTokens> tokens = pool.Tokenize(root.next.program, budget);
  if (!tokens) return tokens.error();
  tbb::task_arena arena(static_cast<int>(options_.threads));
  Result<std::vector<Episode>> episodes =
      arena.execute([&] { return Search(pool, source.family, root, *tokens, budget); });
  if (!episodes) return episodes.error();
  if (episodes->front().steps.back().cost > loaded->oz) {
    return Error{ErrorCode::kNotFound, "nothing as good as -Oz was found in this --budget"};
  }
  TrainingProgram program;
  program.name = source.name;
  program.family = source.family;
  program.id = root.next.program;
  program.ir = root.next.ir;
  program.oz = loaded->oz;
  program.tokens = *std::move(tokens);
  program.episodes = *std::move(episodes);
  return program;
}

Result<std::vector<Episode>> ProgramCollector::Search(WorkerPool& pool, const std::string& family,
                                                      const Evaluation& root,
                                                      const IrTokens& tokens,
                                                      Budget& budget) const {
  const Clock::time_point end = Clock::now() + options_.budget;
  const Result<std::vector<PassSequence>> seeds = Seeds(root.next.ir, pool.llvm_version());
  if (!seeds) return seeds.error();
  RecordingEvaluator recorder(pool, root);
  const std::unique_ptr<Prior> prior = model_ ? model_->MakePrior(tokens) : nullptr;
  std::vector<EditTrial> trials;
  SearchSettings settings{Objective::kIrInstructions, options_.seed, prior.get()};
  if (edits_) settings.on_trial = [&](const EditTrial& trial) { trials.push_back(trial); };
  const std::unique_ptr<Searcher> searcher = MakeSeeded(
      settings.objective, recorder, FindMethod(options_.method).make(settings, actions_, recorder));
  for (const PassSequence& list : *seeds) searcher->Suggest(list);
  const auto for_episodes =
      std::chrono::duration_cast<Clock::duration>(options_.budget * (1 - kSearchShare));
  Budget search({.deadline = end - for_episodes, .evaluations = {}}, &budget);
  const Result<Best> best = searcher->Run(root, search, [](const Best&) {});
  if (!best) return best.error();
  if (edits_ && !budget.cancelled()) edits_->Append(family, actions_, trials);
  const EpisodeOptions episodes{.actions = actions_.size(),
                                .count = options_.lists,
                                .fan_out = !options_.no_fan_out,
                                .time = for_episodes};
  return MakeEpisodes(episodes, recorder, root, *best, budget);
}

/// Returns lists of earlier runs, or none if the user named no database of them.
Result<std::vector<PassSequence>> ProgramCollector::Seeds(const Hash128& ir,
                                                          const std::string& llvm_version) const {
  if (options_.seeds_from.empty()) return std::vector<PassSequence>();
  const Result<std::unique_ptr<Database>> results = Database::OpenReadOnly(options_.seeds_from);
  if (!results) return results.error();
  return KnownLists(**results, ir, Objective::kIrInstructions, Toolchain(llvm_version, {}),
                    actions_);
}

}  // namespace autotune
