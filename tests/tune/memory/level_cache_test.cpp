#include "tune/memory/level_cache.h"

#include <atomic>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "db/level_table.h"
#include "support/fake_worker_pool.h"
#include "support/recording_observer.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

class LevelCacheTest : public testing::Test {
 protected:
  LevelCacheTest() { Reopen(); }

  /// An empty database.
  void Reopen() {
    TuneJob job;
    job.database = directory_.path() / ("autotune" + std::to_string(opened_++) + ".db");
    database_.emplace(observer_);
    database_->Open(job);
  }

  LevelMeasurements Measure(const CodeModel& code_model = {}, Clock::duration known_oz = {}) {
    const auto measured =
        MeasureLevelsCached(pool_, program_, Objective::kIrInstructions,
                            {.time_limit = std::chrono::seconds(1), .known_oz = known_oz},
                            Budget(Budget::Limits{}), code_model, *database_);
    EXPECT_TRUE(measured.ok());
    return measured.ok() ? *measured : LevelMeasurements{};
  }

  const TestDirectory directory_;
  int opened_ = 0;
  RecordingObserver observer_;
  std::optional<RunDatabase> database_;
  std::atomic<int> runs_ = 0;
  std::atomic<bool> has_o2_ = true;
  FakeWorkerPool pool_{
      [this](const std::string& text, PipelineTuning, const Budget&) -> Result<PipelineRun> {
        ++runs_;
        if (text == "default<O2>" && !has_o2_) return Error{ErrorCode::kPassCrashed, "it crashed"};
        PipelineRun run;
        run.evaluation.cost.instructions = 10;
        run.expanded = "expanded";
        return run;
      }};
  const ProgramInfo program_ = *pool_.Load("program", "a\nb\n", {}, Budget::Unlimited());
};

TEST_F(LevelCacheTest, RemembersLevelsWithTheSizesThatAreWanted) {
  EXPECT_FALSE(Measure().remembered);
  const LevelMeasurements again = Measure();
  EXPECT_TRUE(again.remembered);
  EXPECT_EQ(again.baselines.levels.size(), kLevels.size());
  EXPECT_EQ(again.baselines.levels.at(Level::kOz).cost.object_size, (ObjectSize{100, 0}));
}

TEST_F(LevelCacheTest, RunsTheLevelsAloneThatAreMissing) {
  has_o2_ = false;
  EXPECT_FALSE(Measure().baselines.levels.contains(Level::kO2));
  has_o2_ = true;
  runs_ = 0;
  const LevelMeasurements again = Measure({}, std::chrono::milliseconds(1));
  EXPECT_EQ(runs_, 1);
  EXPECT_EQ(again.baselines.levels.size(), kLevels.size());
  EXPECT_EQ(again.baselines.levels.at(Level::kClangOz).pipeline, "expanded");
}

TEST_F(LevelCacheTest, RunsAllForTheirModulesIfOneIsMissing) {
  has_o2_ = false;
  Measure();
  runs_ = 0;
  Measure();
  EXPECT_EQ(runs_, static_cast<int>(kLevels.size()) - 1) << "all but O0";
}

// Stored pipelines are run by `opt`. A file from elsewhere may say anything there.
TEST_F(LevelCacheTest, RunsNoPipelineThatMeasuringCouldNotHaveStored) {
  const Hash128 toolchain = Toolchain(pool_.llvm_version(), CodeModel{});
  const ProgramId& id = program_.root.next.program;
  const std::vector<std::pair<std::string, std::string>> hostile = {
      {"Oz", "function(gvn)"}, {"Oz", "default<Oz>,dot-callgraph"},
      {"O0", "dot-callgraph"}, {"clang_Oz", "function(dot-cfg)"},
      {"clang_Oz", "a' 'b"},   {"clang_Oz", ""},
  };
  for (const auto& [level, pipeline] : hostile) {
    Measure();
    database_->Use([&](Database& file) -> Status {
      Result<StoredBaselines> stored = ReadBaselines(file, id, toolchain);
      if (!stored) return stored.error();
      stored->at(level).pipeline = pipeline;
      return KeepBaselines(file, id, toolchain, *stored);
    });
    const LevelMeasurements measured = Measure();
    const std::string warning = observer_.warnings.empty() ? "" : observer_.warnings.back();
    EXPECT_FALSE(measured.remembered) << pipeline;
    EXPECT_EQ(measured.baselines.levels.at(Level::kOz).pipeline, "default<Oz>");
    EXPECT_NE(warning.find("stored for " + level), std::string::npos) << warning;
    Reopen();
  }
}

/// What was short of time or memory once may have it the next time.
TEST_F(LevelCacheTest, MeasuresAgainWhatHasNoSize) {
  pool_.generates_code = false;
  EXPECT_FALSE(Measure().baselines.sized());
  pool_.generates_code = true;
  const LevelMeasurements again = Measure();
  EXPECT_FALSE(again.remembered);
  EXPECT_TRUE(again.baselines.levels.at(Level::kOz).cost.object_size);
  EXPECT_TRUE(again.baselines.levels.at(Level::kClangOz).cost.object_size);
  EXPECT_TRUE(Measure().remembered);
}

TEST_F(LevelCacheTest, SizesOfAnotherCodeModelAreNotUsed) {
  const CodeModel models[] = {{},
                              {.relocation = Relocation::kStatic},
                              {.cpu = "cortex-m4"},
                              {.features = "+dsp"},
                              {.function_sections = true},
                              {.data_sections = true}};
  for (const CodeModel& model : models) {
    const Hash128 toolchain = Toolchain("fake", model);
    EXPECT_FALSE(RememberedCost(program_.root.next.program, toolchain, Objective::kIrInstructions,
                                *database_));
    EXPECT_FALSE(Measure(model).remembered) << Describe(model);
    EXPECT_TRUE(RememberedCost(program_.root.next.program, toolchain, Objective::kIrInstructions,
                               *database_));
  }
  for (const CodeModel& model : models) EXPECT_TRUE(Measure(model).remembered);
}

}  // namespace
}  // namespace autotune
