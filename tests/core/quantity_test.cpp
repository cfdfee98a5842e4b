#include "core/quantity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using namespace std::chrono_literals;

TEST(Quantity, ReadsDurations) {
  EXPECT_EQ(*ParseDuration("60s"), 60s);
  EXPECT_EQ(*ParseDuration("60"), 60s);
  EXPECT_EQ(*ParseDuration("2m"), 120s);
  EXPECT_EQ(*ParseDuration("2min"), 120s);
  EXPECT_EQ(*ParseDuration("1.5h"), 90min);
  EXPECT_EQ(*ParseDuration("1h30m"), 90min);
  EXPECT_EQ(*ParseDuration("1000h"), 1000h);
  EXPECT_EQ(*ParseDuration("30d"), 720h);
  EXPECT_EQ(*ParseDuration("60d", 2000h), 1440h);
  EXPECT_EQ(*ParseDuration("500ms"), 500ms);
  EXPECT_EQ(*ParseDuration("0.25s"), 250ms);
}

TEST(Quantity, RefusesWhatIsNoDuration) {
  for (const char* text : {"",      "0",    "0s",      "0.0001s",   "-5s",  "+5s",   "s",
                           "abc",   "5x",   "5 s",     "1e3s",      "inf",  "nan",   "0x10",
                           "1.2.3", "60s ", "1000.1h", "99999999h", "1h30", "1h30x", "h30m"}) {
    EXPECT_FALSE(ParseDuration(text).ok()) << text;
  }
  EXPECT_THAT(ParseDuration("soon").error().message, testing::HasSubstr("'soon'"));
  EXPECT_THAT(ParseDuration("0s").error().message, testing::HasSubstr("must be more than 0"));
  EXPECT_THAT(ParseDuration("99999h").error().message, testing::HasSubstr("1000h are the most"));
  EXPECT_THAT(ParseDuration("2001h", 2000h).error().message, testing::HasSubstr("2000h are"));
}

TEST(Quantity, ReadsSizesWithAUnitOnly) {
  EXPECT_EQ(*ParseByteSize("2G"), 2ull << 30);
  EXPECT_EQ(*ParseByteSize("1.5M"), 3ull << 19);
  for (const char* text : {"", "2", "0G", "-1G", "2T", "2GB", "99999999999G"}) {
    EXPECT_FALSE(ParseByteSize(text).ok()) << text;
  }
}

TEST(Quantity, ReadsCountsUpToTheLargest) {
  EXPECT_EQ(*ParseCount("0"), 0u);
  EXPECT_EQ(*ParseCount("18446744073709551615"), UINT64_MAX);
  for (const char* text : {"", "-1", "1.5", "1k", " 1", "18446744073709551616"}) {
    EXPECT_FALSE(ParseCount(text).ok()) << text;
  }
}

TEST(Quantity, WritesWhatItReads) {
  for (const auto duration : {60'000ms, 1500ms, 1ms}) {
    EXPECT_EQ(*ParseDuration(FormatDuration(duration)), duration);
  }
  for (const std::uint64_t bytes : {2ull << 30, 3ull << 19, 1ull << 10}) {
    EXPECT_EQ(*ParseByteSize(FormatByteSize(bytes)), bytes);
  }
}

TEST(Quantity, WritesForPeople) {
  EXPECT_EQ(FormatCount(0), "0");
  EXPECT_EQ(FormatCount(999), "999");
  EXPECT_EQ(FormatCount(1000), "1,000");
  EXPECT_EQ(FormatCount(1234567), "1,234,567");
  EXPECT_EQ(Counted(1, "pass", "passes"), "1 pass");
  EXPECT_EQ(Counted(0, "pass", "passes"), "0 passes");
  EXPECT_EQ(Counted(1000, "pass", "passes"), "1,000 passes");
  EXPECT_EQ(FormatSeconds(58.24), "58.2 s");
  EXPECT_EQ(FormatSeconds(123.4), "123 s");
  EXPECT_EQ(FormatChange(305, 312), "-2.2%");
  EXPECT_EQ(FormatChange(624, 312), "+100.0%");
  EXPECT_EQ(FormatChange(5, 0), "-");
}

}  // namespace
}  // namespace autotune
