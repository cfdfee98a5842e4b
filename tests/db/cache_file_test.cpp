#include "db/cache_file.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

class CacheFileTest : public testing::Test {
 protected:
  static std::unique_ptr<Database> Open(const std::filesystem::path& file) {
    auto cache = Database::Open(file, {.format = &kCacheFormat});
    EXPECT_TRUE(cache.ok());
    return *std::move(cache);
  }

  /// Program `id` with so many evaluations, last used at second `last_used`.
  void Add(int id, int evaluations, int last_used) {
    const Status status = cache_->Write([&](SQLite::Database& connection) {
      SQLite::Statement program(connection,
                                "INSERT INTO program VALUES (?, ?, hex(zeroblob(16)), ?)");
      program.bind(1, id);
      program.bind(2, ToHex({0, static_cast<std::uint64_t>(id)}));
      program.bind(3, last_used);
      program.exec();
      SQLite::Statement row(connection,
                            "INSERT INTO evaluation VALUES (?, randomblob(16), 0, randomblob(16), "
                            "5, NULL, NULL, 1000, NULL, NULL)");
      row.bind(1, id);
      for (int i = 0; i < evaluations; ++i) {
        row.exec();
        row.reset();
      }
      return Status();
    });
    ASSERT_TRUE(status.ok()) << status.error().message;
  }

  CacheStatistics Statistics() { return *ReadCacheStatistics(*cache_); }

  TestDirectory folder_;
  const std::filesystem::path file_ = folder_.path() / "evaluations.db";
  std::unique_ptr<Database> cache_ = Open(file_);
};

TEST_F(CacheFileTest, IsEmptyAtFirst) {
  const CacheStatistics statistics = Statistics();
  EXPECT_EQ(statistics.programs, 0);
  EXPECT_EQ(statistics.evaluations, 0);
  EXPECT_FALSE(statistics.least_recent_use);
  EXPECT_FALSE(*EvictSome(*cache_));
}

TEST_F(CacheFileTest, EvictsTheLeastRecentlyUsedProgramFirst) {
  Add(1, 100, 50);
  Add(2, 9000, 20);
  Add(3, 0, 30);
  EXPECT_EQ(Statistics().evaluations, 9100);
  EXPECT_EQ(Statistics().least_recent_use, WallTime(std::chrono::seconds(20)));
  std::uint64_t dropped = 0;
  int steps = 0;
  while (Statistics().programs == 3) {
    dropped += **EvictSome(*cache_);
    ++steps;
  }
  EXPECT_EQ(dropped, 9000);
  EXPECT_EQ(steps, 3) << "not all at once";
  EXPECT_EQ(**EvictSome(*cache_), 0);
  EXPECT_EQ(Statistics().programs, 1);
  EXPECT_EQ(Statistics().evaluations, 100);
  EXPECT_EQ(**EvictSome(*cache_), 100);
  EXPECT_FALSE(*EvictSome(*cache_));
}

TEST_F(CacheFileTest, EvictsOnlyWhatWasNotUsedSince) {
  Add(1, 10, 50);
  Add(2, 10, 20);
  const WallTime since(std::chrono::seconds(50));
  EXPECT_EQ(**EvictSome(*cache_, since), 10);
  EXPECT_FALSE(*EvictSome(*cache_, since));
  EXPECT_EQ(Statistics().programs, 1);
}

TEST_F(CacheFileTest, UsedBytesFallAtOnceAndTheFileWithCompaction) {
  Add(1, 10'000, 1);
  const std::uint64_t full = *UsedCacheBytes(*cache_);
  EXPECT_EQ(Statistics().used_bytes, full);
  EXPECT_GT(full, 10'000 * 50);
  while (*EvictSome(*cache_)) {
  }
  EXPECT_LT(*UsedCacheBytes(*cache_), full / 10);
  ASSERT_TRUE(cache_->Compact().ok());
  EXPECT_LT(std::filesystem::file_size(file_), full / 10);
}

TEST_F(CacheFileTest, ClearingLeavesNothing) {
  Add(1, 10'000, 1);
  ASSERT_TRUE(ClearCache(*cache_).ok());
  EXPECT_EQ(Statistics().programs, 0);
  EXPECT_EQ(Statistics().evaluations, 0);
  EXPECT_LT(std::filesystem::file_size(file_), 100'000);
}

}  // namespace
}  // namespace autotune
