#pragma once

#include <cstdint>
#include <vector>

#include "core/ir_tokens.h"

namespace llvm {
class Type;
}

namespace autotune::worker {

class FunctionLayout;

/// Returns `TokenField::kType` of a value of this type.
std::uint8_t TypeToken(const llvm::Type& type);

/// Returns tokens of the instructions numbered from `begin` to before `end`. Time is linear in the
/// size of their blocks and in the number of uses of their results.
std::vector<IrToken> TokenizeRange(const FunctionLayout& layout, std::uint32_t begin,
                                   std::uint32_t end);

}  // namespace autotune::worker
