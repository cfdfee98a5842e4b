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

/// Makes a beam search. Each level keeps the states of least cost and applies to each the passes
/// that the prior rates highest. States of equal IR are one state, and a beam meets none twice. At
/// most half of a level has the same parent (the root excepted) or the same last pass. Similar
/// states thus don't crowd out the others.
///
/// A beam ends after `patience` levels without improvement. The next beam is twice as wide and adds
/// random numbers to the prior's scores. The search remembers what passes make of an IR and
/// evaluates it only once. It ends early if a beam of width `max_width` meets nothing new.
std::unique_ptr<Searcher> MakeBeamSearcher(const BeamOptions& options, const ActionSpace& actions,
                                           Evaluator& evaluator, Prior& prior);

}  // namespace autotune
