#pragma once

#include <string>
#include <string_view>

#include "core/ir_tokens.h"
#include "core/result.h"
#include "core/training_set.h"

namespace autotune {

// What a training file holds of tokens and episodes, as bytes: numbers in as few bytes as they need
// (7 bits each, lowest first), features as differences from the step before.

std::string Pack(const IrTokens& tokens);
std::string Pack(const Episode& episode);

/// The inverses. Errors: `kBadInput` where the bytes are none that `Pack` makes.
Result<IrTokens> UnpackTokens(std::string_view bytes);
Result<Episode> UnpackEpisode(std::string_view bytes);

}  // namespace autotune
