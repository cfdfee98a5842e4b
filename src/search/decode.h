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
  Objective objective = Objective::kIrInstructions;
  std::uint64_t seed = 0;       ///< any value; does not affect the first episode
  std::uint32_t width = 16;     ///< episodes that run side by side, 1 .. 256
  std::uint32_t length = 45;    ///< passes tried in an episode, idle ones included, 1 .. 200
  std::uint32_t patience = 20;  ///< passes in a row without improvement that end an episode, 1 ..
  /// Rounds of `width` episodes each; 0: until several rounds in a row meet nothing new.
  std::uint32_t rounds = 0;
  double temperature = 1;  ///< temperature of the draw, > 0: the higher, the more even
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
