#include "eval/proof/baselines.h"

#include <map>
#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "support/fake_worker_pool.h"

namespace autotune {
namespace {

constexpr std::chrono::milliseconds kTimeLimit{1000};

PipelineRun Gives(std::uint64_t instructions, const std::string& expanded = "expanded") {
  PipelineRun run;
  run.evaluation.cost.instructions = instructions;
  run.evaluation.next.ir = HashBytes(std::to_string(instructions));
  run.expanded = expanded;
  return run;
}

ProgramInfo LoadLines(FakeWorkerPool& pool, int lines) {
  std::string text;
  for (int i = 0; i < lines; ++i) text += "add\n";
  return *pool.Load("program", text, {}, Budget::Unlimited());
}

TEST(BaselinesTest, MeasuresEveryLevel) {
  std::mutex mutex;
  std::set<std::pair<std::string, PipelineTuning>> asked;
  FakeWorkerPool pool([&](const std::string& pipeline, PipelineTuning tuning, const Budget&) {
    const std::lock_guard lock(mutex);
    asked.emplace(pipeline, tuning);
    if (tuning == PipelineTuning::kClang) {
      return Gives(5,
                   "dce,cgscc(devirt<4>(inline,function(sroa,gvn)),argpromotion),function(adce)");
    }
    return Gives(10);
  });
  const ProgramInfo program = LoadLines(pool, 20);
  const Budget budget({});
  const auto baselines =
      MeasureBaselines(pool, program, Objective::kIrInstructions, {kTimeLimit}, budget);
  ASSERT_TRUE(baselines.ok());
  EXPECT_TRUE(baselines->failed.empty());
  const std::string clang = "dce,scc-oz-module-inliner,function(adce)";
  EXPECT_EQ(asked, (std::set<std::pair<std::string, PipelineTuning>>{
                       {"default<O1>", PipelineTuning::kOpt},
                       {"default<O2>", PipelineTuning::kOpt},
                       {"default<O3>", PipelineTuning::kOpt},
                       {"default<Os>", PipelineTuning::kOpt},
                       {"default<Oz>", PipelineTuning::kOpt},
                       {"default<Oz>", PipelineTuning::kClang}}));
  ASSERT_EQ(baselines->levels.size(), kLevels.size());
  const Baseline& o0 = baselines->levels.at(Level::kO0);
  EXPECT_EQ(o0.cost.instructions, 20u);
  EXPECT_EQ(o0.ir, program.root.next.ir);
  EXPECT_EQ(o0.pipeline, "");
  EXPECT_EQ(baselines->levels.at(Level::kOz).pipeline, "default<Oz>");
  EXPECT_EQ(baselines->levels.at(Level::kOz).cost.instructions, 10u);
  EXPECT_EQ(baselines->levels.at(Level::kClangOz).pipeline, clang);
  EXPECT_EQ(baselines->levels.at(Level::kClangOz).cost.instructions, 5u);
  EXPECT_EQ(baselines->levels.at(Level::kClangOz).opt_flags,
            OptFlags(Level::kClangOz, program.target_triple));
  EXPECT_TRUE(baselines->levels.at(Level::kOz).opt_flags.empty());
  EXPECT_EQ(baselines->BestLevel(Objective::kIrInstructions), Level::kClangOz);
}

TEST(BaselinesTest, TiesGoToTheSmallerObjectFileAndThenToOz) {
  const auto cost = [](std::uint64_t instructions, std::optional<std::uint64_t> bytes = {}) {
    return Cost{instructions, bytes ? std::optional(ObjectSize{*bytes, 0}) : std::nullopt};
  };
  Baselines baselines;
  for (const Level level : kLevels) baselines.levels[level].cost = cost(10);
  baselines.levels[Level::kO1].cost = cost(11);
  EXPECT_EQ(baselines.BestFirst(Objective::kIrInstructions),
            (std::vector{Level::kOz, Level::kClangOz, Level::kOs, Level::kO2, Level::kO3,
                         Level::kO0, Level::kO1}));
  baselines.levels[Level::kO0].cost = cost(10, 51);
  baselines.levels[Level::kOz].cost = cost(10, 3);
  baselines.levels[Level::kClangOz].cost = cost(10, 3);
  EXPECT_EQ(baselines.BestLevel(Objective::kIrInstructions), Level::kOz);
  baselines.levels[Level::kClangOz].cost = cost(10, 2);
  EXPECT_EQ(baselines.BestLevel(Objective::kIrInstructions), Level::kClangOz);
  baselines.levels[Level::kO3].cost = cost(9);
  EXPECT_EQ(baselines.BestLevel(Objective::kIrInstructions), Level::kO3);
}

std::set<Level> Sized(const Baselines& baselines) {
  std::set<Level> sized;
  for (const auto& [level, baseline] : baselines.levels) {
    if (baseline.cost.object_size) sized.insert(level);
  }
  return sized;
}

TEST(BaselinesTest, GeneratesCodeForNoMoreLevelsThanItHasTo) {
  FakeWorkerPool pool([](const std::string&, PipelineTuning, const Budget&) { return Gives(10); });
  ProgramInfo program = LoadLines(pool, 20);
  const Budget budget({});
  const auto some =
      MeasureBaselines(pool, program, Objective::kIrInstructions, {kTimeLimit}, budget);
  ASSERT_TRUE(some.ok());
  EXPECT_EQ(Sized(*some), (std::set{Level::kOz, Level::kClangOz}));
  EXPECT_TRUE(some->sized());
  EXPECT_TRUE(some->sizing().ok());

  program.root.cost.object_size = ObjectSize{200, 0};
  const auto all = MeasureBaselines(pool, program, Objective::kObjectSize, {kTimeLimit}, budget);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(Sized(*all), std::set<Level>(kLevels.begin(), kLevels.end()));
}

TEST(BaselinesTest, DoesWithoutCodeWhereItIsNotTheObjective) {
  FakeWorkerPool pool([](const std::string&, PipelineTuning, const Budget&) { return Gives(10); });
  pool.generates_code = false;
  const ProgramInfo program = LoadLines(pool, 20);
  const Budget budget({});
  const auto some =
      MeasureBaselines(pool, program, Objective::kIrInstructions, {kTimeLimit}, budget);
  ASSERT_TRUE(some.ok());
  EXPECT_TRUE(some->failed.empty());
  EXPECT_FALSE(some->sized());
  ASSERT_FALSE(some->sizing().ok());
  EXPECT_EQ(some->sizing().error().message, "no object file") << "which is what the pool says";

  const auto none = MeasureBaselines(pool, program, Objective::kObjectSize, {kTimeLimit}, budget);
  ASSERT_TRUE(none.ok());
  EXPECT_EQ(none->failed.size(), kLevels.size() - 1);
}

TEST(BaselinesTest, NamesTheLevelsThatFail) {
  FakeWorkerPool pool(
      [](const std::string& pipeline, PipelineTuning, const Budget&) -> Result<PipelineRun> {
        if (pipeline == "default<O3>") return Error{ErrorCode::kPassCrashed, "boom"};
        return Gives(10);
      });
  const ProgramInfo program = LoadLines(pool, 20);
  const Budget budget({});
  const auto baselines =
      MeasureBaselines(pool, program, Objective::kIrInstructions, {kTimeLimit}, budget);
  ASSERT_TRUE(baselines.ok());
  EXPECT_EQ(baselines->levels.size(), kLevels.size() - 1);
  ASSERT_EQ(baselines->failed.size(), 1u);
  EXPECT_EQ(baselines->failed.at(Level::kO3).code, ErrorCode::kPassCrashed);
  EXPECT_EQ(baselines->BestLevel(Objective::kIrInstructions), Level::kOz);
}

TEST(BaselinesTest, LeavesOutOthersThanOzWhereTheirTimeIsOver) {
  FakeWorkerPool pool([](const std::string&, PipelineTuning, const Budget&) { return Gives(10); });
  const ProgramInfo program = LoadLines(pool, 20);
  const Budget budget({});
  const Budget others({.pause = Clock::now()});
  const auto baselines = MeasureBaselines(pool, program, Objective::kIrInstructions,
                                          {.time_limit = kTimeLimit, .others = &others}, budget);
  ASSERT_TRUE(baselines.ok());
  std::set<Level> measured;
  for (const auto& [level, baseline] : baselines->levels) measured.insert(level);
  EXPECT_EQ(measured, (std::set{Level::kO0, Level::kOz, Level::kClangOz}));
  EXPECT_EQ(baselines->failed.at(Level::kO3).code, ErrorCode::kNoTime);
  EXPECT_EQ(baselines->failed.size(), 4u);
}

TEST(BaselinesTest, DropsOthersThanOzOnceTheyAreStopped) {
  Budget others({});
  FakeWorkerPool pool(
      [&](const std::string& pipeline, PipelineTuning, const Budget& limit) -> Result<PipelineRun> {
        if (pipeline == "default<O1>") others.Cancel();
        if (limit.Interrupted()) return Error{ErrorCode::kCancelled, "stop"};
        return Gives(10);
      });
  const ProgramInfo program = LoadLines(pool, 20);
  const Budget budget({});
  const auto baselines =
      MeasureBaselines(pool, program, Objective::kIrInstructions,
                       {.time_limit = kTimeLimit, .jobs = 1, .others = &others}, budget);
  ASSERT_TRUE(baselines.ok());
  EXPECT_EQ(baselines->levels.size(), 3u);
  EXPECT_EQ(baselines->failed.at(Level::kO1).code, ErrorCode::kNoTime);
  EXPECT_EQ(baselines->failed.size(), 4u);
}

TEST(BaselinesTest, IsCancelledAsAWhole) {
  FakeWorkerPool pool(
      [](const std::string&, PipelineTuning, const Budget& limit) -> Result<PipelineRun> {
        if (limit.Interrupted()) return Error{ErrorCode::kCancelled, "stop"};
        return Gives(10);
      });
  const ProgramInfo program = LoadLines(pool, 20);
  Budget budget({});
  budget.Cancel();
  const auto baselines =
      MeasureBaselines(pool, program, Objective::kIrInstructions, {kTimeLimit}, budget);
  ASSERT_FALSE(baselines.ok());
  EXPECT_EQ(baselines.error().code, ErrorCode::kCancelled);
}

/// Whoever stops a run in its first seconds gets the level that has ended by then.
TEST(BaselinesTest, KeepsTheLevelsThatEndedBeforeItWasStopped) {
  Budget stop({});
  FakeWorkerPool pool(
      [&](const std::string&, PipelineTuning tuning, const Budget& limit) -> Result<PipelineRun> {
        if (tuning == PipelineTuning::kClang) stop.Cancel();
        if (limit.Interrupted()) return Error{ErrorCode::kCancelled, "stop"};
        return Gives(10);
      });
  const ProgramInfo program = LoadLines(pool, 20);
  const auto baselines =
      MeasureBaselines(pool, program, Objective::kIrInstructions,
                       {.time_limit = kTimeLimit, .jobs = 1, .others = &stop}, Budget::Unlimited());
  ASSERT_TRUE(baselines.ok());
  EXPECT_EQ(baselines->levels.size(), 2u) << "O0 and Oz";
  EXPECT_EQ(baselines->failed.at(Level::kClangOz).code, ErrorCode::kNoTime);
}

/// A level that would end after the time of its kind is not begun.
TEST(BaselinesTest, BeginsNoLevelThatWouldEndTooLate) {
  FakeWorkerPool pool([](const std::string&, PipelineTuning, const Budget&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return Gives(10);
  });
  const ProgramInfo program = LoadLines(pool, 20);
  const Budget others({.pause = Clock::now() + std::chrono::milliseconds(500)});
  const auto baselines = MeasureBaselines(pool, program, Objective::kIrInstructions,
                                          {.time_limit = kTimeLimit, .jobs = 1, .others = &others},
                                          Budget::Unlimited());
  ASSERT_TRUE(baselines.ok());
  EXPECT_EQ(baselines->levels.size(), 3u) << "O0 and the two -Oz, after 400 ms";
}

/// A pool that keeps what passes make.
class KeepingPool : public FakeWorkerPool {
 public:
  using FakeWorkerPool::FakeWorkerPool;

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget&) override {
    EXPECT_TRUE(options.retain.end);
    Evaluation step;
    step.next = from;
    step.next.applied = {passes.begin(), passes.end()};
    step.next.ir = Hash128{1, 2};
    step.cost.instructions = 9;
    return {{step}, {}};
  }
  std::string KeptModule(const ProgramState& state) override {
    return state.applied == PassSequence{7} ? "module" : "";
  }
};

TEST(BaselinesTest, OzMayBeAPassThatASearchGoesOnFrom) {
  KeepingPool keeping([](const std::string&, PipelineTuning, const Budget&) { return Gives(10); });
  const ProgramInfo program = LoadLines(keeping, 20);
  const LevelOptions options{.time_limit = kTimeLimit,
                             .sizes = false,
                             .oz_pass = PassId{7},
                             .module = ModuleFormat::kBitcode};
  const auto kept =
      MeasureBaselines(keeping, program, Objective::kIrInstructions, options, Budget::Unlimited());
  ASSERT_TRUE(kept.ok());
  const Baseline& oz = kept->levels.at(Level::kOz);
  EXPECT_EQ(oz.cost.instructions, 9u);
  EXPECT_EQ(oz.pipeline, "default<Oz>");
  ASSERT_TRUE(oz.state);
  EXPECT_EQ(oz.state->next.applied, PassSequence{7});
  EXPECT_EQ(oz.module, "module");

  FakeWorkerPool failing(
      [](const std::string&, PipelineTuning, const Budget&) { return Gives(10); });
  const auto run =
      MeasureBaselines(failing, program, Objective::kIrInstructions, options, Budget::Unlimited());
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run->levels.at(Level::kOz).cost.instructions, 10u) << "as a pipeline";
  EXPECT_FALSE(run->levels.at(Level::kOz).state);
}

/// clang_Oz may have a time of its own, by which it must have ended.
TEST(BaselinesTest, LeavesOutClangOzThatWouldEndTooLate) {
  FakeWorkerPool pool([](const std::string&, PipelineTuning, const Budget&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return Gives(10);
  });
  const ProgramInfo program = LoadLines(pool, 20);
  LevelOptions options{.time_limit = kTimeLimit, .jobs = 1};
  for (const auto end : {std::chrono::milliseconds(300), std::chrono::milliseconds(60'000)}) {
    options.clang_oz_end = Clock::now() + end;
    const auto baselines =
        MeasureBaselines(pool, program, Objective::kIrInstructions, options, Budget::Unlimited());
    ASSERT_TRUE(baselines.ok());
    EXPECT_TRUE(baselines->levels.contains(Level::kOz));
    EXPECT_EQ(baselines->levels.contains(Level::kClangOz), end > std::chrono::seconds(1));
  }
}

TEST(BaselinesTest, LeavesOutSizesThatAreOnlyShown) {
  FakeWorkerPool pool([](const std::string&, PipelineTuning, const Budget&) { return Gives(10); });
  ProgramInfo program = LoadLines(pool, 20);
  const LevelOptions options{.time_limit = kTimeLimit, .sizes = false};
  const auto some =
      MeasureBaselines(pool, program, Objective::kIrInstructions, options, Budget::Unlimited());
  ASSERT_TRUE(some.ok());
  EXPECT_FALSE(some->sized());
  program.root.cost.object_size = ObjectSize{200, 0};
  const auto all =
      MeasureBaselines(pool, program, Objective::kObjectSize, options, Budget::Unlimited());
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(Sized(*all).size(), kLevels.size());
}

TEST(BaselinesTest, NamesOfLevels) {
  std::set<std::string_view> names;
  for (const Level level : kLevels) names.insert(Name(level));
  EXPECT_EQ(names, (std::set<std::string_view>{"O0", "O1", "O2", "O3", "Os", "Oz", "clang_Oz"}));
}

}  // namespace
}  // namespace autotune
