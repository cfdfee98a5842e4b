#include "eval/process/text_stream.h"

#include <chrono>
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

TEST(ReadTextStream, ReadsFilesAndDevices) {
  const TestDirectory directory;
  const std::string text = std::string(200'000, 'a') + "\r\nb";
  EXPECT_EQ(*ReadTextStream(directory.Write("text", text)), text);
  EXPECT_EQ(*ReadTextStream("/dev/null"), "");
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

TEST(ReadTextStream, GivesUpAPipeThatNobodyWritesTo) {
  const TestDirectory directory;
  const std::filesystem::path pipe = directory.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const Result<std::string> text = ReadTextStream(pipe, std::chrono::milliseconds(100));
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().message, HasSubstr("nothing came from it for 100ms"));
}

TEST(ReadTextStream, SaysWhatIsNoText) {
  const TestDirectory directory;
  EXPECT_EQ(ReadTextStream(directory.path() / "none").error().code, ErrorCode::kNotFound);
  EXPECT_THAT(ReadTextStream(directory.path()).error().message, HasSubstr("is a directory"));
  EXPECT_EQ(ReadTextStream("/dev/zero").error().code, ErrorCode::kBadInput);
}

}  // namespace
}  // namespace autotune
