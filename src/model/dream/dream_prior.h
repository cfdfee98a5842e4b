#pragma once

#include <memory>

#include "core/prior.h"
#include "model/dream/dream_network.h"

namespace autotune {

/// Returns a prior that follows the list of a query with the world model, without drawing, and then
/// asks the actor. It ranks the lists of a query by the return that the world model imagines for
/// their best prefix. The states of earlier queries are remembered, up to a limit.
std::unique_ptr<Prior> MakeDreamPrior(std::shared_ptr<const DreamNetwork> network);

}  // namespace autotune
