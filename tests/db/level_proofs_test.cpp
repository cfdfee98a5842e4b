#include "db/level_proofs.h"

#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

const LevelProofKey kKey{{1, 2}, {3, 4}, Objective::kIrInstructions, "opt-19"};
const StoredLevelProof kProof{"Oz", "default<Oz>", {5, 6}, {200, ObjectSize{800, 80}},
                              1.5,  1.25,          0.5,    "static"};

TEST(LevelProofs, FindsWhatAnotherConnectionStored) {
  const TestDirectory directory;
  const auto one = Database::Open(directory.path() / "r.db");
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(*LevelProofs(**one).Find(kKey), std::nullopt);
  ASSERT_TRUE(LevelProofs(**one).Store(kKey, kProof).ok());
  const auto other = Database::OpenReadOnly(directory.path() / "r.db");
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(*LevelProofs(**other).Find(kKey), kProof);
  StoredLevelProof again = kProof;
  again.level = "Os";
  again.cost.object_size.reset();
  again.code_model.clear();
  ASSERT_TRUE(LevelProofs(**one).Store(kKey, again).ok());
  EXPECT_EQ(*LevelProofs(**other).Find(kKey), again);
}

TEST(LevelProofs, AnotherKeyIsAnotherProof) {
  const TestDirectory directory;
  const auto database = Database::Open(directory.path() / "r.db");
  ASSERT_TRUE(database.ok());
  LevelProofs proofs(**database);
  ASSERT_TRUE(proofs.Store(kKey, kProof).ok());
  for (const LevelProofKey& other :
       {LevelProofKey{{1, 1}, kKey.toolchain, kKey.objective, kKey.opt},
        LevelProofKey{kKey.program, {3, 3}, kKey.objective, kKey.opt},
        LevelProofKey{kKey.program, kKey.toolchain, Objective::kObjectSize, kKey.opt},
        LevelProofKey{kKey.program, kKey.toolchain, kKey.objective, "another-opt"}}) {
    EXPECT_EQ(*proofs.Find(other), std::nullopt);
  }
}

}  // namespace
}  // namespace autotune
