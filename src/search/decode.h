#pragma once

#include <cstdint>
#include <memory>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/prior.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct DecodeOptions {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;       ///< any; without effect on the first episode
  std::uint32_t width = 16;     ///< episodes that go on side by side, 1 .. 256
  std::uint32_t length = 45;    ///< passes tried in one, those that do nothing too, 1 .. 200
  std::uint32_t patience = 20;  ///< passes in vain that end one, 1 ..
  std::uint32_t rounds =
      0;  ///< of `width` episodes each; 0: while now and then one meets anything new
  double temperature = 1;  ///< of the passes drawn, > 0: the higher, the more evenly
};

/// Lists that a prior writes, pass by pass, each measured on the way: the prior sees what the
/// passes so far have made of the program. The first episode takes the most probable pass each
/// time, the others draw. Passes known to do nothing in a state are never tried there again, and
/// side by side no two episodes try the same. With a width and a number of rounds of 1 this is
/// one-shot decoding. While the prior is not ready a run does nothing.
///
/// All episodes of a round take a step before any takes the next one, so that the prior is asked
/// for all at once, and what is found does not depend on the number of threads.
std::unique_ptr<Searcher> MakeDecodeSearcher(const DecodeOptions& options,
                                             const ActionSpace& actions, Evaluator& evaluator,
                                             Prior& prior);

}  // namespace autotune
