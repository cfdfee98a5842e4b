#include "ui/batch_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample_result.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Oz makes 200 instructions of it, the search `result`.
BatchEntry Tuned(const char* program, std::uint64_t result) {
  TuneResult outcome = SampleResult();
  outcome.job.program = program;
  outcome.result.reproduction.cost.instructions = result;
  return {program, outcome};
}

TEST(BatchTable, HasALineForEachFileAndTheMeans) {
  const std::vector<BatchEntry> entries = {Tuned("a.bc", 100), Tuned("long/name.bc", 200)};
  const std::string table = BatchTable(entries, 2, Terminal());
  EXPECT_THAT(table, HasSubstr("a.bc                 400         200  clang -Oz         190"
                               "         100   -50.0%           740  yes\n"));
  EXPECT_THAT(table, HasSubstr("\nlong/name.bc         400"));
  EXPECT_THAT(table,
              HasSubstr("geomean of Oz/result 1.414, mean reduction 25.0% of Oz, over 2 files\n"));
  EXPECT_THAT(table, Not(HasSubstr(" of 2 files")));
}

TEST(BatchTable, CountsNothingAtAllAsOne) {
  const BatchEntry entry = Tuned("a.bc", 0);
  EXPECT_THAT(
      BatchTable({&entry, 1}, 1, Terminal()),
      HasSubstr("geomean of Oz/result 200.000, mean reduction 100.0% of Oz, over 1 file\n"));
}

TEST(BatchTable, SaysWhatItsSizesWereMeasuredAs) {
  std::vector<BatchEntry> entries = {Tuned("a.bc", 100), Tuned("b.bc", 200)};
  EXPECT_THAT(BatchTable(entries, 2, Terminal()),
              HasSubstr("yes\ntext+data measured as: static, cortex-m4\n\n"));
  entries[1].outcome->program.code_model = {.relocation = Relocation::kPic};
  EXPECT_THAT(BatchTable(entries, 2, Terminal()),
              HasSubstr("text+data measured as: pic\ntext+data measured as: static, cortex-m4\n"));
}

TEST(BatchTable, ShowsTheOtherMetricBesides) {
  BatchEntry entry = Tuned("a.bc", 160);
  entry.outcome->job.objective = Objective::kObjectSize;
  const std::string table = BatchTable({&entry, 1}, 1, Terminal());
  EXPECT_THAT(table, HasSubstr("instructions  verified\n"));
  EXPECT_THAT(table, HasSubstr("           160  yes\n"));
}

TEST(BatchTable, SaysWhatOneProcessAloneHasReproduced) {
  BatchEntry entry = Tuned("a.bc", 200);
  entry.outcome->result.reproduction.processes = 1;
  entry.outcome->result.reproduction.verified = false;
  EXPECT_THAT(BatchTable({&entry, 1}, 1, Terminal()), HasSubstr("  once\n"));
}

TEST(BatchTable, CountsWhatFailedAndWhatWasNotBegun) {
  const std::vector<BatchEntry> entries = {
      Tuned("a.bc", 160), {"broken.bc", Error{ErrorCode::kBadInput, "can't read 'broken.bc'"}}};
  const std::string table = BatchTable(entries, 5, Terminal());
  EXPECT_THAT(table, HasSubstr("broken.bc      failed\n"));
  EXPECT_THAT(table, HasSubstr("over 1 file\n"));
  EXPECT_THAT(table, HasSubstr("1 of 5 files failed\n3 of 5 files were not begun\n"));
}

TEST(BatchTable, LeavesOutWhatCanNotBeComparedWithOz) {
  BatchEntry entry = Tuned("a.bc", 160);
  entry.outcome->baselines.levels.erase(Level::kOz);
  EXPECT_THAT(BatchTable({&entry, 1}, 1, Terminal()), Not(HasSubstr("geomean")));
}

}  // namespace
}  // namespace autotune
