#include "dataset/archive.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Runs a shell command in the directory.
void Shell(const TestDirectory& directory, const std::string& command) {
  ASSERT_EQ(std::system(("cd '" + directory.path().string() + "' && " + command).c_str()), 0);
}

Status Unpack(const TestDirectory& directory, const std::string& archive) {
  const Budget unlimited({});
  return autotune::Unpack(directory.path() / archive, directory.path() / "out", unlimited);
}

TEST(Unpack, LeavesOutTheOneFolderAroundAll) {
  const TestDirectory directory;
  Shell(directory,
        "mkdir -p p-1.0/src && echo x > p-1.0/src/a.c && echo y > p-1.0/b.c &&"
        "tar cjf a.tar.bz2 p-1.0");
  ASSERT_TRUE(Unpack(directory, "a.tar.bz2").ok());
  EXPECT_EQ(directory.Read("out/src/a.c"), "x\n");
  EXPECT_EQ(directory.Read("out/b.c"), "y\n");
  EXPECT_FALSE(fs::exists(directory.path() / "out.part"));
}

TEST(Unpack, KeepsSeveralFolders) {
  const TestDirectory directory;
  Shell(directory, "mkdir a b && echo x > a/f && echo y > b/f && tar czf a.tar.gz a b");
  ASSERT_TRUE(Unpack(directory, "a.tar.gz").ok());
  EXPECT_EQ(directory.Read("out/a/f"), "x\n");
  EXPECT_EQ(directory.Read("out/b/f"), "y\n");
}

TEST(Unpack, RefusesWhatIsNoArchiveOrCutOff) {
  const TestDirectory directory;
  directory.Write("noise.tar", "this is no archive, however long one looks at it");
  const Status noise = Unpack(directory, "noise.tar");
  ASSERT_FALSE(noise.ok());
  EXPECT_EQ(noise.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(noise.error().message, HasSubstr("noise.tar"));

  Shell(directory,
        "mkdir a && head -c 100000 /dev/urandom > a/f && tar cf whole.tar a &&"
        "head -c 50000 whole.tar > cut.tar");
  EXPECT_FALSE(Unpack(directory, "cut.tar").ok());
  EXPECT_FALSE(fs::exists(directory.path() / "out"));
}

TEST(Unpack, WritesNothingOutside) {
  const TestDirectory directory;
  Shell(directory,
        "mkdir in && cd in && echo x > ../evil && tar cPf ../up.tar ../evil &&"
        "rm ../evil && ln -s .. link && tar cf ../link.tar link && rm link &&"
        "mkdir link && echo x > link/evil && tar rf ../link.tar link/evil");
  EXPECT_FALSE(Unpack(directory, "up.tar").ok());
  fs::remove_all(directory.path() / "out");
  EXPECT_FALSE(Unpack(directory, "link.tar").ok());
  EXPECT_FALSE(fs::exists(directory.path() / "evil"));
}

TEST(Unpack, PutsAbsolutePathsInside) {
  const TestDirectory directory;
  const std::string path = (directory.path() / "a.c").string();
  Shell(directory, "echo x > a.c && tar cPf a.tar '" + path + "' && rm a.c");
  ASSERT_TRUE(Unpack(directory, "a.tar").ok());
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace autotune
