#include "tune/output/output_file.h"

#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::size_t FilesIn(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

TEST(OutputFile, ChecksWithoutLeavingATrace) {
  const TestDirectory directory;
  EXPECT_TRUE(CheckWritable(directory.path() / "out.bc").ok());
  EXPECT_EQ(FilesIn(directory.path()), 0u);
  EXPECT_TRUE(CheckWritable("/dev/null").ok());
}

TEST(OutputFile, SaysWhatIsInTheWay) {
  const TestDirectory directory;
  EXPECT_THAT(CheckWritable(directory.path()).error().message, HasSubstr("directory"));
  EXPECT_THAT(CheckWritable(directory.path() / "no" / "out.bc").error().message,
              HasSubstr("there is no directory"));
  const fs::path input = directory.Write("set.db", "");
  EXPECT_TRUE(CheckReplaceable(directory.path() / "out.pf", {&input, 1}).ok());
  EXPECT_THAT(CheckReplaceable(directory.path() / "." / "set.db", {&input, 1}).error().message,
              HasSubstr("an input"));
  EXPECT_THAT(CheckReplaceable("/dev/null", {}).error().message, HasSubstr("no regular file"));
  // Nobody can make files there, not even root.
  EXPECT_THAT(CheckWritable("/proc/out.bc").error().message, HasSubstr("/proc/out.bc"));
}

TEST(OutputFile, FindsOutWhetherThereIsRoom) {
  const TestDirectory directory;
  EXPECT_TRUE(CheckWritable(directory.path() / "out.bc", 100'000).ok());
  EXPECT_TRUE(CheckRoom(directory.path(), 100'000).ok());
  EXPECT_EQ(FilesIn(directory.path()), 0u);
  EXPECT_THAT(CheckRoom(directory.path(), 1ull << 60).error().message,
              HasSubstr("no room for 1125899906842624 KiB"));
  // To a process a limit on files is what a full disk is.
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit low{4096, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &low);
  const Status room = CheckWritable(directory.path() / "out.bc", 100'000);
  directory.Write("old.bc", "old");
  const Status written = WriteAtomically(directory.path() / "old.bc", std::string(10'000, 'x'));
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);
  EXPECT_THAT(room.error().message, HasSubstr("no room for 98 KiB: File too large"));
  EXPECT_THAT(written.error().message, HasSubstr("File too large; the file that is there stays"));
  EXPECT_EQ(directory.Read("old.bc"), "old");
  EXPECT_EQ(FilesIn(directory.path()), 1u);
}

TEST(OutputFile, ReplacesTheOldFile) {
  const TestDirectory directory;
  const fs::path file = directory.Write("out.bc", "old and longer");
  ASSERT_TRUE(WriteAtomically(file, "new").ok());
  EXPECT_EQ(directory.Read("out.bc"), "new");
  EXPECT_EQ(FilesIn(directory.path()), 1u);
}

TEST(OutputFile, LeavesTheOldFileWhereItCanNotWrite) {
  EXPECT_FALSE(WriteAtomically("/proc/out.bc", "new").ok());
  const TestDirectory directory;
  EXPECT_FALSE(WriteAtomically(directory.path() / "no" / "out.bc", "new").ok());
  EXPECT_FALSE(WriteAtomically("/dev/full", "new").ok());
}

TEST(OutputFile, FollowsALink) {
  const TestDirectory directory;
  directory.Write("real.bc", "old");
  fs::create_symlink("real.bc", directory.path() / "link.bc");
  ASSERT_TRUE(WriteAtomically(directory.path() / "link.bc", "new").ok());
  EXPECT_EQ(directory.Read("real.bc"), "new");
  EXPECT_TRUE(fs::is_symlink(directory.path() / "link.bc"));
}

}  // namespace
}  // namespace autotune
