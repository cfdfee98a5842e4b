#include "eval/proto/live_list.h"

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

TEST(LiveListTest, CountsTheLastThatTouchedNothing) {
  LiveList live;
  live.Add(1, true);
  live.Add(2, false);
  EXPECT_EQ(live.idle, 0u);
  live.Add(3, true);
  live.Add(4, true);
  EXPECT_EQ(live.idle, 2u);
  live.Shorten(3);
  EXPECT_EQ(live.applied, (PassSequence{1, 2, 3}));
  EXPECT_EQ(live.idle, 1u);
}

}  // namespace
}  // namespace autotune
