#include "tune/proof/code_options.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kNever = Clock::time_point::max();

TEST(CodeOptions, AreKeptIfTheyHelpTogether) {
  const auto first = std::string(CodeOptions()[0]);
  const auto second = std::string(CodeOptions()[1]);
  const auto third = std::string(CodeOptions()[2]);
  const SizeWithOptions size =
      [&](const std::vector<std::string>& options) -> std::optional<std::uint64_t> {
    const auto has = [&](const std::string& option) {
      return std::ranges::find(options, option) != options.end();
    };
    if (has(second)) return std::nullopt;  // an unknown option
    return 100u - (has(first) ? 5 : 0) - (has(first) && has(third) ? 2 : 0);
  };
  for (const std::size_t at_once : {1, 2, 3, 50}) {
    EXPECT_THAT(ChooseCodeOptions(100, size, kNever, at_once), ElementsAre(first, third));
    EXPECT_THAT(ChooseCodeOptions(95, size, kNever, at_once), IsEmpty()) << "not smaller";
  }
}

TEST(CodeOptions, AreTriedUntilTheEnd) {
  int tries = 0;
  const SizeWithOptions size = [&](const std::vector<std::string>&) {
    ++tries;
    return std::optional<std::uint64_t>(1);
  };
  EXPECT_THAT(ChooseCodeOptions(2, size, Clock::now(), 1), IsEmpty());
  EXPECT_EQ(tries, 0);
}

}  // namespace
}  // namespace autotune
