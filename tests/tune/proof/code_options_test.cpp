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
  const std::string first = "-first";
  const std::string second = "-second";
  const std::string third = "-third";
  const std::vector<std::string_view> all = {first, second, third, "-fourth"};
  const SizeWithOptions size =
      [&](const std::vector<std::string>& options) -> std::optional<std::uint64_t> {
    const auto has = [&](const std::string& option) {
      return std::ranges::find(options, option) != options.end();
    };
    if (has(second)) return std::nullopt;  // an unknown option
    return 100u - (has(first) ? 5 : 0) - (has(first) && has(third) ? 2 : 0);
  };
  for (const std::size_t at_once : {1, 2, 3, 50}) {
    EXPECT_THAT(ChooseCodeOptions(all, 100, size, kNever, at_once), ElementsAre(first, third));
    EXPECT_THAT(ChooseCodeOptions(all, 95, size, kNever, at_once), IsEmpty()) << "not smaller";
  }
}

TEST(CodeOptions, ReplaceThoseOfTheSameName) {
  const SizeWithOptions size = [](const std::vector<std::string>& options) {
    std::uint64_t bytes = 100;
    for (const std::string& option : options) {
      if (option == "-a=20") bytes -= 3;
      if (option == "-a=12") bytes -= 4;
      if (option == "-b") bytes -= 2;
      if (option == "-c=1") bytes -= 2;
      if (option == "-c=2") bytes -= 1;
    }
    return std::optional(bytes);
  };
  const std::vector<std::string_view> all = {"-a=20", "-b -a=12", "-c=1", "-c=2"};
  EXPECT_THAT(ChooseCodeOptions(all, 100, size, kNever, 2), ElementsAre("-b", "-a=12", "-c=1"));
}

TEST(CodeOptions, AreThoseOfTheTarget) {
  const std::vector<std::string_view> any = CodeOptions("");
  for (const std::string triple : {"x86_64-pc-linux-gnu", "aarch64-linux-gnu", "riscv32"}) {
    const std::vector<std::string_view> own = CodeOptions(triple);
    EXPECT_LT(own.size(), any.size());
    EXPECT_EQ(std::ranges::count(own, "-homogeneous-prolog-epilog"), triple[0] == 'a' ? 1 : 0);
    EXPECT_EQ(std::ranges::count(own, "-disable-lsr"), 1);
  }
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
  EXPECT_THAT(ChooseCodeOptions(CodeOptions(""), 2, size, Clock::now(), 1), IsEmpty());
  EXPECT_EQ(tries, 0);
}

}  // namespace
}  // namespace autotune
