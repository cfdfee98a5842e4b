#pragma once

#include <cstdint>
#include <vector>

#include "core/ir_tokens.h"

namespace autotune::worker {

class FunctionLayout;

/// Tokens of the instructions with numbers from `begin` to before `end`. Linear in the size of the
/// blocks they are in and in the uses of what they compute.
std::vector<IrToken> TokenizeRange(const FunctionLayout& layout, std::uint32_t begin,
                                   std::uint32_t end);

}  // namespace autotune::worker
