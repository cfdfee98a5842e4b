#include "wrapper/unit_folder.h"

#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/file.h"
#include "support/child_process.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class UnitFolderTest : public testing::Test {
 protected:
  UnitFolderTest() { EXPECT_TRUE(folder_.Create()); }

  RecordedUnit Unit(const std::string& source, const std::string& bytes) const {
    directory_.Write(source, "");
    directory_.Write(source + ".o", "object");
    return {.module = HashBytes(bytes),
            .folder = directory_.path(),
            .source = source,
            .output = source + ".o",
            .compiler = {"ccache", "clang"},
            .code_words = {"-Oz", ""}};
  }

  Status Add(const RecordedUnit& unit) const {
    const std::filesystem::path bitcode = folder_.NewTemporary(".bc");
    EXPECT_TRUE(folder_.Replace(bitcode, "bitcode"));
    return folder_.Add(unit, bitcode);
  }

  TestDirectory directory_;
  const UnitFolder folder_{directory_.path() / "state"};
};

TEST_F(UnitFolderTest, ReturnsWhatWasAdded) {
  const RecordedUnit unit = Unit("a '\n$x.c", "1");
  ASSERT_TRUE(Add(unit));
  const std::vector<RecordedUnit> units = folder_.Units();
  ASSERT_EQ(units.size(), 1u);
  EXPECT_EQ(units[0].module, unit.module);
  EXPECT_EQ(units[0].source, unit.source);
  EXPECT_EQ(units[0].OutputPath(), unit.OutputPath());
  EXPECT_EQ(units[0].compiler, unit.compiler);
  EXPECT_EQ(units[0].code_words, unit.code_words);
  EXPECT_EQ(units[0].key(), unit.key());
  EXPECT_EQ(*ReadFile(folder_.Plain(unit.key())), "object");
  EXPECT_EQ(*ReadFile(folder_.Module(unit.module)), "bitcode");
}

TEST_F(UnitFolderTest, ReplacesAUnitThatIsCompiledAgain) {
  ASSERT_TRUE(Add(Unit("a.c", "1")));
  ASSERT_TRUE(Add(Unit("a.c", "2")));
  ASSERT_EQ(folder_.Units().size(), 1u);
  EXPECT_EQ(folder_.Units()[0].module, HashBytes("2"));
}

TEST_F(UnitFolderTest, RemovesWhatNothingNamesAnyMore) {
  const RecordedUnit old = Unit("a.c", "1");
  const RecordedUnit unit = Unit("a.c", "2");
  const RecordedUnit merged = Unit("b.c", "3");
  ASSERT_TRUE(Add(old));
  ASSERT_TRUE(Add(unit));
  ASSERT_TRUE(Add(merged));
  folder_.Forget(merged.OutputPath());
  ASSERT_TRUE(folder_.AddMerged({.key = HashBytes("program"),
                                 .output = directory_.path() / "program",
                                 .link = {},
                                 .inputs = {},
                                 .units_of_link = {0},
                                 .units = {{merged.OutputPath().string(), merged.key()}}}));
  directory_.Write("program", "");
  const std::filesystem::path linked = folder_.LinkedObject("/program", "/c.c");
  const std::filesystem::path unlinked = folder_.LinkedObject("/program", "/d.c");
  for (const std::filesystem::path& object : {linked, unlinked, folder_.Tuned(old.key())}) {
    ASSERT_TRUE(folder_.Replace(object, "object"));
  }
  ASSERT_TRUE(folder_.AddLink({directory_.path(), "program", {"clang"}, {linked.string()}}));
  folder_.RemoveUnused();
  EXPECT_EQ(folder_.Units().size(), 1u);
  EXPECT_FALSE(Exists(folder_.Module(old.module)));
  EXPECT_FALSE(Exists(folder_.Plain(old.key())));
  EXPECT_TRUE(Exists(folder_.Plain(merged.key())));
  EXPECT_TRUE(Exists(folder_.Tuned(old.key())));
  EXPECT_TRUE(Exists(linked));
  EXPECT_FALSE(Exists(unlinked));
}

TEST_F(UnitFolderTest, KeepsTheUnitsOfATreeThatIsAway) {
  const RecordedUnit old = Unit("a.c", "1");
  const RecordedUnit unit = Unit("a.c", "2");
  ASSERT_TRUE(Add(old));
  ASSERT_TRUE(Add(unit));
  std::filesystem::remove(unit.SourcePath());
  std::filesystem::remove(unit.OutputPath());
  folder_.RemoveUnused();
  EXPECT_FALSE(Exists(folder_.Plain(old.key())));
  EXPECT_TRUE(Exists(folder_.Module(unit.module)));
  EXPECT_TRUE(Exists(folder_.Plain(unit.key())));
}

TEST_F(UnitFolderTest, RemovesNothingIfAUnitCanNotBeRead) {
  const RecordedUnit old = Unit("a.c", "1");
  ASSERT_TRUE(Add(old));
  ASSERT_TRUE(Add(Unit("a.c", "2")));
  ASSERT_TRUE(folder_.Replace(folder_.root() / "units" / "damaged", "no unit"));
  folder_.RemoveUnused();
  EXPECT_TRUE(Exists(folder_.Plain(old.key())));
}

TEST_F(UnitFolderTest, ForgetsTheUnitOfAProbe) {
  ASSERT_TRUE(Add(Unit("conftest.c", "1")));
  std::filesystem::remove(directory_.path() / "conftest.c");
  EXPECT_EQ(folder_.Units().size(), 1u) << "make removes sources that it has generated";
  std::filesystem::remove(directory_.path() / "conftest.c.o");
  EXPECT_THAT(folder_.Units(), IsEmpty());
}

TEST_F(UnitFolderTest, LeavesOutADamagedUnit) {
  ASSERT_TRUE(Add(Unit("a.c", "1")));
  for (const std::string text : {"", "autotune unit 1", "autotune unit 9\n", "\0\0\0\0\0\0"}) {
    ASSERT_TRUE(folder_.Replace(folder_.root() / "units" / "damaged", text));
    EXPECT_EQ(folder_.Units().size(), 1u);
  }
}

TEST_F(UnitFolderTest, HasAKeyForEachWayToMakeCode) {
  RecordedUnit unit = Unit("a.c", "1");
  const Hash128 key = unit.key();
  unit.code_words = {"-Oz"};
  EXPECT_NE(unit.key(), key);
  unit.code_words = {"-O", "z"};
  EXPECT_NE(unit.key(), key);
}

TEST_F(UnitFolderTest, CountsTheEventsOfSeveralProcesses) {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    children.push_back(Spawn([this] {
      for (int n = 0; n < 100; ++n) {
        if (!folder_.Count("one\nline")) return 1;
      }
      return 0;
    }));
  }
  for (const pid_t child : children) EXPECT_EQ(ExitCode(child), 0);
  EXPECT_THAT(folder_.Counts(), ElementsAre(Pair("one line", 400)));
  ASSERT_TRUE(folder_.ForgetCounts());
  EXPECT_THAT(folder_.Counts(), IsEmpty());
}

TEST_F(UnitFolderTest, KnowsTheLinksWhoseFilesAreThere) {
  directory_.Write("a program", "");
  const RecordedLink link{.folder = directory_.path(),
                          .output = "a program",
                          .compiler = {"ccache", "clang"},
                          .words = {"-o", "a program", "", "x.o"}};
  RecordedLink gone = link;
  gone.output = "gone";
  ASSERT_TRUE(folder_.AddLink(link));
  ASSERT_TRUE(folder_.AddLink(gone));
  ASSERT_TRUE(folder_.Replace(folder_.root() / "linked" / "damaged", "autotune link 1"));
  const std::vector<RecordedLink> links = folder_.Links();
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].OutputPath(), directory_.path() / "a program");
  EXPECT_EQ(links[0].compiler, link.compiler);
  EXPECT_EQ(links[0].words, link.words);
  EXPECT_EQ(links[0].hash(), link.hash());
  EXPECT_NE(links[0].hash(), gone.hash());
}

TEST_F(UnitFolderTest, ReadsTheLinksOfEarlierVersions) {
  const std::filesystem::path program = directory_.Write("a program", "");
  ASSERT_TRUE(folder_.Replace(folder_.root() / "linked" / "old", program.string()));
  ASSERT_EQ(folder_.Links().size(), 1u);
  EXPECT_EQ(folder_.Links()[0].OutputPath(), program);
  EXPECT_THAT(folder_.Links()[0].words, IsEmpty());
}

TEST_F(UnitFolderTest, ReturnsTheMergedProgramOfAnOutput) {
  const MergedProgram program{.key = HashBytes("key"),
                              .output = "/p/a program",
                              .link = HashBytes("link"),
                              .inputs = HashBytes("inputs"),
                              .units_of_link = {2, 5},
                              .units = {{"/p/a.o", HashBytes("a")}, {"/p/b.o", HashBytes("b")}}};
  ASSERT_TRUE(folder_.AddMerged(program));
  for (const std::string text : {"", "autotune merged 1", "autotune merged 9"}) {
    ASSERT_TRUE(folder_.Replace(folder_.root() / "merged" / "damaged", text));
    ASSERT_EQ(folder_.Merged().size(), 1u);
  }
  const std::optional<MergedProgram> read = folder_.MergedOf("/p/a program");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->key, program.key);
  EXPECT_EQ(read->output, program.output);
  EXPECT_EQ(read->link, program.link);
  EXPECT_EQ(read->inputs, program.inputs);
  EXPECT_EQ(read->units_of_link, program.units_of_link);
  EXPECT_EQ(read->units, program.units);
  EXPECT_FALSE(folder_.MergedOf("/p/other"));
  ASSERT_TRUE(folder_.RemoveMerged("/p/a program"));
  EXPECT_TRUE(folder_.RemoveMerged("/p/a program"));
  EXPECT_FALSE(folder_.MergedOf("/p/a program"));
}

TEST_F(UnitFolderTest, KnowsIfAFileHasAMergedObject) {
  const std::filesystem::path file = directory_.Write("program", "merged");
  const Hash128 key = HashBytes("key");
  EXPECT_FALSE(folder_.MayHaveMerged(file));
  ASSERT_TRUE(folder_.NoteMerged(file, key));
  EXPECT_TRUE(folder_.HasMerged(file, key));
  EXPECT_FALSE(folder_.HasMerged(file, HashBytes("other")));
  directory_.Write("program", "linked by plain make");
  EXPECT_FALSE(folder_.HasMerged(file, key));
  EXPECT_TRUE(folder_.MayHaveMerged(file));
  // The build itself may change the file after its link.
  const auto now = std::filesystem::file_time_type::clock::now();
  folder_.RenewNote(file, key, now + std::chrono::hours(1));
  folder_.RenewNote(file, HashBytes("other"), now - std::chrono::hours(1));
  EXPECT_FALSE(folder_.HasMerged(file, key));
  folder_.RenewNote(file, key, now - std::chrono::hours(1));
  EXPECT_TRUE(folder_.HasMerged(file, key));
  folder_.ForgetMerged(file);
  EXPECT_FALSE(folder_.MayHaveMerged(file));
}

TEST_F(UnitFolderTest, KnowsWhatABuildMakesOfAnObject) {
  const std::filesystem::path tuned = folder_.Tuned(HashBytes("1"));
  const std::filesystem::path object = directory_.Write("x.o", "stripped");
  EXPECT_FALSE(folder_.IsMadeOf(object, tuned));
  ASSERT_TRUE(folder_.Replace(tuned, "tuned"));
  EXPECT_FALSE(folder_.IsMadeOf(object, tuned));
  ASSERT_TRUE(folder_.NoteChange(object, tuned));
  EXPECT_TRUE(folder_.IsMadeOf(object, tuned));
  directory_.Write("x.o", "tuned");
  EXPECT_TRUE(folder_.IsMadeOf(object, tuned));
  directory_.Write("x.o", "other");
  EXPECT_FALSE(folder_.IsMadeOf(object, tuned));
  directory_.Write("x.o", "stripped");
  ASSERT_TRUE(folder_.Replace(tuned, "smaller"));
  EXPECT_FALSE(folder_.IsMadeOf(object, tuned));
  EXPECT_FALSE(folder_.WasRemoved(object));
  std::filesystem::remove(object);
  ASSERT_TRUE(folder_.NoteChange(object, tuned));
  EXPECT_TRUE(folder_.WasRemoved(object));
  EXPECT_TRUE(folder_.IsMadeOf(object, tuned)) << "it was, and was linked";
  ASSERT_TRUE(folder_.Replace(tuned, "smallest"));
  EXPECT_FALSE(folder_.IsMadeOf(object, tuned));
}

TEST_F(UnitFolderTest, KnowsThatAProgramDidNotFit) {
  const std::filesystem::path file = directory_.Write("program", "plain");
  const Hash128 key = HashBytes("key");
  EXPECT_FALSE(folder_.IsUnfit(file, key));
  ASSERT_TRUE(folder_.NoteUnfit(file, key));
  EXPECT_TRUE(folder_.IsUnfit(file, key));
  EXPECT_FALSE(folder_.IsUnfit(file, HashBytes("other")));
  EXPECT_FALSE(folder_.MayHaveMerged(file));
  EXPECT_FALSE(folder_.HasMerged(file, key));
}

TEST_F(UnitFolderTest, CompletesTheFolderOfAnEarlierVersion) {
  EXPECT_TRUE(folder_.IsComplete());
  std::filesystem::remove(folder_.root() / "objects");
  EXPECT_FALSE(folder_.IsComplete());
  ASSERT_TRUE(folder_.Create());
  EXPECT_TRUE(folder_.IsComplete());
}

TEST(MergedProgram, TakesTheFirstPlaceOfItsUnits) {
  MergedProgram program;
  program.units_of_link = {1, 3};
  EXPECT_THAT(program.Words({"-s", "a.o", "x.o", "b.o", "-lm"}, "m.o"),
              ElementsAre("-s", "m.o", "x.o", "-lm"));
  EXPECT_THAT(program.Words({"-s", "a.o", "-flto=thin", "b.o"}, "m.o"),
              ElementsAre("-s", "m.o", "-flto=thin", "-fno-lto"));
}

TEST_F(UnitFolderTest, BelongsToItsUserAlone) {
  EXPECT_EQ(std::filesystem::status(folder_.root()).permissions(),
            std::filesystem::perms::owner_all);
}

}  // namespace
}  // namespace autotune
