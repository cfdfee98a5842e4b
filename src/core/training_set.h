#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/ir_tokens.h"
#include "core/program.h"

namespace autotune {

/// What a search learned about one pass in one state.
struct TriedPass {
  PassId pass = 0;
  std::uint32_t visits = 0;  ///< times the search went this way
  bool changed = false;      ///< whether the pass does anything here
  std::uint64_t reachable =
      0;  ///< the lowest cost met from there on; the state's own cost if unchanged
};

/// A state on the way of an episode.
struct EpisodeStep {
  Features features;
  std::uint64_t cost = 0;
  std::uint64_t reachable = 0;  ///< the lowest cost that the search met from here on, or here
  std::vector<TriedPass> tried;
};

/// A list of passes that was found good, every one of which changes something.
struct Episode {
  PassSequence passes;
  std::vector<EpisodeStep> steps;  ///< the root and what each pass leads to
};

struct TrainingProgram {
  std::string name;
  std::string family;  ///< what may not be split between training and validation: its package
  ProgramId id{};      ///< of its file
  Hash128 ir;          ///< of the root
  std::uint64_t oz = 0;
  IrTokens tokens;                ///< of the root
  std::vector<Episode> episodes;  ///< best first
};

/// What searches met on programs, for a model to learn from.
struct TrainingSet {
  Hash128 actions;  ///< fingerprint of the action space
  std::size_t action_count = 0;
  std::vector<TrainingProgram> programs;
};

}  // namespace autotune
