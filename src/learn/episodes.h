#pragma once

#include <cstddef>
#include <vector>

#include "core/budget.h"
#include "core/program.h"
#include "core/result.h"
#include "core/searcher.h"
#include "core/training_set.h"
#include "learn/recording_evaluator.h"

namespace autotune {

struct EpisodeOptions {
  std::size_t actions = 0;  ///< number of passes in the action space
  std::size_t count = 6;    ///< maximum number of episodes, 1 ..
  /// Fraction by which the final cost of an episode may exceed that of the best one.
  double slack = 0.03;
  bool fan_out = true;  ///< try every pass in every state of the best episode
  /// Wall time for minimising, fanning out and looking for other lists. Work under way is finished.
  Clock::duration time = std::chrono::seconds(2);
};

/// Turns a finished search into episodes to learn from, best first. The first list is the best one,
/// minimised; the others are about as good and lead through other states. Each episode holds the
/// observations on the way and all that the search knows of each pass in each state. If nothing
/// beat the root, there is one episode without passes.
///
/// `root` must have features, and the search that found `best` must have evaluated through
/// `recorder`. Runs as oneTBB tasks. Errors: the best list can't be applied any more, or
/// `kCancelled`.
Result<std::vector<Episode>> MakeEpisodes(const EpisodeOptions& options,
                                          RecordingEvaluator& recorder, const Evaluation& root,
                                          const Best& best, Budget& budget);

}  // namespace autotune
