#include "core/regular_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;

TEST(CheckRegularFile, RefusesWhatIsThereAndOfAnotherKind) {
  const TestDirectory directory;
  EXPECT_TRUE(CheckRegularFile(directory.Write("file", "x")).ok());
  EXPECT_TRUE(CheckRegularFile(directory.path() / "none").ok());
  EXPECT_TRUE(CheckRegularFile(directory.path() / "file" / "below").ok());
  EXPECT_THAT(CheckRegularFile(directory.path()).error().message, HasSubstr("is a directory"));
  EXPECT_THAT(CheckRegularFile("/dev/null").error().message, HasSubstr("is a device"));
  const std::filesystem::path pipe = directory.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(CheckRegularFile(pipe).error().message, HasSubstr("is a pipe"));
  std::filesystem::create_symlink("pipe", directory.path() / "link");
  EXPECT_FALSE(CheckRegularFile(directory.path() / "link").ok());
}

}  // namespace
}  // namespace autotune
