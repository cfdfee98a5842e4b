#include "core/program.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

TEST(Objective, NamesWhatTheUserAsksFor) {
  EXPECT_EQ(Name(Objective::kIrInstructions), "ir-instructions");
  EXPECT_EQ(Name(Objective::kObjectSize), "object-size");
}

TEST(Objective, PicksItsNumber) {
  const Cost cost{.instructions = 7, .object_size = ObjectSize{.text = 100, .data = 20}};
  EXPECT_EQ(Value(cost, Objective::kIrInstructions), 7u);
  EXPECT_EQ(Value(cost, Objective::kObjectSize), 120u);
}

}  // namespace
}  // namespace autotune
