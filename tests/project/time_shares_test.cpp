#include "project/time_shares.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;

std::vector<milliseconds> Divide(std::int64_t budget, const std::vector<ShareOf>& units) {
  return DivideTime(milliseconds(budget), units);
}

TEST(DivideTime, GivesTimeByBytes) {
  EXPECT_THAT(Divide(60'000, {{.bytes = 1'000}, {.bytes = 4'000}, {.bytes = 1'000}}),
              ElementsAre(milliseconds(10'000), milliseconds(40'000), milliseconds(10'000)));
}

TEST(DivideTime, CountsTheTimeOfEarlierBuilds) {
  // 40 s in all: 20 s each.
  EXPECT_THAT(Divide(20'000, {{.bytes = 9, .spent = milliseconds(15'000)},
                              {.bytes = 9, .spent = milliseconds(5'000)}}),
              ElementsAre(milliseconds(5'000), milliseconds(15'000)));
  // The first one has had more than its share.
  EXPECT_THAT(Divide(10'000, {{.bytes = 9, .spent = milliseconds(90'000)}, {.bytes = 9}}),
              ElementsAre(milliseconds(0), milliseconds(10'000)));
}

TEST(DivideTime, GivesTheLargestEnoughIfTimeIsShort) {
  const milliseconds second(1'000);
  EXPECT_THAT(Divide(6'500, {{.bytes = 10, .least = second},
                             {.bytes = 30'000, .least = 4 * second},
                             {.bytes = 20'000, .least = 3 * second},
                             {.bytes = 2, .least = second}}),
              ElementsAre(second, 4 * second, milliseconds(0), second));
}

TEST(DivideTime, NeverGivesMoreThanTheBudget) {
  for (std::int64_t budget : {500, 1'000, 7'777, 100'000}) {
    std::vector<ShareOf> units;
    for (std::uint64_t i = 0; i < 100; ++i) {
      units.push_back(
          {.bytes = i * i, .spent = milliseconds(i % 7 * 1'000), .least = milliseconds(1'000 + i)});
    }
    const std::vector<milliseconds> shares = Divide(budget, units);
    EXPECT_LE(std::accumulate(shares.begin(), shares.end(), milliseconds(0)).count(), budget);
    for (std::size_t i = 0; i < units.size(); ++i) {
      EXPECT_TRUE(shares[i].count() == 0 || shares[i] >= units[i].least) << i;
    }
  }
}

TEST(DivideTime, GivesNothingToUnitsWithoutBytes) {
  EXPECT_THAT(Divide(9'000, {{.bytes = 0}}), ElementsAre(milliseconds(0)));
  EXPECT_TRUE(Divide(9'000, {}).empty());
}

}  // namespace
}  // namespace autotune
