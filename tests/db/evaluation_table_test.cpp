#include "db/evaluation_table.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace autotune {
namespace {

Hash128 ListHash(std::uint64_t number) { return HashBytes(std::to_string(number)); }

EvaluationTable::Entry Entry(std::uint64_t instructions) {
  return {{StoredEvaluation::State{{}, {instructions, {}}, 0}}};
}

std::uint64_t Instructions(EvaluationTable& table, std::uint64_t number) {
  const auto entry = table.Find(ListHash(number));
  return entry ? entry->evaluation.state()->cost.instructions : 0;
}

TEST(EvaluationTable, FindsWhatWasInserted) {
  EvaluationTable table(1000);
  EXPECT_FALSE(table.Find(ListHash(1)));
  table.Insert(ListHash(1), Entry(10));
  EXPECT_EQ(Instructions(table, 1), 10);
  EXPECT_FALSE(table.Find(ListHash(2)));
  EXPECT_FALSE(table.has_dropped());
}

TEST(EvaluationTable, KeepsWhatSaysMore) {
  EvaluationTable table(1000);
  EvaluationTable::Entry sized{
      {StoredEvaluation::State{{}, {5, ObjectSize{6, 7}}, 0}, /*sized=*/true}};
  table.Insert(ListHash(1), Entry(1));
  table.Insert(ListHash(1), sized);
  EXPECT_EQ(Instructions(table, 1), 5);
  table.Insert(ListHash(1), Entry(1));
  EXPECT_EQ(Instructions(table, 1), 5);
}

TEST(EvaluationTable, DropsWhatWasNotUsedForLong) {
  constexpr std::uint64_t kCapacity = 64 * 100;
  EvaluationTable table(kCapacity);
  for (std::uint64_t i = 1; i <= 10 * kCapacity; ++i) {
    table.Insert(ListHash(i), Entry(i));
    if (i % 100 == 0) {
      EXPECT_EQ(Instructions(table, 1), 1) << i;
    }
  }
  EXPECT_TRUE(table.has_dropped());
  std::uint64_t held = 0;
  for (std::uint64_t i = 1; i <= 10 * kCapacity; ++i) held += Instructions(table, i) == i;
  EXPECT_LE(held, kCapacity);
  EXPECT_GE(held, kCapacity / 3);
  EXPECT_EQ(Instructions(table, 10 * kCapacity), 10 * kCapacity);
}

TEST(EvaluationTable, IsThreadSafe) {
  constexpr std::uint64_t kEntries = 5000;
  EvaluationTable table(kEntries / 2);
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&table] {
      for (std::uint64_t i = 1; i <= kEntries; ++i) {
        table.Insert(ListHash(i), Entry(i));
        const std::uint64_t found = Instructions(table, i / 2 + 1);
        if (found != 0) {
          EXPECT_EQ(found, i / 2 + 1);
        }
      }
    });
  }
}

}  // namespace
}  // namespace autotune
