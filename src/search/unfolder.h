#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/action_space.h"
#include "core/hash.h"
#include "core/program.h"

namespace autotune {

/// Writes whole pipelines (`default<Oz>`, ...) as single passes of the space, most of which do
/// nothing to a program and can go. What is left costs less to run again for each change of a list,
/// and can be changed itself. Not the same as the pipeline, which goes through functions and what
/// they call in turns, so that a search has to try it. Not thread-safe.
class Unfolder {
 public:
  explicit Unfolder(const ActionSpace& actions);

  /// Instead of the pass at a place of a list.
  struct Unfolded {
    std::size_t place = 0;
    PassSequence passes;
  };
  /// A way to write a pass of `list` that was not asked for in that state before, as far as that is
  /// remembered; from the end. `ir_before` has the IR before the pass at a place.
  std::optional<Unfolded> Next(const PassSequence& list,
                               const std::function<Hash128(std::size_t)>& ir_before);

  /// All ways to write a pass; none if it is a single one.
  const std::vector<PassSequence>& WaysOf(PassId pass) const { return ways_[pass]; }

 private:
  std::vector<std::vector<PassSequence>> ways_;             ///< of each pass
  std::map<std::pair<Hash128, PassId>, std::size_t> next_;  ///< of them, by the IR before
};

}  // namespace autotune
