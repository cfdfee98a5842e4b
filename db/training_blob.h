#pragma once

#include <string>
#include <string_view>

#include "core/ir_tokens.h"
#include "core/result.h"
#include "core/training_set.h"

namespace autotune {

// Tokens and episodes of a training file as bytes. Numbers take as few bytes as they need (7 bits
// each, lowest first). Features are differences from the step before.

std::string Pack(const IrTokens& tokens);
std::string Pack(const Episode& episode);

/// Unpack the bytes. Errors: `kBadInput` if `Pack` can't have made them.
Result<IrTokens> UnpackTokens(std::string_view bytes);
Result<Episode> UnpackEpisode(std::string_view bytes);

}  // namespace autotune
