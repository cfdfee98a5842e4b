#pragma once

#include <cstddef>
#include <vector>

#include "core/budget.h"
#include "core/program.h"
#include "core/result.h"
#include "core/searcher.h"
#include "core/training_set.h"
#include "search/recording_evaluator.h"

namespace autotune {

struct EpisodeOptions {
  std::size_t actions = 0;  ///< in the action space
  std::size_t count = 6;    ///< how many at most, at least 1
  /// How much worse than the best one an episode may end, as a part of that.
  double slack = 0.03;
  bool fan_out = true;  ///< try every pass in every state of the best one
  /// Wall time for minimising, fanning out and looking for others; what is under way is finished.
  Clock::duration time = std::chrono::seconds(2);
};

/// Makes a finished search into something to learn from: the best list, minimised, and others that
/// are about as good and lead through other states; what was observed on the way; and what the
/// search knows of each pass in each state. Best first. `root` has features, and `best` is of a
/// search whose evaluations went through `recorder`. Where nothing beat the root there is one
/// episode without passes. Runs as oneTBB tasks. Errors: the best list can't be applied any more,
/// or `kCancelled`.
Result<std::vector<Episode>> MakeEpisodes(const EpisodeOptions& options,
                                          RecordingEvaluator& recorder, const Evaluation& root,
                                          const Best& best, Budget& budget);

}  // namespace autotune
