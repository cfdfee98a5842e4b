#pragma once

#include <memory>

#include "core/ir_tokens.h"
#include "core/prior.h"
#include "model/network/passformer.h"

namespace autotune {

/// Makes a prior for the states of one program, whose root has these tokens. The program is encoded
/// at the first query; all work is on one thread. Lists with a common prefix share its computation,
/// up to about 30 MB.
std::unique_ptr<Prior> MakeTorchPrior(std::shared_ptr<const Passformer> network, IrTokens tokens);

}  // namespace autotune
