#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/program.h"
#include "core/random.h"
#include "search/state_graph.h"

namespace autotune {

/// A list of passes each of which leads on, and the states along it.
struct Solution {
  PassSequence list;
  std::vector<StateGraph::Node> nodes = {0};  ///< the root and what each pass leads to
};

/// A change of a list: the passes from `begin` to `end` become `passes`.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  PassSequence passes = {};
  std::size_t candidates = 0;  ///< so many of `passes` are alternatives
};

/// A small change: a pass inserted, replaced (now and then by two), removed, or swapped with the
/// next one. Of the passes drawn the prior draws `prior_share`.
Edit DrawEdit(const Solution& solution, const StateGraph& graph, double prior_share,
              Random& random);

/// The list with so many random changes.
PassSequence Kicked(PassSequence list, std::uint32_t changes, std::size_t actions, Random& random);

}  // namespace autotune
