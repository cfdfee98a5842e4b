#pragma once

#include <cstddef>
#include <optional>

#include "core/program.h"

namespace autotune {

/// The passes that led to the module which a worker has at hand.
struct LiveList {
  PassSequence applied;
  /// So many of the last of these touched nothing, not even the order of use lists: the module is
  /// what it was before them, too.
  std::size_t idle = 0;

  void Add(PassId pass, bool touched_nothing) {
    applied.push_back(pass);
    idle = touched_nothing ? idle + 1 : 0;
  }
  /// Takes back passes that touched nothing. `length`: as `LengthIn` gives it.
  void Shorten(std::size_t length) {
    idle -= applied.size() - length;
    applied.resize(length);
  }

  /// How much of `list` leads to this module; nothing where the module is not on its way.
  std::optional<std::size_t> LengthIn(const PassSequence& list) const;
};

}  // namespace autotune
