#include "term/plot.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::vector<CurvePoint> kCurve = {{0.1, 0, 1600}, {1, 10, 800}, {10, 100, 600}};

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

TEST(Plot, DrawsTheFallOverALogarithmicTime) {
  const PlotOptions options{.width = 48, .height = 5, .braille = false, .end = 100, .oz = {}};
  EXPECT_EQ(PlotCurve(kCurve, options),
            "825  *****************************\n"
            "                                 *\n"
            "                                 *\n"
            "                                 *\n"
            "600                              ***************\n"
            "     0.1 s         1 s           10 s      100 s\n");
}

TEST(Plot, MarksOz) {
  const PlotOptions options{.width = 60, .height = 10, .braille = false, .end = 100, .oz = 700};
  const std::vector<std::string> lines = Lines(PlotCurve(kCurve, options));
  const auto oz =
      std::ranges::find_if(lines, [](const auto& line) { return line.starts_with(" Oz"); });
  ASSERT_NE(oz, lines.end());
  EXPECT_THAT(*oz, HasSubstr(".   .   ."));
  EXPECT_THAT(lines[9], StartsWith("600"));
  EXPECT_THAT(lines.back(), testing::EndsWith("100 s"));
}

TEST(Plot, NeverLeavesItsBox) {
  const std::vector<CurvePoint> odd[] = {
      {{0, 0, 5}},
      {{0, 0, 0}, {0, 1, 0}},
      {{3, 0, 1ull << 40}, {3, 1, 7}},
      {{0.001, 0, 900}, {5, 1, 800}, {500'000, 2, 1}},
      // No search makes these, but a database may hold them.
      {{5, 0, 1}, {1, 1, 1ull << 62}, {0, 2, ~0ull}},
      {{-1, 0, ~0ull}, {1e308, 1, 1ull << 63}, {-1e308, 2, 0}},
      {{HUGE_VAL, 0, 7}, {NAN, 1, ~0ull}, {-HUGE_VAL, 2, 3}},
  };
  for (const std::vector<CurvePoint>& curve : odd) {
    for (const bool braille : {false, true}) {
      const double end = braille ? 0.5 : HUGE_VAL;
      for (const std::optional<std::uint64_t> oz :
           {std::optional<std::uint64_t>(), {0}, {850}, {~0ull}}) {
        const PlotOptions options{
            .width = 1, .height = 6, .braille = braille, .end = end, .oz = oz};
        const std::vector<std::string> lines = Lines(PlotCurve(curve, options));
        ASSERT_EQ(lines.size(), 7u);
        for (const std::string& line : lines) {
          const auto characters = std::ranges::count_if(
              line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
          EXPECT_LE(characters, 40) << line;
        }
      }
    }
  }
  EXPECT_EQ(PlotCurve({}, {}), "");
}

TEST(Plot, DrawsInBraille) {
  const PlotOptions options{.width = 40, .height = 3, .braille = true, .end = 100, .oz = {}};
  EXPECT_THAT(PlotCurve(kCurve, options), HasSubstr("⠉⠉⠉⠉"));
}

}  // namespace
}  // namespace autotune
