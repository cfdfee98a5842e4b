#include "dataset/set_folder.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/file.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

SetFolder Open(const fs::path& path) {
  Result<SetFolder> folder = SetFolder::Open(path);
  EXPECT_TRUE(folder.ok()) << folder.error().message;
  return *std::move(folder);
}

DatasetProgram Named(const std::string& file, std::uint64_t functions = 1) {
  DatasetProgram program;
  program.file = file;
  program.functions = functions;
  return program;
}

void Put(const fs::path& folder, const std::string& file) {
  ASSERT_TRUE(ReplaceFile(folder / file, "module").ok());
}

TEST(SetFolder, RemembersWhatWasEnteredAndNotFinished) {
  const TestDirectory directory;
  const fs::path path = directory.path() / "set";
  ASSERT_TRUE(Open(path).Enter(Named("a.bc", 3)).ok());
  ASSERT_TRUE(Open(path).Enter(Named("b.bc", 4)).ok());
  const SetFolder folder = Open(path);
  ASSERT_EQ(folder.known().size(), 2u);
  EXPECT_EQ(folder.known().at("a.bc").functions, 3u);
  EXPECT_EQ(folder.known().at("b.bc").functions, 4u);
}

TEST(SetFolder, SurvivesHalfALine) {
  const TestDirectory directory;
  const fs::path path = directory.path() / "set";
  ASSERT_TRUE(Open(path).Enter(Named("a.bc")).ok());
  std::ofstream(path / ".journal", std::ios::app) << R"({"file":"b.bc","sp)";
  ASSERT_TRUE(Open(path).Enter(Named("c.bc")).ok());
  const SetFolder folder = Open(path);
  EXPECT_EQ(folder.known().size(), 2u);
  EXPECT_TRUE(folder.known().contains("c.bc"));
}

TEST(SetFolder, FinishLeavesTheManifestAndItsModules) {
  const TestDirectory directory;
  const fs::path path = directory.path() / "set";
  {
    SetFolder folder = Open(path);
    for (const char* const file : {"O0/a.bc", "O0/b.bc", "c.ll"}) Put(path, file);
    Put(folder.work(), "download.tar");
    ASSERT_TRUE(folder.Enter(Named("O0/a.bc")).ok());
    ASSERT_TRUE(folder.Finish({.name = "set", .programs = {Named("O0/a.bc")}}).ok());
  }
  EXPECT_THAT(*ListModules(path), ElementsAre("O0/a.bc"));
  EXPECT_FALSE(fs::exists(path / ".journal"));
  EXPECT_FALSE(fs::exists(path / ".work"));
  EXPECT_TRUE(Open(path).known().contains("O0/a.bc"));
}

TEST(SetFolder, IsBuiltByOneProcessAtATime) {
  const TestDirectory directory;
  const SetFolder folder = Open(directory.path() / "set");
  const Result<SetFolder> second = SetFolder::Open(directory.path() / "set");
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr("another autotune"));
}

TEST(SetFolder, TouchesNoFolderOfSomebodyElse) {
  const TestDirectory directory;
  directory.Write("thesis.tex", "years of work");
  const Result<SetFolder> folder = SetFolder::Open(directory.path());
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(directory.Read("thesis.tex"), "years of work");
}

TEST(SetFolder, TakesLinksAndEmptyFoldersForFilesOfSomebodyElse) {
  const TestDirectory directory;
  const fs::path path = directory.path() / "set";
  fs::create_directories(path / "empty");
  fs::create_directory_symlink(directory.path(), path / "link");
  ASSERT_FALSE(SetFolder::Open(path).ok());
  EXPECT_TRUE(fs::exists(path / "empty"));
  EXPECT_TRUE(fs::is_symlink(path / "link"));
}

TEST(SetFolder, LeavesNoEmptyFolderBehind) {
  const TestDirectory directory;
  {
    const SetFolder folder = Open(directory.path() / "set");
  }
  EXPECT_FALSE(fs::exists(directory.path() / "set"));
}

TEST(SetFolder, ForgetsOnDemand) {
  const TestDirectory directory;
  const fs::path path = directory.path() / "set";
  SetFolder folder = Open(path);
  ASSERT_TRUE(folder.Enter(Named("a.bc")).ok());
  Put(folder.work(), "download.tar");
  ASSERT_TRUE(folder.Forget().ok());
  EXPECT_TRUE(folder.known().empty());
  EXPECT_FALSE(fs::exists(folder.work()));
}

}  // namespace
}  // namespace autotune
