#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/ir_tokens.h"
#include "core/program.h"

namespace autotune {

/// The experience of a search with one pass in one state.
struct TriedPass {
  PassId pass = 0;
  std::uint32_t visits = 0;  ///< times the search went this way
  bool changed = false;      ///< true if the pass does anything here
  std::uint64_t reachable =
      0;  ///< lowest cost met from there on; the state's own cost if unchanged
};

/// A state on the way of an episode.
struct EpisodeStep {
  Features features;
  std::uint64_t cost = 0;
  std::uint64_t reachable = 0;  ///< lowest cost that the search met here or from here on
  std::vector<TriedPass> tried;
};

/// A list of passes that was found good. Each of its passes changes something.
struct Episode {
  PassSequence passes;
  std::vector<EpisodeStep> steps;  ///< the root and the state after each pass
};

struct TrainingProgram {
  std::string name;
  std::string family;    ///< package; a family is never split between training and validation
  ProgramId id{};        ///< identity of the program's file
  Hash128 ir;            ///< hash of the root's IR
  std::uint64_t oz = 0;  ///< instructions after `default<Oz>`
  IrTokens tokens;       ///< tokens of the root
  std::vector<Episode> episodes;  ///< best first
};

/// Experience of searches on programs, for a model to learn from.
struct TrainingSet {
  Hash128 actions;  ///< fingerprint of the action space
  std::size_t action_count = 0;
  std::vector<TrainingProgram> programs;
};

}  // namespace autotune
