#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/program.h"
#include "core/random.h"
#include "search/learned/edit_prior.h"
#include "search/list/pass_costs.h"
#include "search/list/state_graph.h"

namespace autotune {

/// A list in which each pass leads to another state and no state is met twice.
struct Solution {
  PassSequence list;
  std::vector<StateGraph::Node> nodes = {0};  ///< root, then the state after each pass

  /// Appends a pass that leads to `node`. If `node` was met before, drops everything after that
  /// meeting instead.
  void Add(PassId pass, StateGraph::Node node);
};

/// A change of a list: the passes from `begin` to `end`, `end` excluded, become `passes`.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  PassSequence passes = {};
  /// Number of leading `passes` that are alternatives: the first to change something is meant.
  std::size_t candidates = 0;
};

/// Returns the place of a pass that replaces those from `begin` to `end`, `end` excluded.
EditPlace PlaceOf(const Solution& solution, const StateGraph& graph, std::size_t begin,
                  std::size_t end);

/// Draws a small change: a pass inserted, replaced (now and then by two), removed, or swapped with
/// the next one. Most places and passes are drawn by the prior and the square root of their cost,
/// some evenly.
Edit DrawEdit(const Solution& solution, const StateGraph& graph, EditPrior& prior,
              const PassCosts& costs, Random& random);

/// Returns `list` with `changes` random insertions or removals of passes. `actions` is the size of
/// the space.
PassSequence Kicked(PassSequence list, std::uint32_t changes, std::size_t actions, Random& random);

}  // namespace autotune
