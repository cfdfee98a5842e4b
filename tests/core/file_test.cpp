#include "core/file.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

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
  EXPECT_EQ(*ReadTextStream("/dev/null"), "");
}

TEST(ReadFile, SaysWhatIsNoFile) {
  const TestDirectory directory;
  EXPECT_EQ(ReadFile(directory.path() / "none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(ReadTextStream(directory.path() / "none").error().code, ErrorCode::kNotFound);
  for (const auto& read : {ReadFile, ReadText, ReadTextStream}) {
    EXPECT_THAT(read(directory.path()).error().message, HasSubstr("is a directory"));
  }
  EXPECT_THAT(ReadFile("/dev/null").error().message, HasSubstr("is a device"));
}

TEST(ReadText, HasAllOfALongText) {
  const TestDirectory directory;
  const std::string text = std::string(200'000, 'a') + "\r\nb";
  EXPECT_EQ(*ReadText(directory.Write("text", text)), text);
  EXPECT_EQ(*ReadTextStream(directory.path() / "text"), text);
  EXPECT_EQ(*ReadText(directory.Write("empty", "")), "");
}

/// Without its end the test would run out of time and memory.
TEST(ReadText, EndsAtAZeroByte) {
  const TestDirectory directory;
  const std::filesystem::path huge = directory.Write("huge", "a");
  std::filesystem::resize_file(huge, std::uintmax_t{1} << 40);
  EXPECT_EQ(ReadText(huge).error().code, ErrorCode::kBadInput);
  EXPECT_EQ(ReadTextStream("/dev/zero").error().code, ErrorCode::kBadInput);
}

/// The writer comes late, and writes twice.
TEST(ReadTextStream, WaitsForThoseThatWriteToAPipe) {
  const TestDirectory directory;
  const std::filesystem::path pipe = directory.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&pipe] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::ofstream stream(pipe);
    stream << "sroa," << std::flush;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stream << "adce";
  });
  const Result<std::string> text = ReadTextStream(pipe);
  writer.join();
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text, "sroa,adce");
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
