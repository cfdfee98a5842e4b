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

/// Makes a search that writes lists with the prior, pass by pass, and measures each prefix. The
/// prior thus sees what the passes so far have made of the program. The first episode takes the
/// most probable pass at each step; the others draw. Passes known to do nothing in a state are not
/// tried there again. No two episodes try the same pass in the same state at once.
///
/// A `width` and `rounds` of 1 give one-shot decoding. If the prior is not ready, a run does
/// nothing.
///
/// All episodes of a round take a step before any of them takes the next. The prior is thus asked
/// for all at once, and the number of threads does not change what is found.
std::unique_ptr<Searcher> MakeDecodeSearcher(const DecodeOptions& options,
                                             const ActionSpace& actions, Evaluator& evaluator,
                                             Prior& prior);

}  // namespace autotune
