#include "learn/candidate_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/results_db.h"
#include "db/training_db.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Families = std::set<std::string>;

const ActionSpace kActions("test", {{"a", ""}, {"b", ""}, {"c", ""}}, {});

class CandidateListsTest : public testing::Test {
 protected:
  /// A training file with one program for each family, all with this list.
  std::string Training(const std::string& name, const std::vector<std::string>& families,
                       const PassSequence& passes, std::uint64_t cost,
                       const ActionSpace& actions = kActions) {
    const std::string file = directory_.path() / name;
    const auto training = TrainingDb::Open(file, actions.fingerprint(), actions.size());
    EXPECT_TRUE(training.ok());
    for (const std::string& family : families) {
      TrainingProgram program;
      program.name = program.family = family;
      program.id = program.ir = HashBytes(family + name);
      program.oz = 100;
      Episode episode{.passes = passes, .steps = std::vector<EpisodeStep>(passes.size() + 1)};
      episode.steps.back().cost = cost;
      program.episodes = {episode};
      EXPECT_TRUE((*training)->Append(program).ok());
    }
    return file;
  }

  /// A database of results with one run.
  std::string Results(const std::string& path, const std::vector<std::string>& passes) {
    std::filesystem::create_directories(directory_.path() / "gsl");
    directory_.Write("gsl/sum.bc", "");
    const std::string file = directory_.path() / "results.db";
    const auto database = Database::Open(file);
    EXPECT_TRUE(database.ok());
    ResultsDb results(**database);
    RunDescription description;
    description.program.path = directory_.path() / path;
    const Result<RunId> run = results.StartRun(description);
    EXPECT_TRUE(run.ok());
    RunResult result;
    result.list = VerifiedList{.passes = passes,
                               .effects = {},
                               .level = {},
                               .pipeline = "a,b",
                               .opt_flags = {},
                               .ir = {},
                               .cost = {90, {}}};
    EXPECT_TRUE(results.FinishRun(*run, result).ok());
    return file;
  }

  TestDirectory directory_;
};

TEST_F(CandidateListsTest, EachListComesOnceWithAllItsFamilies) {
  const std::string one = Training("1.db", {"zlib", "xz"}, {1, 0}, 90);
  const std::string two = Training("2.db", {"lua"}, {0, 2}, 80);
  const std::string results = Results("gsl/sum.whole.bc", {"b", "a"});
  const auto lists = ReadCandidateLists({one, two, results}, kActions, false);
  ASSERT_TRUE(lists.ok()) << lists.error().message;
  ASSERT_EQ(lists->size(), 2u);
  EXPECT_THAT((*lists)[0].passes, ElementsAre(0, 2));
  EXPECT_EQ((*lists)[0].families, Families{"lua"});
  EXPECT_THAT((*lists)[1].passes, ElementsAre(1, 0));
  EXPECT_EQ((*lists)[1].families, (Families{"gsl", "xz", "zlib"}));
}

TEST_F(CandidateListsTest, WhatIsNoBetterThanOzOrCannotBeSaidIsLeftOut) {
  const std::string training = Training("1.db", {"zlib"}, {1}, 100);
  const std::string results = Results("gsl/sum.bc", {"a", "of another LLVM"});
  const std::string input = Training("2.db", {"xz"}, {}, 90);  // Oz makes it larger
  const auto lists = ReadCandidateLists({training, results, input}, kActions, false);
  ASSERT_TRUE(lists.ok()) << lists.error().message;
  EXPECT_EQ(lists->size(), 0u);
}

TEST_F(CandidateListsTest, ErrorsNameTheFile) {
  const ActionSpace other("other", {{"b", ""}, {"a", ""}}, {});
  const std::string training = Training("1.db", {"zlib"}, {1}, 90, other);
  const auto space = ReadCandidateLists({training}, kActions, false);
  ASSERT_FALSE(space.ok());
  EXPECT_THAT(space.error().message, HasSubstr("1.db' was collected with another action space"));
  const auto text = ReadCandidateLists({directory_.Write("no.db", "text")}, kActions, false);
  ASSERT_FALSE(text.ok());
  EXPECT_THAT(text.error().message, HasSubstr("no.db' is not an SQLite database"));
}

TEST_F(CandidateListsTest, AProgramThatIsGoneMayBeOfATestSplit) {
  const std::string results = Results("gsl/gone.bc", {"b", "a"});
  const auto lists = ReadCandidateLists({results}, kActions, false);
  ASSERT_FALSE(lists.ok());
  EXPECT_THAT(lists.error().message, HasSubstr("gsl/gone.bc' is gone, so nothing says if it is"));
  EXPECT_TRUE(ReadCandidateLists({results}, kActions, true).ok());
}

TEST_F(CandidateListsTest, ATextFileIsAFamilyOfItsOwn) {
  const std::string file = directory_.Write("lists.txt", "# mine\nb,a\n\n=1 -2\nc\n");
  const auto lists = ReadListFile(file, kActions);
  ASSERT_TRUE(lists.ok()) << lists.error().message;
  ASSERT_EQ(lists->size(), 2u);
  EXPECT_EQ((*lists)[0].passes, (PassSequence{1, 0}));
  EXPECT_EQ((*lists)[1].passes, PassSequence{2});
  EXPECT_EQ((*lists)[1].families, Families{file});

  const auto unknown = ReadListFile(directory_.Write("other.txt", "a\nb,d\n"), kActions);
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().message, HasSubstr("other.txt:2: a pass is not of the action space"));
  EXPECT_EQ(ReadListFile(directory_.path() / "none", kActions).error().code, ErrorCode::kNotFound);
}

TEST(Sample, DrawsSoManyInOrderByTheSeed) {
  std::vector<CandidateList> lists;
  for (PassId pass = 0; pass < 20; ++pass) lists.push_back({{pass}, {}});
  const auto drawn = [&](std::size_t count, std::uint64_t seed) {
    std::vector<PassSequence> passes;
    for (const CandidateList& list : Sample(lists, count, seed)) passes.push_back(list.passes);
    return passes;
  };
  EXPECT_EQ(drawn(20, 1), drawn(99, 2));
  EXPECT_EQ(drawn(20, 1).size(), 20u);
  const std::vector<PassSequence> some = drawn(7, 1);
  EXPECT_EQ(some.size(), 7u);
  EXPECT_EQ(std::set<PassSequence>(some.begin(), some.end()).size(), 7u);
  EXPECT_TRUE(std::ranges::is_sorted(some));
  EXPECT_EQ(some, drawn(7, 1));
  EXPECT_NE(some, drawn(7, 2));
}

}  // namespace
}  // namespace autotune
