#include "core/objective.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;

TEST(Objective, HasTheNameThatTheUserAsksFor) {
  EXPECT_THAT(ObjectiveNames(), ElementsAre("ir-instructions", "object-size"));
  for (const ObjectiveRow& row : Objectives()) {
    EXPECT_EQ(FindObjective(row.name), row.id);
    EXPECT_EQ(Name(row.id), row.name);
  }
  EXPECT_EQ(FindObjective("speed"), std::nullopt);
  EXPECT_EQ(Name(kDefaultObjective), "ir-instructions");
}

TEST(Objective, PicksItsNumber) {
  const Cost cost{.instructions = 7, .object_size = ObjectSize{.text = 100, .data = 20}};
  EXPECT_EQ(Value(cost, Objective::kIrInstructions), 7u);
  EXPECT_EQ(Value(cost, Objective::kObjectSize), 120u);
}

TEST(Objective, ARatioCountsNothingAsOne) {
  EXPECT_DOUBLE_EQ(RatioToOz(200, 160), 1.25);
  EXPECT_DOUBLE_EQ(RatioToOz(0, 0), 1);
}

TEST(Objective, KnowsWhatHasToBeMeasured) {
  EXPECT_FALSE(NeedsCode(Objective::kIrInstructions));
  EXPECT_TRUE(NeedsCode(Objective::kObjectSize));
  const Cost unsized{.instructions = 7, .object_size = {}};
  EXPECT_TRUE(HasValue(unsized, Objective::kIrInstructions));
  EXPECT_FALSE(HasValue(unsized, Objective::kObjectSize));
}

}  // namespace
}  // namespace autotune
