#include "db/module_table.h"

#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hash.h"
#include "db/build_table.h"
#include "db/merge.h"
#include "db/sample_runs.h"

namespace autotune {
namespace {

class ModuleTableTest : public ResultsTest {
 protected:
  ModuleFile Module(const std::string& name, const std::string& bytes) {
    folder_.Write(name, bytes);
    return {.id = HashBytes(bytes), .path = folder_.path() / name};
  }

  void Keep(const std::vector<ModuleFile>& modules) {
    EXPECT_TRUE(KeepModules(*database_, modules).ok());
  }

  /// Adds a build in `folder` with an object of each module.
  void Build(const std::string& folder, const std::vector<ModuleFile>& modules) {
    StoredBuild build;
    build.folder = folder;
    build.command = "make";
    build.llvm = "19";
    build.autotune = "1";
    for (const ModuleFile& module : modules) {
      StoredBuild::File& file = build.files.emplace_back();
      file.path = module.path.filename();
      file.module = module.id;
    }
    EXPECT_TRUE(AddBuild(*database_, build).ok());
  }

  Result<std::string> Read(const ModuleFile& module) {
    return ReadModule(*database_, ToHex(module.id));
  }
};

TEST_F(ModuleTableTest, KeepsWhatFilesHave) {
  const ModuleFile large = Module("large.bc", std::string(100'000, 'x'));
  const ModuleFile random = Module("random.bc", "\x01\xfe\x03");
  const ModuleFile empty = Module("empty.bc", "");
  Keep({large, random, empty, large});
  EXPECT_EQ(*Read(large), std::string(100'000, 'x'));
  EXPECT_EQ(*Read(random), "\x01\xfe\x03");
  EXPECT_EQ(*Read(empty), "");
  EXPECT_EQ(AskOne("SELECT sum(length(bitcode)) < 1000 FROM module"), Int(1));
}

TEST_F(ModuleTableTest, LeavesOutFilesThatAreGoneOrOthers) {
  const ModuleFile gone{.id = HashBytes("gone"), .path = folder_.path() / "gone.bc"};
  ModuleFile other = Module("other.bc", "other");
  other.id = HashBytes("before");
  Keep({gone, other});
  EXPECT_EQ(Read(gone).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(Read(other).error().code, ErrorCode::kNotFound);
}

TEST_F(ModuleTableTest, FindsAModuleByTheBeginningOfItsHash) {
  std::vector<ModuleFile> modules;
  for (int i = 0; i < 40; ++i) modules.push_back(Module(std::to_string(i), std::to_string(i)));
  Keep(modules);
  EXPECT_EQ(*ReadModule(*database_, ToHex(modules[7].id).substr(0, 12)), "7");
  EXPECT_EQ(ReadModule(*database_, "").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(ReadModule(*database_, "%").error().code, ErrorCode::kNotFound);
  // Of 40 hashes, two begin with the same of 16 digits.
  int ambiguous = 0;
  for (const char digit : std::string("0123456789abcdef")) {
    const Result<std::string> found = ReadModule(*database_, std::string(1, digit));
    ambiguous += !found && found.error().code == ErrorCode::kInvalidArgument ? 1 : 0;
  }
  EXPECT_GT(ambiguous, 0);
}

TEST_F(ModuleTableTest, DropsWhatALaterBuildOfTheFolderLacks) {
  const ModuleFile old = Module("old.bc", "old"), kept = Module("kept.bc", "kept");
  const ModuleFile elsewhere = Module("elsewhere.bc", "elsewhere");
  Build("/a", {old, kept});
  Build("/b", {elsewhere});
  Keep({old, kept, elsewhere});
  Build("/a", {kept});
  EXPECT_FALSE(Read(old));
  EXPECT_EQ(*Read(kept), "kept");
  EXPECT_EQ(*Read(elsewhere), "elsewhere");
}

TEST_F(ModuleTableTest, ReportsDamage) {
  const ModuleFile module = Module("a.bc", std::string(5000, 'a'));
  Keep({module});
  for (const char* const change : {"bitcode = x'00'", "bitcode = x''", "bytes = 5001", "bytes = -1",
                                   "bitcode = zeroblob(5000), bytes = 5000"}) {
    EXPECT_TRUE(database_
                    ->Write([&](SQLite::Database& connection) {
                      connection.exec(std::string("UPDATE module SET ") + change);
                      return Status();
                    })
                    .ok());
    EXPECT_EQ(Read(module).error().code, ErrorCode::kBadInput) << change;
  }
}

TEST_F(ModuleTableTest, AMergeTakesModulesAndAnExportDoesNot) {
  const ModuleFile module = Module("a.bc", "a");
  Build("/a", {module});
  Keep({module});
  for (const bool merge : {true, false}) {
    const auto other = Database::Open(folder_.path() / (merge ? "merged.db" : "exported.db"));
    ASSERT_TRUE(other.ok());
    if (merge) {
      ASSERT_TRUE(MergeResults(**other, folder_.path() / "merged.db", file_).ok());
    } else {
      ASSERT_TRUE(ExportLists(**other, file_).ok());
    }
    EXPECT_EQ(ReadModule(**other, ToHex(module.id)).ok(), merge);
  }
}

}  // namespace
}  // namespace autotune
