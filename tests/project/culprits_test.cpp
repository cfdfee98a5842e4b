#include "project/culprits.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A check that fails with any of the culprits.
struct FakeCheck {
  std::vector<std::size_t> culprits;
  std::size_t trials = 0;
  std::vector<std::size_t> last_passed{};

  Trial AsTrial() {
    return [this](const std::vector<std::size_t>& units) -> Result<bool> {
      ++trials;
      const bool fails = std::ranges::any_of(
          culprits, [&](std::size_t unit) { return std::ranges::binary_search(units, unit); });
      if (!fails) last_passed = units;
      return !fails;
    };
  }
};

TEST(FindCulprits, FindsOneInFewTrials) {
  for (std::size_t culprit = 0; culprit < 100; ++culprit) {
    FakeCheck check{{culprit}};
    EXPECT_THAT(*FindCulprits(100, check.AsTrial()), ElementsAre(culprit));
    EXPECT_LE(check.trials, 14u) << culprit;
    EXPECT_EQ(check.last_passed.size(), 99u);
  }
}

TEST(FindCulprits, FindsSeveral) {
  FakeCheck check{{3, 4, 40}};
  EXPECT_THAT(*FindCulprits(50, check.AsTrial()), ElementsAre(3, 4, 40));
  EXPECT_EQ(check.last_passed.size(), 47u);
}

TEST(FindCulprits, FindsTheOnlyUnit) {
  FakeCheck check{{0}};
  EXPECT_THAT(*FindCulprits(1, check.AsTrial()), ElementsAre(0));
  EXPECT_THAT(*FindCulprits(0, check.AsTrial()), IsEmpty());
}

TEST(FindCulprits, FindsEnoughOfAPairThatFailsTogether) {
  const Trial trial = [](const std::vector<std::size_t>& units) -> Result<bool> {
    return !(std::ranges::binary_search(units, 1u) && std::ranges::binary_search(units, 6u));
  };
  EXPECT_THAT(*FindCulprits(8, trial), ElementsAre(6));
}

TEST(FindCulprits, EndsWithAnErrorOfATrial) {
  const Trial trial = [](const std::vector<std::size_t>&) -> Result<bool> {
    return Error{ErrorCode::kCancelled, "stopped"};
  };
  const auto culprits = FindCulprits(8, trial);
  ASSERT_FALSE(culprits);
  EXPECT_EQ(culprits.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace autotune
