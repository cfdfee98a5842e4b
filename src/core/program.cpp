#include "core/program.h"

#include <cassert>

namespace autotune {

std::string_view Name(Objective objective) {
  return objective == Objective::kIrInstructions ? "ir-instructions" : "object-size";
}

std::uint64_t Value(const Cost& cost, Objective objective) {
  if (objective == Objective::kIrInstructions) return cost.instructions;
  assert(cost.object_size && "object size was not asked for");
  return cost.object_size->total();
}

}  // namespace autotune
