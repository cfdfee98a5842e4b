#pragma once

#include <memory>

#include "core/ir_tokens.h"
#include "core/prior.h"
#include "model/passformer.h"

namespace autotune {

/// A prior for the states of one program, whose root has these tokens. The program is encoded at
/// the first query, on one thread like all that follows. Lists that begin alike share what was
/// computed, up to some 30 MB.
std::unique_ptr<Prior> MakeTorchPrior(std::shared_ptr<const Passformer> network, IrTokens tokens);

}  // namespace autotune
