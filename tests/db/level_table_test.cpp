#include "db/level_table.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

constexpr Hash128 kMeasured{1, 2};
constexpr Hash128 kBaselineTools{3, 4};
// All 64 bits are used, so that signs and leading zeros would show.
constexpr Hash128 kIr{0x0000000000000001, 0xffffffffffffffff};

class LevelTableTest : public testing::Test {
 protected:
  std::unique_ptr<Database> Open() {
    auto database = Database::Open(folder_.path() / "autotune.db");
    EXPECT_TRUE(database.ok());
    return std::move(*database);
  }
  Result<StoredBaselines> Find(const ProgramId& program, const Hash128& toolchain) {
    return ReadBaselines(*database_, program, toolchain);
  }
  bool Store(const StoredBaselines& baselines) {
    return KeepBaselines(*database_, kMeasured, kBaselineTools, baselines).ok();
  }

  TestDirectory folder_;
  std::unique_ptr<Database> database_ = Open();
};

StoredBaseline Baseline(std::uint64_t instructions, std::optional<ObjectSize> size = {}) {
  return {"default<Oz>", kIr, {instructions, size}, size ? "static, cortex-m4" : ""};
}

TEST_F(LevelTableTest, NothingIsKnownAtFirst) {
  const auto found = Find(kMeasured, kBaselineTools);
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->empty());
}

TEST_F(LevelTableTest, FindsWhatAnotherConnectionStored) {
  const StoredBaselines stored = {
      {"O0", {"", kIr, {450, {}}}},
      {"Oz", Baseline(254, ObjectSize{1655, 520})},
      {"clang_Oz", Baseline(0, ObjectSize{0, 0})},
  };
  ASSERT_TRUE(Store(stored));
  const auto other = Open();
  const auto found = ReadBaselines(*other, kMeasured, kBaselineTools);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(*found, stored);
}

TEST_F(LevelTableTest, ProgramAndToolchainBothCount) {
  ASSERT_TRUE(Store({{"Oz", Baseline(1)}}));
  EXPECT_TRUE(Find(kBaselineTools, kBaselineTools)->empty());
  EXPECT_TRUE(Find(kMeasured, kMeasured)->empty());
}

TEST_F(LevelTableTest, StoringAddsAndReplacesLevels) {
  ASSERT_TRUE(Store({{"O1", Baseline(1)}, {"O2", Baseline(2)}}));
  ASSERT_TRUE(Store({{"O2", Baseline(20)}, {"O3", Baseline(3)}}));
  const StoredBaselines expected = {{"O1", Baseline(1)}, {"O2", Baseline(20)}, {"O3", Baseline(3)}};
  EXPECT_EQ(*Find(kMeasured, kBaselineTools), expected);
}

TEST_F(LevelTableTest, ObjectSizeOnceMeasuredIsKept) {
  const StoredBaselines sized = {{"Oz", Baseline(5, ObjectSize{6, 7})}};
  ASSERT_TRUE(Store({{"Oz", Baseline(5)}}));
  ASSERT_TRUE(Store(sized));
  EXPECT_EQ(*Find(kMeasured, kBaselineTools), sized);
  ASSERT_TRUE(Store({{"Oz", Baseline(5)}}));
  EXPECT_EQ(*Find(kMeasured, kBaselineTools), sized);
}

TEST_F(LevelTableTest, TextIsDataNotSql) {
  const StoredBaselines stored = {{"O'; DROP TABLE baseline; --", Baseline(1)}};
  ASSERT_TRUE(Store(stored));
  EXPECT_EQ(*Find(kMeasured, kBaselineTools), stored);
}

TEST_F(LevelTableTest, ARowThatSomebodyBrokeIsAnError) {
  ASSERT_TRUE(Store({{"Oz", Baseline(1)}}));
  ASSERT_TRUE(database_
                  ->Write([](SQLite::Database& connection) {
                    connection.exec("UPDATE baseline SET ir = 'no hash, but just as long as one'");
                    return Status();
                  })
                  .ok());
  EXPECT_EQ(Find(kMeasured, kBaselineTools).error().code, ErrorCode::kBadInput);
}

const LevelProofKey kKey{{1, 2}, {3, 4}, Objective::kIrInstructions, "opt-19"};
const StoredLevelProof kProof{
    "Oz", {"default<Oz>", {5, 6}, {200, ObjectSize{800, 80}}, "static"}, 1.5, 1.25, 0.5};

TEST_F(LevelTableTest, FindsTheProofThatAnotherConnectionStored) {
  EXPECT_EQ(*ReadLevelProof(*database_, kKey), std::nullopt);
  ASSERT_TRUE(KeepLevelProof(*database_, kKey, kProof).ok());
  const auto other = Open();
  EXPECT_EQ(*ReadLevelProof(*other, kKey), kProof);
  StoredLevelProof again = kProof;
  again.level = "Os";
  again.baseline.cost.object_size.reset();
  again.baseline.code_model.clear();
  ASSERT_TRUE(KeepLevelProof(*database_, kKey, again).ok());
  EXPECT_EQ(*ReadLevelProof(*other, kKey), again);
}

TEST_F(LevelTableTest, AnotherKeyIsAnotherProof) {
  ASSERT_TRUE(KeepLevelProof(*database_, kKey, kProof).ok());
  for (const LevelProofKey& other :
       {LevelProofKey{{1, 1}, kKey.toolchain, kKey.objective, kKey.opt},
        LevelProofKey{kKey.program, {3, 3}, kKey.objective, kKey.opt},
        LevelProofKey{kKey.program, kKey.toolchain, Objective::kObjectSize, kKey.opt},
        LevelProofKey{kKey.program, kKey.toolchain, kKey.objective, "another-opt"}}) {
    EXPECT_EQ(*ReadLevelProof(*database_, other), std::nullopt);
  }
}

}  // namespace
}  // namespace autotune
