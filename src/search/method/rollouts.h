#pragma once

#include <cstdint>
#include <memory>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/prior.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct RolloutsOptions {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;       ///< any
  std::uint32_t length = 45;    ///< passes of an episode, those without effect included, 1 ..
  std::uint32_t episodes = 0;   ///< episodes in all; 0: as many as the budget allows
  double explore = 0;           ///< probability of an evenly drawn pass at each step, in [0, 1]
  bool begin_greedily = false;  ///< the first episode takes the most probable pass at each step
};

/// Makes a search by whole episodes of a policy, the guided search of PPO and of CompilerDream
/// (arXiv 2404.16077, section 4.3). The policy is the prior, which sees all passes of the episode,
/// those without effect included. A pass without effect is not drawn again in the same state. A
/// pass that fails ends its episode, as in training.
///
/// Episodes are independent, each is seeded by its index, and a thread plays one at a time. If the
/// prior is not ready, a run does nothing. A found list has only the passes that had an effect.
std::unique_ptr<Searcher> MakeRolloutsSearcher(const RolloutsOptions& options,
                                               const ActionSpace& actions, Evaluator& evaluator,
                                               Prior& prior);

}  // namespace autotune
