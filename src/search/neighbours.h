#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/program.h"
#include "core/random.h"
#include "search/edit_prior.h"
#include "search/pass_costs.h"
#include "search/state_graph.h"

namespace autotune {

/// A list of passes each of which leads to another state, none of which is met twice.
struct Solution {
  PassSequence list;
  std::vector<StateGraph::Node> nodes = {0};  ///< the root and what each pass leads to

  /// Puts a pass at the end that leads to `node`, or forgets all since that was met before.
  void Add(PassId pass, StateGraph::Node node);
};

/// A change of a list: the passes from `begin` to `end` become `passes`.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  PassSequence passes = {};
  std::size_t candidates = 0;  ///< so many of `passes` are alternatives
};

/// Where a pass would be that takes the place of those from `begin` to `end`.
EditPlace PlaceOf(const Solution& solution, const StateGraph& graph, std::size_t begin,
                  std::size_t end);

/// A small change: a pass inserted, replaced (now and then by two), removed, or swapped with the
/// next one. Places and passes are drawn by the prior and the square root of their cost, but for
/// some that are drawn evenly.
Edit DrawEdit(const Solution& solution, const StateGraph& graph, EditPrior& prior,
              const PassCosts& costs, Random& random);

/// The list with so many random changes.
PassSequence Kicked(PassSequence list, std::uint32_t changes, std::size_t actions, Random& random);

}  // namespace autotune
