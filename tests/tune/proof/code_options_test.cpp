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
  const auto first = std::string(CodeOptions()[4]);
  const auto second = std::string(CodeOptions()[5]);
  const auto third = std::string(CodeOptions()[6]);
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

TEST(CodeOptions, ReplaceThoseOfTheSameName) {
  const SizeWithOptions size = [](const std::vector<std::string>& options) {
    std::uint64_t bytes = 100;
    for (const std::string& option : options) {
      if (option == "-outliner-benefit-threshold=20") bytes -= 3;
      if (option == "-outliner-benefit-threshold=12") bytes -= 4;
      if (option == "-enable-machine-outliner") bytes -= 2;
      if (option == "-pre-RA-sched=source") bytes -= 2;
      if (option == "-pre-RA-sched=list-ilp") bytes -= 1;
    }
    return std::optional(bytes);
  };
  EXPECT_THAT(ChooseCodeOptions(100, size, kNever, 2),
              ElementsAre("-enable-machine-outliner", "-outliner-benefit-threshold=12",
                          "-pre-RA-sched=source"));
}

TEST(CodeOptions, AreKnownWordByWord) {
  EXPECT_TRUE(IsCodeOption("-enable-machine-outliner"));
  EXPECT_TRUE(IsCodeOption("-outliner-benefit-threshold=20"));
  EXPECT_FALSE(IsCodeOption("-outliner-benefit-threshold=21"));
  EXPECT_FALSE(IsCodeOption("-enable-machine-outliner -outliner-benefit-threshold=12"));
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
