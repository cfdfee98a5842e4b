#include "db/training_db.h"

#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "db/training_blob.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

const Hash128 kActions = HashBytes("actions");
constexpr std::size_t kActionCount = 138;

Features SomeFeatures(Random& random) {
  Features features;
  for (auto& count : features.autophase) count = static_cast<std::uint32_t>(random.Below(500));
  // From nothing to the most there is, and back.
  features.inst_count[0] = random.Below(2) ? UINT32_MAX : 0;
  features.inst_count[kInstCountSize - 1] = static_cast<std::uint32_t>(random.Below(3));
  return features;
}

Episode SomeEpisode(Random& random, std::size_t length) {
  Episode episode;
  for (std::size_t i = 0; i <= length; ++i) {
    if (i < length) episode.passes.push_back(static_cast<PassId>(random.Below(kActionCount)));
    EpisodeStep step{SomeFeatures(random), random.Below(100'000), random.Below(1000), {}};
    for (PassId pass = 0; pass < 5; ++pass) {
      const bool changed = random.Below(2) != 0;
      const std::uint64_t reachable = changed ? random.Below(200'000) : step.cost;
      step.tried.push_back({static_cast<PassId>(pass * 30), 1u << (pass * 7), changed, reachable});
    }
    episode.steps.push_back(std::move(step));
  }
  return episode;
}

TrainingProgram SomeProgram(std::uint64_t seed) {
  Random random(seed);
  TrainingProgram program;
  program.name = "set/O0/train/package/file" + std::to_string(seed) + ".bc";
  program.family = "package";
  program.id = {random.Next(), random.Next()};
  program.ir = {random.Next(), random.Next()};
  program.oz = 1000 + seed;
  program.tokens.windows = {{{{2, 3, 4, 5, 6, 7, 8, 9}, {255, 31, 31, 31, 31, 15, 15, 31}}, 300},
                            {{{200, 2, 2, 2, 2, 2, 2, 2}}, 1}};
  program.episodes = {SomeEpisode(random, 4), SomeEpisode(random, 0)};
  return program;
}

bool operator==(const TriedPass& a, const TriedPass& b) {
  return a.pass == b.pass && a.visits == b.visits && a.changed == b.changed &&
         a.reachable == b.reachable;
}

void ExpectEqual(const Episode& a, const Episode& b) {
  EXPECT_EQ(a.passes, b.passes);
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    EXPECT_EQ(a.steps[i].features, b.steps[i].features);
    EXPECT_EQ(a.steps[i].cost, b.steps[i].cost);
    EXPECT_EQ(a.steps[i].reachable, b.steps[i].reachable);
    ASSERT_EQ(a.steps[i].tried.size(), b.steps[i].tried.size());
    for (std::size_t j = 0; j < a.steps[i].tried.size(); ++j) {
      EXPECT_TRUE(a.steps[i].tried[j] == b.steps[i].tried[j]);
    }
  }
}

void ExpectEqual(const TrainingProgram& a, const TrainingProgram& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.family, b.family);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.ir, b.ir);
  EXPECT_EQ(a.oz, b.oz);
  ASSERT_EQ(a.tokens.windows.size(), b.tokens.windows.size());
  for (std::size_t i = 0; i < a.tokens.windows.size(); ++i) {
    EXPECT_EQ(a.tokens.windows[i].tokens, b.tokens.windows[i].tokens);
    EXPECT_EQ(a.tokens.windows[i].instructions, b.tokens.windows[i].instructions);
  }
  ASSERT_EQ(a.episodes.size(), b.episodes.size());
  for (std::size_t i = 0; i < a.episodes.size(); ++i) ExpectEqual(a.episodes[i], b.episodes[i]);
}

class TrainingDbTest : public testing::Test {
 protected:
  using Paths = std::vector<std::filesystem::path>;

  void Add(const std::filesystem::path& path, std::uint64_t seed) {
    const auto file = TrainingDb::Open(path, kActions, kActionCount);
    ASSERT_TRUE(file.ok()) << file.error().message;
    const Status added = (*file)->Append(SomeProgram(seed));
    ASSERT_TRUE(added.ok()) << added.error().message;
  }

  void Change(const char* sql) {
    SQLite::Database(file_.string(), SQLite::OPEN_READWRITE).exec(sql);
  }

  TestDirectory folder_;
  const std::filesystem::path file_ = folder_.path() / "train.db";
};

TEST_F(TrainingDbTest, GivesBackWhatWasAppended) {
  for (const std::uint64_t seed : {1, 2, 3}) Add(file_, seed);
  const std::filesystem::path other = folder_.path() / "more.db";
  Add(other, 4);
  const Result<TrainingSet> set = ReadTrainingSet(Paths{file_, other});
  ASSERT_TRUE(set.ok()) << set.error().message;
  EXPECT_EQ(set->actions, kActions);
  EXPECT_EQ(set->action_count, kActionCount);
  ASSERT_EQ(set->programs.size(), 4u);
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    ExpectEqual(set->programs[seed - 1], SomeProgram(seed));
  }
}

TEST_F(TrainingDbTest, KnowsItsProgramsAndKeepsTheFirst) {
  Add(file_, 1);
  const auto file = TrainingDb::Open(file_, kActions, kActionCount);
  ASSERT_TRUE(file.ok());
  TrainingProgram again = SomeProgram(1);
  again.name = "another name";
  ASSERT_TRUE((*file)->Append(again).ok());
  ASSERT_TRUE((*file)->Append(SomeProgram(2)).ok());
  EXPECT_THAT(*(*file)->Programs(),
              testing::UnorderedElementsAre(SomeProgram(1).id, SomeProgram(2).id));
  const Result<TrainingSet> set = ReadTrainingSet(Paths{file_});
  ASSERT_EQ(set->programs.size(), 2u);
  ExpectEqual(set->programs[0], SomeProgram(1));
}

/// A state in which pass 7 was tried.
EpisodeStep StateOf(std::uint64_t cost, std::uint64_t reachable) {
  return {{}, cost, reachable, {{7, 1, reachable < cost, reachable}}};
}

TEST_F(TrainingDbTest, MakesOneProgramOfTwoSearches) {
  TrainingProgram first = SomeProgram(1);
  first.episodes = {{{7}, {StateOf(100, 80), StateOf(80, 80)}},
                    {{9}, {StateOf(100, 80), StateOf(82, 82)}}};
  TrainingProgram second = first;
  second.name = "another name";
  second.episodes = {{{7, 8}, {StateOf(100, 60), StateOf(80, 60), StateOf(60, 60)}},
                     {{9}, {StateOf(100, 60), StateOf(82, 70)}}};
  second.episodes[0].steps[1].tried.push_back({8, 3, true, 60});
  const std::filesystem::path other = folder_.path() / "more.db";
  const auto append = [](const std::filesystem::path& path, const TrainingProgram& program) {
    return (*TrainingDb::Open(path, kActions, kActionCount))->Append(program).ok();
  };
  ASSERT_TRUE(append(file_, first));
  ASSERT_TRUE(append(file_, SomeProgram(2)));
  ASSERT_TRUE(append(other, second));

  const Result<TrainingSet> set = ReadTrainingSet(Paths{file_, other});
  ASSERT_TRUE(set.ok()) << set.error().message;
  ASSERT_EQ(set->programs.size(), 2u);
  ExpectEqual(set->programs[1], SomeProgram(2));
  TrainingProgram both = first;
  both.episodes = {second.episodes[0],
                   {{7}, {StateOf(100, 60), second.episodes[0].steps[1]}},
                   second.episodes[1]};
  ExpectEqual(set->programs[0], both);
}

TEST_F(TrainingDbTest, RefusesAnotherActionSpaceOrKindOfTokens) {
  Add(file_, 1);
  const auto refused = TrainingDb::Open(file_, HashBytes("others"), kActionCount);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(refused.error().message.find("action space"), std::string::npos);

  const std::filesystem::path other = folder_.path() / "other.db";
  ASSERT_TRUE(TrainingDb::Open(other, HashBytes("others"), kActionCount).ok());
  EXPECT_EQ(ReadTrainingSet(Paths{file_, other}).error().code, ErrorCode::kInvalidArgument);

  Change("UPDATE collection SET tokens_version = 1000");
  const Result<TrainingSet> set = ReadTrainingSet(Paths{file_});
  ASSERT_FALSE(set.ok());
  EXPECT_NE(set.error().message.find("tokens"), std::string::npos);
}

TEST_F(TrainingDbTest, SaysWhatIsDamaged) {
  Add(file_, 1);
  EXPECT_EQ(ReadTrainingSet(Paths{folder_.path() / "none.db"}).error().code, ErrorCode::kNotFound);
  Change("UPDATE episode SET steps = substr(steps, 1, length(steps) - 3) WHERE rank = 0");
  const Result<TrainingSet> set = ReadTrainingSet(Paths{file_});
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().code, ErrorCode::kBadInput);
  EXPECT_NE(set.error().message.find("file1.bc"), std::string::npos);
}

TEST_F(TrainingDbTest, RefusesAPassThatTheSpaceHasNot) {
  Add(file_, 1);
  Change("UPDATE collection SET action_count = 1");
  EXPECT_EQ(ReadTrainingSet(Paths{file_}).error().code, ErrorCode::kBadInput);
}

// Training adds up what is known of each pass, by its number.
TEST_F(TrainingDbTest, RefusesATriedPassThatTheSpaceHasNot) {
  TrainingProgram program = SomeProgram(1);
  program.episodes[1].steps[0].tried[2].pass = kActionCount;
  const auto file = TrainingDb::Open(file_, kActions, kActionCount);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE((*file)->Append(program).ok());
  EXPECT_EQ(ReadTrainingSet(Paths{file_}).error().code, ErrorCode::kBadInput);
}

TEST_F(TrainingDbTest, RefusesTokensThatNoModelKnows) {
  TrainingProgram program = SomeProgram(1);
  program.tokens.windows[0].tokens[1][7] = 32;
  const auto file = TrainingDb::Open(file_, kActions, kActionCount);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE((*file)->Append(program).ok());
  const Result<TrainingSet> set = ReadTrainingSet(Paths{file_});
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().code, ErrorCode::kBadInput);
  EXPECT_NE(set.error().message.find("file1.bc"), std::string::npos);
}

TEST(TrainingBlob, SurvivesAnyDamage) {
  const TrainingProgram program = SomeProgram(1);
  const std::string episode = Pack(program.episodes[0]);
  const std::string tokens = Pack(program.tokens);
  for (std::size_t length = 0; length < episode.size(); ++length) {
    EXPECT_FALSE(UnpackEpisode(episode.substr(0, length)).ok());
  }
  for (std::size_t length = 0; length < tokens.size(); ++length) {
    EXPECT_FALSE(UnpackTokens(tokens.substr(0, length)).ok());
  }
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = episode;
    bytes[random.Below(bytes.size())] = static_cast<char>(random.Next());
    const Result<Episode> read = UnpackEpisode(bytes);
    EXPECT_TRUE(!read || read->steps.size() == read->passes.size() + 1);
  }
}

TEST(TrainingBlob, IsSmallWhereLittleChanges) {
  Random random(1);
  Episode episode;
  const Features features = SomeFeatures(random);
  for (int i = 0; i < 11; ++i) episode.steps.push_back({features, 5000, 4000, {}});
  episode.passes.assign(10, 3);
  const std::size_t whole = Pack(episode).size();
  episode.steps.pop_back();
  episode.passes.pop_back();
  EXPECT_LE(whole - Pack(episode).size(), 8u);
}

}  // namespace
}  // namespace autotune
