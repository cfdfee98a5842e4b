#include "db/baseline_cache.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

constexpr Hash128 kMeasured{1, 2};
constexpr Hash128 kBaselineTools{3, 4};
// All 64 bits are used, so that signs and leading zeros would show.
constexpr Hash128 kIr{0x0000000000000001, 0xffffffffffffffff};

class BaselineCacheTest : public testing::Test {
 protected:
  std::unique_ptr<Database> Open() {
    auto database = Database::Open(folder_.path() / "autotune.db");
    EXPECT_TRUE(database.ok());
    return std::move(*database);
  }

  TestDirectory folder_;
  std::unique_ptr<Database> database_ = Open();
  BaselineCache cache_{*database_};
};

StoredBaseline Baseline(std::uint64_t instructions, std::optional<ObjectSize> size = {}) {
  return {"default<Oz>", kIr, {instructions, size}, size ? "static, cortex-m4" : ""};
}

TEST_F(BaselineCacheTest, NothingIsKnownAtFirst) {
  const auto found = cache_.Find(kMeasured, kBaselineTools);
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->empty());
}

TEST_F(BaselineCacheTest, FindsWhatAnotherConnectionStored) {
  const StoredBaselines stored = {
      {"O0", {"", kIr, {450, {}}}},
      {"Oz", Baseline(254, ObjectSize{1655, 520})},
      {"clang_Oz", Baseline(0, ObjectSize{0, 0})},
  };
  ASSERT_TRUE(cache_.Store(kMeasured, kBaselineTools, stored).ok());
  const auto other = Open();
  const auto found = BaselineCache(*other).Find(kMeasured, kBaselineTools);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(*found, stored);
}

TEST_F(BaselineCacheTest, ProgramAndToolchainBothCount) {
  ASSERT_TRUE(cache_.Store(kMeasured, kBaselineTools, {{"Oz", Baseline(1)}}).ok());
  EXPECT_TRUE(cache_.Find(kBaselineTools, kBaselineTools)->empty());
  EXPECT_TRUE(cache_.Find(kMeasured, kMeasured)->empty());
}

TEST_F(BaselineCacheTest, StoringAddsAndReplacesLevels) {
  ASSERT_TRUE(
      cache_.Store(kMeasured, kBaselineTools, {{"O1", Baseline(1)}, {"O2", Baseline(2)}}).ok());
  ASSERT_TRUE(
      cache_.Store(kMeasured, kBaselineTools, {{"O2", Baseline(20)}, {"O3", Baseline(3)}}).ok());
  const StoredBaselines expected = {{"O1", Baseline(1)}, {"O2", Baseline(20)}, {"O3", Baseline(3)}};
  EXPECT_EQ(*cache_.Find(kMeasured, kBaselineTools), expected);
}

TEST_F(BaselineCacheTest, ObjectSizeOnceMeasuredIsKept) {
  const StoredBaselines sized = {{"Oz", Baseline(5, ObjectSize{6, 7})}};
  ASSERT_TRUE(cache_.Store(kMeasured, kBaselineTools, {{"Oz", Baseline(5)}}).ok());
  ASSERT_TRUE(cache_.Store(kMeasured, kBaselineTools, sized).ok());
  EXPECT_EQ(*cache_.Find(kMeasured, kBaselineTools), sized);
  ASSERT_TRUE(cache_.Store(kMeasured, kBaselineTools, {{"Oz", Baseline(5)}}).ok());
  EXPECT_EQ(*cache_.Find(kMeasured, kBaselineTools), sized);
}

TEST_F(BaselineCacheTest, TextIsDataNotSql) {
  const StoredBaselines stored = {{"O'; DROP TABLE baseline; --", Baseline(1)}};
  ASSERT_TRUE(cache_.Store(kMeasured, kBaselineTools, stored).ok());
  EXPECT_EQ(*cache_.Find(kMeasured, kBaselineTools), stored);
}

TEST_F(BaselineCacheTest, ARowThatSomebodyBrokeIsAnError) {
  ASSERT_TRUE(cache_.Store(kMeasured, kBaselineTools, {{"Oz", Baseline(1)}}).ok());
  ASSERT_TRUE(database_
                  ->Write([](SQLite::Database& connection) {
                    connection.exec("UPDATE baseline SET ir = 'no hash, but just as long as one'");
                    return Status();
                  })
                  .ok());
  EXPECT_EQ(cache_.Find(kMeasured, kBaselineTools).error().code, ErrorCode::kBadInput);
}

}  // namespace
}  // namespace autotune
