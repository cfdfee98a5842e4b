#pragma once

#include <string_view>

#include "core/action_space.h"
#include "core/program.h"
#include "search/learned/take_until.h"

namespace autotune {

/// Returns the passes of a comma-separated list, without those that `actions` lacks.
inline PassSequence KnownPasses(const ActionSpace& actions, std::string_view list) {
  PassSequence passes;
  while (!list.empty()) {
    const auto pass = actions.Find(TakeUntil(',', list));
    if (pass.ok()) passes.push_back(*pass);
  }
  return passes;
}

}  // namespace autotune
