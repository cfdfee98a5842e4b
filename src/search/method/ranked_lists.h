#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/prior.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct RankedListsOptions {
  Objective objective = kDefaultObjective;
  std::uint32_t passes = 45;             ///< passes in all, 1 ..; the last list may be cut short
  std::vector<PassSequence> lists = {};  ///< those that the prior ranks, in its order
};

/// Makes a search that tries fixed lists in the order in which the prior ranks them on the program:
/// normalised value prediction over a coreset (Liang et al., arXiv 2301.05104). A pass that fails
/// ends its list. If the prior is not ready, a run does nothing. Errors: `kInvalidArgument` if the
/// prior does not rank as many lists.
std::unique_ptr<Searcher> MakeRankedListsSearcher(const RankedListsOptions& options,
                                                  Evaluator& evaluator, Prior& prior);

}  // namespace autotune
