#include "core/file.h"

#include <cstdint>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;

TEST(ReadFile, HasAllBytes) {
  const TestDirectory directory;
  const std::string bytes("a\r\n\0b", 5);
  EXPECT_EQ(*ReadFile(directory.Write("file", bytes)), bytes);
  EXPECT_EQ(*ReadFile(directory.Write("empty", "")), "");
}

TEST(ReadFile, SaysWhatIsNoFile) {
  const TestDirectory directory;
  EXPECT_EQ(ReadFile(directory.path() / "none").error().code, ErrorCode::kNotFound);
  for (const auto& read : {ReadFile, ReadText}) {
    EXPECT_THAT(read(directory.path()).error().message, HasSubstr("is a directory"));
  }
  EXPECT_THAT(ReadFile("/dev/null").error().message, HasSubstr("is a device"));
}

TEST(ReadText, HasAllOfALongText) {
  const TestDirectory directory;
  const std::string text = std::string(200'000, 'a') + "\r\nb";
  EXPECT_EQ(*ReadText(directory.Write("text", text)), text);
  EXPECT_EQ(*ReadText(directory.Write("empty", "")), "");
}

/// Without its end the test would run out of time and memory.
TEST(ReadText, EndsAtAZeroByte) {
  const TestDirectory directory;
  const std::filesystem::path huge = directory.Write("huge", "a");
  std::filesystem::resize_file(huge, std::uintmax_t{1} << 40);
  EXPECT_EQ(ReadText(huge).error().code, ErrorCode::kBadInput);
}

TEST(ReplaceFile, MakesFoldersAndReplaces) {
  const TestDirectory directory;
  const std::filesystem::path file = directory.path() / "a" / "b";
  ASSERT_TRUE(ReplaceFile(file, "old").ok());
  ASSERT_TRUE(ReplaceFile(file, "new").ok());
  EXPECT_EQ(*ReadFile(file), "new");
}

TEST(ReplaceFile, WritesToTheCurrentFolder) {
  const TestDirectory directory;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  const Status written = ReplaceFile("file", "new");
  std::filesystem::current_path(before);
  ASSERT_TRUE(written.ok()) << written.error().message;
  EXPECT_EQ(directory.Read("file"), "new");
}

TEST(MakeFolder, NamesWhatItCannotMake) {
  const TestDirectory directory;
  const std::filesystem::path file = directory.Write("file", "x");
  EXPECT_THAT(MakeFolder(file / "below").error().message,
              HasSubstr("can't make folder '" + (file / "below").string() + "': "));
}

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
