#include "core/file.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;

TEST(ReadFile, HasAllBytes) {
  const TestDirectory directory;
  const std::string bytes("a\r\n\0b", 5);
  EXPECT_EQ(*ReadFile(directory.Write("file", bytes)), bytes);
  EXPECT_EQ(*ReadFile(directory.Write("empty", "")), "");
  EXPECT_EQ(*ReadStream("/dev/null"), "");
}

TEST(ReadFile, SaysWhatIsNoFile) {
  const TestDirectory directory;
  EXPECT_EQ(ReadFile(directory.path() / "none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(ReadStream(directory.path() / "none").error().code, ErrorCode::kNotFound);
  for (const auto& read : {ReadFile, ReadStream}) {
    EXPECT_THAT(read(directory.path()).error().message, HasSubstr("is a directory"));
  }
  EXPECT_THAT(ReadFile("/dev/null").error().message, HasSubstr("is a device"));
}

TEST(ReplaceFile, MakesFoldersAndReplaces) {
  const TestDirectory directory;
  const std::filesystem::path file = directory.path() / "a" / "b";
  ASSERT_TRUE(ReplaceFile(file, "old").ok());
  ASSERT_TRUE(ReplaceFile(file, "new").ok());
  EXPECT_EQ(*ReadFile(file), "new");
}

}  // namespace
}  // namespace autotune
