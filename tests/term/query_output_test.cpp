#include "term/query_output.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace autotune {
namespace {

SqlTable Sample() {
  return {{"run", "name", "best", "ratio"},
          {{std::int64_t{1234}, std::string("a.bc"), std::int64_t{48213}, 1.25},
           {std::int64_t{2}, std::string("größe.bc"), std::int64_t{-1000}, std::monostate()}}};
}

TEST(QueryOutput, TheTableIsForPeople) {
  EXPECT_EQ(FormatTable(Sample(), 0),
            " run  name        best  ratio\n"
            "1234  a.bc      48,213  1.250\n"
            "   2  größe.bc  -1,000      -\n");
}

TEST(QueryOutput, LongCellsAreCutAtCharacters) {
  const SqlTable table = {{"x"}, {{std::string("ääääääääää")}, {std::string("aaaaaaaa")}}};
  EXPECT_EQ(FormatTable(table, 8), "x\näääää...\naaaaaaaa\n");
}

TEST(QueryOutput, AWideTableIsMadeToFit) {
  const SqlTable table = {{"name", "objective", "best", "pipeline"},
                          {{std::string("a.bc"), std::string("object-size"), std::int64_t{48213},
                            std::string("function(sroa),function(gvn)")},
                           {std::string("b.bc"), std::string("object-size"), std::int64_t{7},
                            std::string("default<Oz>")}}};
  EXPECT_EQ(FormatTable(table, 30),
            "objective object-size\n\n"
            "name    best  pipeline\n"
            "a.bc  48,213  function(sroa...\n"
            "b.bc       7  default<Oz>\n");
  // Numbers stay whole, and there is no table of nothing.
  EXPECT_NE(FormatTable(table, 5).find("48,213  fun..."), std::string::npos);
  const SqlTable equal = {{"x"}, {{std::string("aaaaaaaa")}, {std::string("aaaaaaaa")}}};
  EXPECT_EQ(FormatTable(equal, 4), "x\naaaaaaaa\naaaaaaaa\n");
}

TEST(QueryOutput, ATableHasALineForARow) {
  EXPECT_EQ(FormatTable({{"x"}, {{std::string("a\nb\x1b[2J\u202e")}}}, 0), "x\na b?[2J?\n");
  EXPECT_EQ(FormatTable({{"x", "y"}, {}}, 0), "x  y\n");
  EXPECT_EQ(FormatTable({{"a\x1b[1m"}, {}}, 0), "a?[1m\n");
}

TEST(QueryOutput, CsvLosesNothing) {
  const SqlTable table = {{"a,b", "c"},
                          {{std::string("say \"hi\"\n"), 1.0 / 3},
                           {std::monostate(), std::string()},
                           {std::int64_t{1234567}, std::string("plain")}}};
  EXPECT_EQ(FormatCsv(table),
            "\"a,b\",c\n"
            "\"say \"\"hi\"\"\n\",0.3333333333333333\n"
            ",\"\"\n"
            "1234567,plain\n");
}

TEST(QueryOutput, JsonIsAnArrayOfObjects) {
  const auto rows = nlohmann::json::parse(FormatJson(Sample()));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["best"], 48213);
  EXPECT_EQ(rows[0]["ratio"], 1.25);
  EXPECT_TRUE(rows[1]["ratio"].is_null());
  EXPECT_EQ(FormatJson({{"x"}, {}}), "[]\n");
  EXPECT_EQ(nlohmann::json::parse(FormatJson({{"x"}, {{std::string("\xff")}}}))[0]["x"], "\uFFFD");
}

}  // namespace
}  // namespace autotune
