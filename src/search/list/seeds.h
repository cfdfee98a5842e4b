#pragma once

#include <vector>

#include "core/action_space.h"
#include "core/program.h"

namespace autotune {

/// Returns the whole pipelines of the space (`default<Oz>`, ...), each as a sequence of one, in
/// order of promise.
std::vector<PassSequence> WholePipelines(const ActionSpace& actions);

/// Returns lists that a search may try first, in order of promise. They are learned lists if
/// `learned`, whole pipelines, the coreset, and the first whole pipeline followed by each list of
/// the coreset.
std::vector<PassSequence> Seeds(const ActionSpace& actions, bool learned);

/// Returns lists that a search may take pieces from: learned lists if `learned`, the coreset and
/// the whole pipelines.
std::vector<PassSequence> Donors(const ActionSpace& actions, bool learned);

}  // namespace autotune
