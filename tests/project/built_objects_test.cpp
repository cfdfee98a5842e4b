#include "project/built_objects.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "project/object_sizes.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;

/// A build tree of many units, without their objects.
class BuiltObjectsTest : public testing::Test {
 protected:
  BuiltObjectsTest() {
    EXPECT_TRUE(folder_.Create());
    for (int i = 0; i < 3'000; ++i) {
      const std::string name = std::to_string(i);
      units_.push_back({.module = HashBytes(name),
                        .folder = directory_.path(),
                        .source = name + ".c",
                        .output = name + ".o",
                        .compiler = {"clang"},
                        .code_words = {}});
      directory_.Write(name + ".c", name);
    }
  }

  TestDirectory directory_;
  const UnitFolder folder_{directory_.path() / "state"};
  std::vector<RecordedUnit> units_;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

TEST_F(BuiltObjectsTest, AreFoundInTimeThatGrowsWithTheirNumber) {
  const RecordedUnit& moved = units_.at(70);
  ASSERT_TRUE(folder_.Replace(folder_.Plain(moved.key()), "object"));
  directory_.Write("70.lo", "object");
  const BuiltObjects built(folder_, units_);
  for (const RecordedUnit& unit : units_) {
    const bool found = unit.output == moved.output;
    EXPECT_EQ(built.Find(unit), found ? directory_.path() / "70.lo" : unit.OutputPath());
  }
  EXPECT_LT(std::chrono::steady_clock::now() - started_, std::chrono::seconds(5));
}

TEST_F(BuiltObjectsTest, AreOnlyMeasuredIfTheyAreThere) {
  std::vector<fs::path> objects;
  for (const RecordedUnit& unit : units_) objects.push_back(unit.OutputPath());
  directory_.Write("7.o", "no object");
  for (const std::optional<std::uint64_t>& size : TextAndData(objects)) EXPECT_FALSE(size);
  EXPECT_LT(std::chrono::steady_clock::now() - started_, std::chrono::seconds(5));
}

}  // namespace
}  // namespace autotune
