#include "eval/live_list.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

TEST(LiveListTest, IsOnTheWayToWhatBeginsWithIt) {
  const LiveList live{{1, 2}};
  EXPECT_EQ(live.LengthIn({1, 2}), 2u);
  EXPECT_EQ(live.LengthIn({1, 2, 3}), 2u);
  EXPECT_EQ(live.LengthIn({1}), std::nullopt);
  EXPECT_EQ(live.LengthIn({2, 1}), std::nullopt);
  EXPECT_EQ(LiveList{}.LengthIn({1}), 0u);
}

TEST(LiveListTest, LeavesOutPassesThatTouchedNothing) {
  const LiveList live{{1, 2, 3}, 2};
  EXPECT_EQ(live.LengthIn({1, 2, 3, 4}), 3u);
  EXPECT_EQ(live.LengthIn({1, 2, 4}), 2u);
  EXPECT_EQ(live.LengthIn({1, 4}), 1u);
  EXPECT_EQ(live.LengthIn({1}), 1u);
  EXPECT_EQ(live.LengthIn({4}), std::nullopt);
}

}  // namespace
}  // namespace autotune
