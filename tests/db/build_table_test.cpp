#include "db/build_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/merge.h"
#include "db/named_queries.h"
#include "db/sample_runs.h"

namespace autotune {
namespace {

constexpr char kAnswer[] =
    R"({"passes": ["sroa", "gvn"], "code": ["-disable-lsr"], "functions": [["f", "01", ""]]})";

class BuildTableTest : public ResultsTest {
 protected:
  /// A program of two objects, one of which is tuned, and a file of unknown size.
  static StoredBuild Sample() {
    StoredBuild build{.folder = "/src/tool",
                      .command = "make -j2",
                      .llvm = "19",
                      .autotune = "1",
                      .wall_seconds = 75,
                      .budget_seconds = 60,
                      .threads = 2,
                      .files = {}};
    StoredBuild::File& tuned = build.files.emplace_back();
    tuned.path = "a.o";
    tuned.source = "a.c";
    tuned.module = {1, 2};
    tuned.before = 300;
    tuned.after = 250;
    tuned.answer = kAnswer;
    StoredBuild::File& plain = build.files.emplace_back();
    plain.path = "b.o";
    plain.before = plain.after = 100;
    plain.taken_back = true;
    StoredBuild::File& program = build.files.emplace_back();
    program.path = "tool";
    program.linked = true;
    program.before = 1000;
    program.after = 950;
    program.objects = {"a.o", "b.o", "a.o"};
    StoredBuild::File& unknown = build.files.emplace_back();
    unknown.path = "tool.so";
    unknown.linked = true;
    unknown.after = 70;
    return build;
  }

  void Add(const StoredBuild& build, Database& database) {
    const Status added = AddBuild(database, build);
    EXPECT_TRUE(added.ok()) << (added.ok() ? "" : added.error().message);
  }

  SqlTable Named(const char* query, const SqlParameters& parameters) {
    return Ask(std::string(FindQuery(query)->sql), parameters);
  }
};

TEST_F(BuildTableTest, ABuildIsSummedUp) {
  Add(Sample(), *database_);
  EXPECT_EQ(AskOne("SELECT before || ' ' || after || ' ' || linked_files || ' ' || tuned_objects "
                   "|| '/' || objects || ' ' || taken_back FROM builds"),
            Str("1000 950 2 1/2 1"));
  EXPECT_EQ(AskOne("SELECT count(*) FROM builds WHERE started_at < "
                   "strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-70 seconds')"),
            Int(1));
  const SqlTable all = Named("builds", {{":folder", "*/tool"}, {":limit", std::monostate()}});
  EXPECT_EQ(all.rows.size(), 1u);
  EXPECT_TRUE(Named("builds", {{":folder", "*/other"}, {":limit", std::monostate()}}).rows.empty());
}

TEST_F(BuildTableTest, FilesAreThoseOfTheLastBuild) {
  Add(Sample(), *database_);
  StoredBuild second = Sample();
  second.files.erase(second.files.begin() + 1, second.files.end());
  Add(second, *database_);
  EXPECT_EQ(Named("built", {{":build", std::monostate()}}).rows.size(), 1u);
  const SqlTable first = Named("built", {{":build", Int(1)}});
  ASSERT_EQ(first.rows.size(), 4u);
  EXPECT_THAT(
      first.rows[2],
      testing::ElementsAre(Int(1), Str("object"), Str("a.o"), Str("00000000"), Int(300), Int(250),
                           testing::_, Str("tool"), Int(2), Int(1), Str("[\"-disable-lsr\"]")));
}

TEST_F(BuildTableTest, AMergeTakesEachBuildOnce) {
  Add(Sample(), *database_);
  const std::filesystem::path other_file = folder_.path() / "other.db";
  const auto other = Database::Open(other_file);
  ASSERT_TRUE(other.ok());
  Add(Sample(), **other);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(MergeResults(*database_, file_, other_file).ok());
    EXPECT_EQ(AskOne("SELECT count(*) FROM build"), Int(2));
    EXPECT_EQ(AskOne("SELECT count(*) FROM build_file"), Int(8));
    EXPECT_EQ(AskOne("SELECT count(*) FROM build_answer"), Int(1));
    EXPECT_EQ(AskOne("SELECT count(*) FROM build_link WHERE build = 2"), Int(2));
  }
}

}  // namespace
}  // namespace autotune
