#pragma once

#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "core/training_set.h"

namespace autotune {

struct SampleOptions {
  double validation_share = 0.1;  ///< of the families
  double nearness = 0.02;  ///< log of the cost by which an episode is e times less worth imitating
};

/// An episode to learn from, and what each of its steps counts. Those of the whole set have a value
/// weight of 1 on average; the steps with a policy target weigh as much in all.
struct Sample {
  std::size_t program = 0;  ///< in the training set
  std::size_t episode = 0;  ///< of the program
  float policy_weight = 0;
  float value_weight = 0;
};

/// The samples to learn from and those to validate on. The family of a sample decides where it
/// goes, as `ValidationFamilies` says.
struct SampleSplit {
  std::vector<Sample> training;
  std::vector<Sample> validation;  ///< empty where there is one family
};

/// The families to validate on: those whose name has a hash in the lowest `share` of all, so that a
/// larger set validates on what a smaller one did. The one with the lowest hash where that is none;
/// never the one with the highest: only these two may change sides as families are added.
std::set<std::string_view> ValidationFamilies(const std::set<std::string_view>& families,
                                              double share);

/// Shares the episodes out. All programs of a family count the same, and a family counts as the
/// square root of how many it has. Within a program the value is learned from all episodes alike,
/// the policy from those that end near the best one.
SampleSplit SplitByFamily(const TrainingSet& set, const SampleOptions& options);

/// What a model should say of a state.
struct StepTarget {
  std::vector<float> policy;  ///< a distribution over all passes; empty where none is known to help
  float value = 0;            ///< log of the lowest cost reachable over the cost
};

struct TargetOptions {
  double search_share = 0.5;  ///< of the mass: the search's statistics against the pass taken
  /// Log of the reachable cost by which a pass gets e times less of it; never more than an eighth
  /// of what can be gained, or late steps would be told that all passes are equal.
  double temperature = 0.02;
};

/// What a model should say at `step` of the episode.
StepTarget TargetAt(const Episode& episode, std::size_t step, std::size_t actions,
                    const TargetOptions& options);

}  // namespace autotune
