#include "eval/client/snapshot_store.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

constexpr ProgramId kProgram{1, 2};

Snapshot Sized(std::size_t bytes) { return {{}, std::string(bytes, 'b')}; }

TEST(SnapshotStoreTest, FindsTheLongestPrefix) {
  SnapshotStore store(1000);
  store.Put(kProgram, PassSequence{1}, Sized(1));
  store.Put(kProgram, PassSequence{1, 2, 3}, Sized(3));
  const PassSequence wanted{1, 2, 3, 4};
  const auto nearest = store.Find(kProgram, wanted, 0);
  ASSERT_TRUE(nearest.snapshot);
  EXPECT_EQ(nearest.length, 3u);
  EXPECT_EQ(nearest.snapshot->bitcode.size(), 3u);
  EXPECT_FALSE(store.Find(kProgram, wanted, 3).snapshot) << "not longer than what is at hand";
  EXPECT_EQ(store.Find(kProgram, PassSequence{1, 2}, 0).length, 1u);
  EXPECT_FALSE(store.Find(kProgram, PassSequence{2, 1}, 0).snapshot);
  EXPECT_FALSE(store.Find({9, 9}, wanted, 0).snapshot) << "another program";
}

TEST(SnapshotStoreTest, DropsWhatWasNotUsedLongest) {
  SnapshotStore store(100);
  for (const PassId pass : {1, 2, 3, 4}) store.Put(kProgram, PassSequence{pass}, Sized(25));
  EXPECT_EQ(store.bytes(), 100u);
  EXPECT_TRUE(store.Find(kProgram, PassSequence{1}, 0).snapshot);  // used
  store.Put(kProgram, PassSequence{5}, Sized(20));
  EXPECT_TRUE(store.Contains(kProgram, PassSequence{1}));
  EXPECT_FALSE(store.Contains(kProgram, PassSequence{2}));
  EXPECT_TRUE(store.Contains(kProgram, PassSequence{5}));
  EXPECT_EQ(store.bytes(), 95u);
  EXPECT_EQ(store.size(), 4u);
}

TEST(SnapshotStoreTest, TakesNothingThatWouldDriveOutMuch) {
  SnapshotStore store(100);
  store.Put(kProgram, PassSequence{1}, Sized(26));
  EXPECT_EQ(store.size(), 0u);
}

TEST(SnapshotStoreTest, WhatIsInUseOutlivesItsPlace) {
  SnapshotStore store(100);
  store.Put(kProgram, PassSequence{1}, Sized(25));
  const auto held = store.Find(kProgram, PassSequence{1}, 0);
  for (const PassId pass : {2, 3, 4, 5}) store.Put(kProgram, PassSequence{pass}, Sized(25));
  EXPECT_FALSE(store.Contains(kProgram, PassSequence{1}));
  EXPECT_EQ(held.snapshot->bitcode.size(), 25u);
}

}  // namespace
}  // namespace autotune
