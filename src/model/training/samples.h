#pragma once

#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "core/training_set.h"

namespace autotune {

struct SampleOptions {
  double validation_share = 0.1;  ///< share of the families
  double nearness = 0.02;  ///< log of the cost by which an episode is e times less worth imitating
};

/// An episode to learn from, and the weights of each of its steps. Over the whole set, value
/// weights are 1 on average; the policy weights of steps with a policy target have the same sum.
struct Sample {
  std::size_t program = 0;  ///< index in the training set
  std::size_t episode = 0;  ///< index among the program's episodes
  float policy_weight = 0;
  float value_weight = 0;
};

/// The samples to learn from and those to validate on. The family of a sample decides where it
/// goes, as `ValidationFamilies` says.
struct SampleSplit {
  std::vector<Sample> training;
  std::vector<Sample> validation;  ///< empty if there is only one family
};

/// Returns the families to validate on: those whose name has a hash in the lowest `share` of all. A
/// larger set thus validates on the families that a smaller one did. If there are none, the family
/// with the lowest hash is chosen; that with the highest hash never is. Only these two may change
/// sides as families are added.
std::set<std::string_view> ValidationFamilies(const std::set<std::string_view>& families,
                                              double share);

/// Shares the episodes out. All programs of a family count the same, and a family counts as the
/// square root of how many it has. Within a program the value is learned from all episodes alike,
/// the policy from those that end near the best one.
SampleSplit SplitByFamily(const TrainingSet& set, const SampleOptions& options);

/// The desired prediction for a state.
struct StepTarget {
  std::vector<float> policy;  ///< distribution over all passes; empty if none is known to help
  float value = 0;            ///< log of the lowest cost reachable over the state's cost
};

struct TargetOptions {
  double search_share = 0.5;  ///< share of the search's statistics; the rest is for the pass taken
  /// Difference in the log of the reachable cost that makes a pass e times less probable. It is
  /// capped at an eighth of the possible gain. Otherwise late steps would learn that all passes are
  /// equal.
  double temperature = 0.02;
};

/// Returns the desired prediction at `step` of the episode.
StepTarget TargetAt(const Episode& episode, std::size_t step, std::size_t actions,
                    const TargetOptions& options);

}  // namespace autotune
