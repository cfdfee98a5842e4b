#include "tune/input/input_copy.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;

constexpr char kNamed[] = "source_filename = \"a.c\"\ndefine void @f() { ret void }\n";

std::string ReadFile(const std::filesystem::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return std::move(bytes).str();
}

TEST(InputCopy, KeepsTheBytesThatWereThere) {
  const TestDirectory directory;
  const auto file = directory.Write("x.ll", kNamed);
  const auto copy = InputCopy::Take(file, Budget::Unlimited());
  ASSERT_TRUE(copy.ok()) << copy.error().message;
  EXPECT_FALSE(copy->Change(Budget::Unlimited()));
  directory.Write("x.ll", "define void @other() { ret void }\n");
  EXPECT_EQ(copy->bytes(), kNamed);
  EXPECT_EQ(ReadFile(copy->program().path), kNamed);
  EXPECT_EQ(copy->program().name, file.string());
  EXPECT_THAT(copy->Change(Budget::Unlimited()).value_or(""),
              HasSubstr("x.ll' changed during the run"));
  std::filesystem::remove(file);
  EXPECT_THAT(copy->Change(Budget::Unlimited()).value_or(""), HasSubstr("x.ll' is gone"));
}

TEST(InputCopy, IsReplacedByWhatIsMadeOfIt) {
  const TestDirectory directory;
  auto copy = InputCopy::Take(directory.Write("x.ll", kNamed), Budget::Unlimited());
  ASSERT_TRUE(copy.ok());
  ASSERT_TRUE(copy->Replace("made", "x.whole.bc").ok());
  EXPECT_EQ(copy->bytes(), "made");
  EXPECT_EQ(ReadFile(copy->program().path), "made");
  EXPECT_EQ(copy->program().name, "x.whole.bc");
  EXPECT_FALSE(copy->Change(Budget::Unlimited()));
}

TEST(InputCopy, SaysNothingOfAFileThatHoldsTheSameAgain) {
  const TestDirectory directory;
  const auto file = directory.Write("x.ll", kNamed);
  const auto copy = InputCopy::Take(file, Budget::Unlimited());
  ASSERT_TRUE(copy.ok());
  std::filesystem::remove(file);
  directory.Write("x.ll", kNamed);
  EXPECT_FALSE(copy->Change(Budget::Unlimited()));
}

TEST(InputCopy, IsGoneWithItsOwner) {
  const TestDirectory directory;
  std::filesystem::path path;
  {
    const auto copy = InputCopy::Take(directory.Write("x.ll", kNamed), Budget::Unlimited());
    ASSERT_TRUE(copy.ok());
    path = copy->program().path;
    EXPECT_TRUE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path.parent_path()));
}

/// LLVM names the source after the file if the text does not name it.
TEST(InputCopy, TextWithoutASourceNameGetsThatOfTheUsersFile) {
  const TestDirectory directory;
  const auto file = directory.Write("it's \"x\".ll", "define void @f() { ret void }\n");
  const auto copy = InputCopy::Take(file, Budget::Unlimited());
  ASSERT_TRUE(copy.ok());
  EXPECT_EQ(ReadFile(copy->program().path),
            "source_filename = \"" + directory.path().string() +
                "/it's \\22x\\22.ll\"\ndefine void @f() { ret void }\n");
}

TEST(InputCopy, AMissingFileIsOneLine) {
  const TestDirectory directory;
  const auto copy = InputCopy::Take(directory.path() / "none.bc", Budget::Unlimited());
  ASSERT_FALSE(copy.ok());
  EXPECT_EQ(copy.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace autotune
