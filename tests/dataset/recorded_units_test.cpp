#include "dataset/recorded_units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"
#include "wrapper/unit_folder.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(SplitShares, AreThreePercentagesOfAHundred) {
  EXPECT_EQ(*ParseSplitShares("80,10,10"), SplitShares());
  EXPECT_EQ(*ParseSplitShares("0,0,100"), (SplitShares{0, 0, 100}));
  for (const std::string text : {"", "100", "80,20", "80,10,11", "80,10,5,5", "80,,20", "-80,90,90",
                                 "200,0,-100", "18446744073709551516,100,100"}) {
    EXPECT_FALSE(ParseSplitShares(text).ok()) << text;
  }
}

std::map<Split, std::size_t> Counts(const std::map<std::string, Split>& splits) {
  std::map<Split, std::size_t> counts;
  for (const auto& [package, split] : splits) ++counts[split];
  return counts;
}

TEST(DrawSplits, GivesEachSplitItsShareOfThePackages) {
  std::set<std::string> packages;
  for (int i = 0; i < 20; ++i) packages.insert("package " + std::to_string(i));
  const auto splits = DrawSplits(packages, {}, 0);
  EXPECT_EQ(Counts(splits), (std::map<Split, std::size_t>{
                                {Split::kTrain, 16}, {Split::kValidation, 2}, {Split::kTest, 2}}));
  EXPECT_EQ(DrawSplits(packages, {}, 0), splits);
  EXPECT_NE(DrawSplits(packages, {}, 1), splits);
  EXPECT_EQ(Counts(DrawSplits(packages, {0, 0, 100}, 0)).at(Split::kTest), 20u);
  EXPECT_EQ(DrawSplits({"alone"}, {}, 0).at("alone"), Split::kTrain);

  packages.insert("another");
  std::size_t changed = 0;
  for (const auto& [package, split] : DrawSplits(packages, {}, 0)) {
    changed += splits.contains(package) && splits.at(package) != split ? 1 : 0;
  }
  EXPECT_LE(changed, 2u);
}

TEST(PackageOf, RefusesNamesThatNoFolderOfASetHas) {
  EXPECT_EQ(*PackageOf("/units/zlib-1.3"), "zlib-1.3");
  for (const char* const folder : {"/", "/p/.autotune", "/p/added"}) {
    EXPECT_THAT(PackageOf(folder).error().message, HasSubstr(folder));
  }
}

TEST(RecordedUnits, AreNamedByPackageAndSource) {
  const TestDirectory directory;
  const UnitFolder folder(directory.path() / "state");
  ASSERT_TRUE(folder.Create());
  fs::create_directories(directory.path() / "p/sub");
  const auto add = [&](const std::string& source, const std::string& output) {
    directory.Write("p/" + source, "");
    directory.Write("p/" + output, "object");
    const RecordedUnit unit{.module = HashBytes(output),
                            .folder = directory.path() / "p",
                            .source = "./" + source,
                            .output = output,
                            .compiler = {"clang"},
                            .code_words = {"-Oz", "-mcpu=a b"}};
    const fs::path bitcode = folder.NewTemporary(".bc");
    EXPECT_TRUE(folder.Replace(bitcode, "bitcode") && folder.Add(unit, bitcode));
  };
  add("a.c", "a.o");
  add("a.c", "shared-a.o");
  add("sub/b.cc", "b.o");
  add("gone.c", "gone.o");
  fs::remove(directory.path() / "p/gone.c");
  fs::remove(directory.path() / "p/gone.o");
  const Result<std::vector<Unit>> units = RecordedUnits(folder.root(), "p", Split::kValidation);
  ASSERT_TRUE(units.ok()) << units.error().message;
  std::vector<std::string> files;
  for (const Unit& unit : *units) {
    files.push_back(unit.file);
    EXPECT_EQ(unit.split, Split::kValidation);
    EXPECT_EQ(unit.origin.package, "p");
    EXPECT_EQ(unit.flags, "-Oz '-mcpu=a b'");
  }
  EXPECT_THAT(files, ElementsAre("p/a.c.bc", "p/sub/b.cc.bc", "p/a.c.2.bc"));
  EXPECT_EQ(units->front().inputs, HashBytes("a.o"));
  EXPECT_THAT(RecordedUnits(directory.path() / "none", "p", Split::kTest).error().message,
              HasSubstr("none' has no units"));
}

}  // namespace
}  // namespace autotune
