#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/program.h"

namespace autotune {

/// The passes that led to the module held by a worker.
struct LiveList {
  PassSequence applied;
  /// Number of passes at the end of `applied` that touched nothing, not even the order of use
  /// lists. The module is therefore also the state before them.
  std::size_t idle = 0;

  void Add(PassId pass, bool touched_nothing) {
    applied.push_back(pass);
    idle = touched_nothing ? idle + 1 : 0;
  }
  /// Removes passes at the end that touched nothing. `length` comes from `LengthIn`.
  void Shorten(std::size_t length) {
    idle -= applied.size() - length;
    applied.resize(length);
  }

  /// Returns the number of passes of `list` that lead to this module; nothing if the module is not
  /// on the way to `list`.
  std::optional<std::size_t> LengthIn(const PassSequence& list) const {
    const auto end = std::ranges::mismatch(applied, list).in1;
    const auto shared = static_cast<std::size_t>(end - applied.begin());
    if (shared + idle < applied.size()) return std::nullopt;
    return shared;
  }
};

}  // namespace autotune
