#include "dataset/find_programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dataset/manifest.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class FindProgramsTest : public testing::Test {
 protected:
  Result<std::vector<std::filesystem::path>> Find(const std::vector<std::string>& entries) const {
    const auto found =
        FindPrograms(entries, {.root = root_, .datasets = directory_.path() / "sets"});
    if (!found) return found.error();
    std::vector<std::filesystem::path> files;
    for (const FoundProgram& program : *found) files.push_back(program.file);
    return files;
  }

  /// A set of two flavours and two splits.
  void WriteSet(const std::string& folder) const {
    Manifest manifest;
    for (const char* file : {"O0/test/a/a.bc", "O0/train/b/b.bc", "Oz/test/a/a.bc"}) {
      const bool train = std::string_view(file).find("train") != std::string_view::npos;
      DatasetProgram& program = manifest.programs.emplace_back();
      program.file = file;
      program.split = train ? Split::kTrain : Split::kTest;
    }
    std::filesystem::create_directories(directory_.path() / folder);
    ASSERT_TRUE(WriteManifest(directory_.path() / folder, manifest).ok());
  }

  std::string Complaint(const std::string& entry, ErrorCode code) const {
    const auto files = Find({entry});
    if (files.ok()) return "no complaint";
    EXPECT_EQ(files.error().code, code);
    return files.error().message;
  }

  TestDirectory directory_;
  const std::filesystem::path root_ = directory_.path() / "a[b]";  // no pattern, though it looks so
};

TEST_F(FindProgramsTest, SortsEachPatternAndTakesAFileOnce) {
  std::filesystem::create_directory(root_);
  for (const char* name : {"a[b]/z.bc", "a[b]/y.bc", "a[b]/x.ll"}) directory_.Write(name, "x");
  const auto files = Find({"*.bc", "x.ll", "z.bc"});
  ASSERT_TRUE(files.ok()) << files.error().message;
  EXPECT_THAT(*files, ElementsAre(root_ / "y.bc", root_ / "z.bc", root_ / "x.ll"));
}

/// A manifest's file may be missing as well.
TEST_F(FindProgramsTest, APlainNameIsAFileThatNeedNotBeThere) {
  EXPECT_THAT(*Find({"none.bc", "/none.bc"}), ElementsAre(root_ / "none.bc", "/none.bc"));
}

TEST_F(FindProgramsTest, KnowsTheSplitsOfADataSet) {
  WriteSet("sets/s");
  const auto set = directory_.path() / "sets/s";
  EXPECT_THAT(*Find({"dataset:s:test"}),
              ElementsAre(set / "O0/test/a/a.bc", set / "Oz/test/a/a.bc"));
  EXPECT_THAT(*Find({"dataset:s:test:Oz/*"}), ElementsAre(set / "Oz/test/a/a.bc"));
  EXPECT_THAT(*Find({"dataset:s:train"}), ElementsAre(set / "O0/train/b/b.bc"));
  EXPECT_EQ(Find({"dataset:s"})->size(), 3u);
}

TEST_F(FindProgramsTest, ASetMayBeAFolderBelowTheRoot) {
  WriteSet("a[b]/mine");
  EXPECT_THAT(*Find({"dataset:./mine:train"}), ElementsAre(root_ / "./mine/O0/train/b/b.bc"));
}

TEST_F(FindProgramsTest, ComplainsOfWhatNamesNothing) {
  WriteSet("sets/s");
  EXPECT_THAT(Complaint("*.bc", ErrorCode::kNotFound), HasSubstr("'*.bc'"));
  EXPECT_THAT(Complaint("dataset:none", ErrorCode::kNotFound), HasSubstr("'dataset:none'"));
  EXPECT_THAT(Complaint("dataset:s:validation", ErrorCode::kNotFound),
              HasSubstr("'dataset:s:validation' names no program"));
  EXPECT_THAT(Complaint("dataset:s:tset", ErrorCode::kBadInput),
              HasSubstr("there is no split 'tset', but: train, validation, test"));
  EXPECT_THAT(Complaint("dataset::test", ErrorCode::kBadInput), HasSubstr("names no data set"));
}

}  // namespace
}  // namespace autotune
