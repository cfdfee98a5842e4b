#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/action_space.h"
#include "core/program.h"

namespace autotune {

/// A learner's view of an episode: passes applied one after another, those without effect included.
struct Observation {
  std::shared_ptr<const Features> root;     ///< features of the unmodified program; never null
  std::shared_ptr<const Features> now;      ///< features of the present state; never null
  std::vector<std::uint16_t> histogram;     ///< number of times that each pass was applied, by pass
  std::uint32_t steps_left = 0;             ///< passes that the episode still applies
  std::vector<PassId> without_effect = {};  ///< passes that have left the present state as it is
  /// Graph of the present state; null unless it is observed.
  std::shared_ptr<const ProgramGraph> graph = {};
};

}  // namespace autotune
