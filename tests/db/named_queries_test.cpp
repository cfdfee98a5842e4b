#include "db/named_queries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/build_table.h"
#include "db/sample_runs.h"

namespace autotune {
namespace {

using testing::Contains;
using testing::HasSubstr;

class NamedQueryTest : public ResultsTest {
 protected:
  NamedQueryTest() {
    StoreLevels(1);
    RunResult result = Finished(160, {"a", "b"});
    result.list->effects = {{{300, {}}, 0.5}, {{160, {}}, 0.25}};
    result.uses = {{"a", 5, 4, 0.5, {{"crash", 2}}}};
    RunDescription description = RunOf(1);
    description.label = "nightly";
    const RunId run = Start(description);
    EXPECT_TRUE(results_.AddProgress(run, 5, {{0.5, 0, {}, {400, {}}}}).ok());
    EXPECT_TRUE(results_.FinishRun(run, result).ok());
    StoredBuild build;
    build.files.emplace_back().path = "a.o";
    EXPECT_TRUE(AddBuild(*database_, build).ok());
  }
};

TEST_F(NamedQueryTest, EveryNamedQueryAnswersWithAndWithoutParameters) {
  for (const NamedQuery& query : NamedQueries()) {
    const std::string sql(query.sql);
    const Result<SqlTable> all = RunQuery(*database_, sql);
    ASSERT_TRUE(all.ok()) << query.name << ": " << all.error().message;
    EXPECT_EQ(all->rows.empty(), false) << query.name;
    for (const QueryParameter& parameter : query.parameters) {
      const std::string name = ":" + std::string(parameter.name);
      EXPECT_THAT(sql, HasSubstr(name)) << query.name;
      const bool limit = parameter.name == "limit";
      const Result<SqlTable> none =
          RunQuery(*database_, sql, {{name, limit ? Int(0) : Str("no such thing")}});
      ASSERT_TRUE(none.ok()) << query.name << " " << name << ": " << none.error().message;
      EXPECT_TRUE(none->rows.empty()) << query.name << " " << name;
    }
  }
}

TEST_F(NamedQueryTest, ParametersSelect) {
  const std::string runs(FindQuery("runs")->sql);
  EXPECT_EQ(RunQuery(*database_, runs, {{":label", Str("nightly")}})->rows.size(), 1u);
  EXPECT_EQ(RunQuery(*database_, runs, {{":program", Str("p?.bc")}})->rows.size(), 1u);
  EXPECT_EQ(RunQuery(*database_, runs, {{":program", Str("00000000000000010")}})->rows.size(), 1u);
  EXPECT_EQ(RunQuery(*database_, runs, {{":unknown", Str("is ignored")}})->rows.size(), 1u);
  EXPECT_FALSE(FindQuery("run"));
}

/// `history` has the values of both objectives, `levels` programs of one name.
TEST_F(NamedQueryTest, RowsOfDifferentThingsCanBeToldApart) {
  const std::string history(FindQuery("history")->sql);
  EXPECT_THAT(RunQuery(*database_, history)->columns, Contains("objective"));
  const std::string levels(FindQuery("levels")->sql);
  const Result<SqlTable> table = RunQuery(*database_, levels);
  EXPECT_THAT(table->columns, Contains("program"));
  EXPECT_EQ(table->rows[0][1], Str("00000000"));
}

TEST_F(NamedQueryTest, RunsWithOtherOptionsAreToldApart) {
  RunDescription other = RunOf(1);
  other.label = "nightly";
  other.options = R"({"variant": "keep-inlining"})";
  Add(other, Finished(170, {"b"}));
  for (const char* name : {"leaderboard", "anytime"}) {
    const Result<SqlTable> table = RunQuery(*database_, std::string(FindQuery(name)->sql));
    ASSERT_TRUE(table.ok()) << table.error().message;
    EXPECT_EQ(table->rows.size(), 2u) << name;
    EXPECT_THAT(table->columns, Contains("variant")) << name;
  }
}

TEST_F(NamedQueryTest, LimitsOfEvaluationsAreToldApart) {
  RunDescription limited = RunOf(1);
  limited.label = "nightly";
  limited.max_evaluations = 100;
  Add(limited, Finished(170, {"b"}));
  for (const char* name : {"leaderboard", "anytime"}) {
    const Result<SqlTable> table = RunQuery(*database_, std::string(FindQuery(name)->sql));
    ASSERT_TRUE(table.ok()) << table.error().message;
    EXPECT_EQ(table->rows.size(), 2u) << name;
    EXPECT_THAT(table->columns, Contains("max_evals")) << name;
  }
}

}  // namespace
}  // namespace autotune
