#include "project/build_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(BuildTable, ShowsWhatIsLinkedWhatIsTunedAndTheSum) {
  BuildReport report;
  report.linked = {{.file = {"/p/prog", 2'000, 1'900}},
                   {.file = {"/other/lib.so", std::nullopt, 10}},
                   {.file = {"/p/whole", 2'000, 1'000}, .units = 3, .passes = 7},
                   {.file = {"/p/broken", 10, 10}, .taken_back = true},
                   {.file = {"/p/old", 10, 10}, .outdated = true}};
  report.units = {{.object = {"/p/a.o", 1'000, 900}, .passes = 12},
                  {.object = {"/p/b.o", 500, 500}},
                  {.object = {"/p/c.o", 100, 100}, .passes = 0, .taken_back = true},
                  {.object = {"/p/gone.o", 100, std::nullopt}}};
  const std::vector<std::string> lines = {
      "text + data                                       before       after         ",
      "prog                                               2,000       1,900    -5.0%  linked",
      "/other/lib.so                                          -          10        -  linked",
      "whole                                              2,000       1,000   -50.0%  linked, one "
      "module of 3 units, 7 passes",
      "broken                                                10          10    +0.0%  linked; as "
      "one module taken back: the check fails with it",
      "old                                                   10          10    +0.0%  linked; it "
      "has "
      "changed since it was tuned as one module",
      "a.o                                                1,000         900   -10.0%  12 passes",
      "c.o                                                  100         100    +0.0%  taken back: "
      "the check fails with it",
      "4 objects                                          1,600       1,500    -6.2%  1 tuned"};
  std::string table;
  for (const std::string& line : lines) table += line + '\n';
  EXPECT_EQ(BuildTable(report, "/p"), table);
}

TEST(BuildTable, HasNoSumOfBitcode) {
  BuildReport report;
  report.units = {{.object = {"/p/a.o", std::nullopt, std::nullopt}}};
  EXPECT_THAT(BuildTable(report, "/p"), HasSubstr(" -        -  0 tuned"));
}

TEST(BuildTable, ShowsNoControlCharacterOfAName) {
  BuildReport report;
  report.units = {{.object = {"/p/\x1b[31m.o", 1, 1}, .passes = 1}};
  report.counts = {{"plain: \x1b", 1}};
  EXPECT_THAT(BuildTable(report, "/p"), Not(HasSubstr("\x1b")));
  EXPECT_THAT(BuildCounts(report), Not(HasSubstr("\x1b")));
}

TEST(BuildCounts, BeginsWithTheMostFrequent) {
  BuildReport report;
  report.counts = {{"links", 2}, {"recorded", 1'000}, {"a", 2}};
  EXPECT_EQ(BuildCounts(report), "   1,000 recorded\n       2 a\n       2 links\n");
}

}  // namespace
}  // namespace autotune
