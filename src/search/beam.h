#pragma once

#include <cstdint>
#include <memory>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/prior.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct BeamOptions {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;         ///< any; without effect on the first beam
  std::uint32_t width = 2;        ///< states kept on each level of the first beam, 1 .. 65536
  std::uint32_t max_width = 256;  ///< of later ones, each twice as wide, `width` .. 65536
  std::uint32_t expansion = 64;   ///< states met on a level: as many passes for each state kept as
                                  ///< this divided by the width, but no fewer than `min_passes`
  std::uint32_t min_passes = 16;  ///< 1 ..
  std::uint32_t patience = 4;     ///< levels without improvement that end a beam, 1 ..
};

/// Beam search: of the states on a level those of least cost are kept, and the passes that the
/// prior thinks best for each are applied to it. States of equal IR are one, and none is met twice
/// in a beam. No more than half a level has the same state before it or the same last pass, so that
/// equals don't crowd out the others. Once a beam has not improved on its best for `patience`
/// levels the next one begins, twice as wide and with random numbers added to the prior's; what
/// passes make of an IR is remembered and evaluated only once. Ends early where a beam of the
/// greatest width meets nothing new.
std::unique_ptr<Searcher> MakeBeamSearcher(const BeamOptions& options, const ActionSpace& actions,
                                           Evaluator& evaluator, Prior& prior);

}  // namespace autotune
