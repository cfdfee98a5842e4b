#include "tune/tune.h"

#include <csignal>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/cache_file.h"
#include "db/query.h"
#include "support/fake_worker_pool.h"
#include "support/recording_observer.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A fake pool whose modules have a function and whose actions are real. Its passes fail.
class OneFunctionPool : public FakeWorkerPool {
 public:
  OneFunctionPool(ActionSpace actions, Pipelines pipelines)
      : FakeWorkerPool(std::move(pipelines)), actions_(std::move(actions)) {}

  Result<ProgramInfo> Load(const std::string& name, std::string bytes, const Observe& observe,
                           const Budget& budget) override {
    Result<ProgramInfo> info = FakeWorkerPool::Load(name, std::move(bytes), observe, budget);
    if (info.ok()) info->functions = 1;
    return info;
  }
  const ActionSpace& actions() const override { return actions_; }

 private:
  const ActionSpace actions_;
};

/// An `opt` that runs -Oz alone, by this command.
std::string OptOfOz(const std::string& command) {
  return R"(
while [ $# -gt 0 ]; do case $1 in
  -passes=*) passes=$1;;
  -o) output=$2; shift;;
  -*) ;;
  *) input=$1;;
esac; shift; done
case $passes in
  *Oz*) )" +
         command + R"( "$input" > "$output";;
  *) exit 1;;
esac)";
}

class TuneTest : public testing::Test {
 protected:
  TuneTest() {
    job_.program = directory_.Write("program.ll", "source_filename = \"p\"\ndefine a\nb\nc\n");
    job_.method = "random";
    job_.threads = 1;
    job_.max_evaluations = 10;
    services_.start_pool = [this](ActionSpace actions,
                                  const WorkerPoolOptions&) -> Result<std::unique_ptr<WorkerPool>> {
      return std::unique_ptr<WorkerPool>(
          std::make_unique<OneFunctionPool>(std::move(actions), levels_));
    };
  }

  /// What a level's pipeline leaves: Oz one line, the others three.
  static Result<PipelineRun> RunLevel(const std::string& pipeline, PipelineTuning, const Budget&) {
    PipelineRun run;
    run.expanded = pipeline;
    run.evaluation.cost.instructions = pipeline.find("Oz") == pipeline.npos ? 3 : 1;
    return run;
  }

  /// Gives the run a cache that another process keeps locked, and calls `on_unwritable` when the
  /// run says that it could not be written.
  Result<TuneResult> TuneWithLockedCache(std::function<void()> on_unwritable) {
    job_.cache = directory_.path() / "cache.db";
    const auto cache = Database::Open(job_.cache, {.format = &kCacheFormat});
    if (!cache) return cache.error();
    observer_.on_unwritable = std::move(on_unwritable);
    Result<TuneResult> tuned = Error{ErrorCode::kIo, "the cache can't be locked"};
    (void)(*cache)->Write([&](SQLite::Database&) {
      tuned = Tune();
      return Status();
    });
    EXPECT_THAT(observer_.warnings, Contains(HasSubstr("evaluations are not remembered")));
    return tuned;
  }

  class Observer : public RecordingObserver {
   public:
    void Warn(std::string_view message) override {
      RecordingObserver::Warn(message);
      if (on_unwritable && message.starts_with("evaluations are not remembered")) on_unwritable();
    }
    std::function<void()> on_unwritable;
  };

  Result<TuneResult> Tune() { return autotune::Tune(job_, services_, observer_, stop_); }

  const TestDirectory directory_;
  TuneJob job_;
  Services services_;
  Observer observer_;
  StopToken stop_;
  FakeWorkerPool::Pipelines levels_ = RunLevel;
};

TEST_F(TuneTest, ALevelIsTheResultIfTheSearchFails) {
  job_.opt_program = directory_.WriteScript("opt", OptOfOz("head -n 1"));
  const Result<TuneResult> tuned = Tune();
  ASSERT_TRUE(tuned.ok()) << tuned.error().message;
  EXPECT_EQ(tuned->best_level(), Level::kOz);
  EXPECT_EQ(tuned->result.level, Level::kOz);
  EXPECT_TRUE(tuned->result.proved());
  EXPECT_EQ(tuned->result.reproduction.cost.instructions, 1u);
  EXPECT_EQ(tuned->program.root.cost.instructions, 4u);
  EXPECT_FALSE(tuned->better_than_levels());
  EXPECT_EQ(observer_.results, 1);
}

TEST_F(TuneTest, ThereIsNoResultIfNoLevelHolds) {
  job_.opt_program = directory_.WriteScript("opt", "exit 1");
  const Result<TuneResult> tuned = Tune();
  ASSERT_FALSE(tuned.ok());
  EXPECT_THAT(tuned.error().message, HasSubstr("not even a standard level"));
  EXPECT_EQ(observer_.results, 0);
}

/// O0 is the smallest level here, and it does not hold.
TEST_F(TuneTest, TheLevelThatHoldsMayBeWorseThanTheProgram) {
  job_.opt_program = directory_.WriteScript("opt", OptOfOz("sed '$ a d'"));
  levels_ = [](const std::string& pipeline, PipelineTuning tuning, const Budget& budget) {
    Result<PipelineRun> run = RunLevel(pipeline, tuning, budget);
    run->evaluation.cost.instructions = 5;
    return run;
  };
  const Result<TuneResult> tuned = Tune();
  ASSERT_TRUE(tuned.ok()) << tuned.error().message;
  EXPECT_EQ(tuned->best_level(), Level::kO0);
  EXPECT_EQ(tuned->result.level, Level::kOz);
  EXPECT_EQ(tuned->result.reproduction.cost.instructions, 5u);
}

/// A locked cache may keep the run waiting for a twentieth of its budget.
TEST_F(TuneTest, TheResultDoesNotWaitForTheCacheWhenThereWasNoTimeToSearch) {
  job_.opt_program = directory_.WriteScript("opt", OptOfOz("head -n 1"));
  job_.threads = 2;  // the search begins beside the levels
  job_.max_evaluations = 0;
  job_.budget = 1s;
  int results_before = -1;
  const Result<TuneResult> tuned = TuneWithLockedCache([&] { results_before = observer_.results; });
  ASSERT_TRUE(tuned.ok()) << tuned.error().message;
  EXPECT_THAT(observer_.warnings, Contains(HasSubstr("no time to search")));
  EXPECT_EQ(results_before, 1);
}

/// A program so large, and loaded so slowly, that there is no time for a search.
class LargeProgramTest : public TuneTest {
 protected:
  class SlowPool : public OneFunctionPool {
   public:
    using OneFunctionPool::OneFunctionPool;
    WorkerPoolStats stats() const override { return {.lost = 1}; }
    Result<ProgramInfo> Load(const std::string& name, std::string bytes, const Observe& observe,
                             const Budget& budget) override {
      std::this_thread::sleep_for(100ms);
      return OneFunctionPool::Load(name, std::move(bytes), observe, budget);
    }
  };

  LargeProgramTest() {
    std::string text = "source_filename = \"p\"\ndefine a\nb\nc\n";
    for (int i = 0; i < 130'000; ++i) text += "d\n";
    job_.program = directory_.Write("large.ll", text);
    job_.method = "portfolio";
    job_.max_evaluations.reset();
    job_.budget = 1500ms;
    job_.choose_inlining = true;
    job_.opt_program = directory_.WriteScript("opt", OptOfOz(R"(case $passes in
        *mergefunc*) head -n 1;;
        *) head -n 2;;
      esac <)"));
    services_.start_pool = [this](ActionSpace actions,
                                  const WorkerPoolOptions&) -> Result<std::unique_ptr<WorkerPool>> {
      return std::unique_ptr<WorkerPool>(std::make_unique<SlowPool>(std::move(actions), levels_));
    };
    levels_ = [](const std::string& pipeline, PipelineTuning, const Budget&) {
      std::this_thread::sleep_for(700ms);
      PipelineRun run;
      run.expanded = pipeline;
      run.evaluation.cost.instructions = 2;
      return run;
    };
  }

  void ExpectLearnedList(const Result<TuneResult>& tuned) {
    ASSERT_TRUE(tuned.ok()) << tuned.error().message;
    EXPECT_EQ(tuned->result.level, std::nullopt);
    ASSERT_GT(tuned->result.passes.size(), 2u);
    EXPECT_EQ(tuned->result.passes[0], "default<Oz>");
    EXPECT_EQ(tuned->result.passes[1], "mergefunc");
    EXPECT_EQ(tuned->result.reproduction.cost.instructions, 1u);
    EXPECT_TRUE(tuned->result.proved());
    EXPECT_EQ(tuned->curve.back().best, 1u);
    EXPECT_THAT(observer_.remarks, Contains(HasSubstr("opt ran -Oz and learned passes")));
  }
};

TEST_F(LargeProgramTest, OptRunsLearnedPassesBesideTheLevels) {
  job_.threads = 2;
  ExpectLearnedList(Tune());
  EXPECT_THAT(observer_.steps, Not(Contains(HasSubstr("for the inliner"))))
      << "the list has no choices for it";
}

TEST_F(LargeProgramTest, OneThreadRunsThemAfterOz) { ExpectLearnedList(Tune()); }

TEST_F(LargeProgramTest, TheyAreNoResultIfTheyMakeNothingSmaller) {
  job_.opt_program = directory_.WriteScript("opt", OptOfOz("head -n 2"));
  const Result<TuneResult> tuned = Tune();
  ASSERT_TRUE(tuned.ok()) << tuned.error().message;
  EXPECT_EQ(tuned->result.level, Level::kOz);
  EXPECT_EQ(tuned->stats.lost, 1u) << "without a search, too";
}

TEST_F(TuneTest, TheRecordOfAFailureDoesNotWaitForTheCache) {
  job_.opt_program = directory_.WriteScript("opt", "exit 1");
  job_.threads = 2;
  job_.budget = 1s;
  job_.database = directory_.path() / "autotune.db";
  SqlTable runs;
  const Result<TuneResult> tuned = TuneWithLockedCache([&] {
    const auto database = Database::OpenReadOnly(job_.database);
    if (database.ok()) runs = *RunQuery(**database, "SELECT status FROM run");
  });
  ASSERT_FALSE(tuned.ok());
  ASSERT_EQ(runs.rows.size(), 1u);
  EXPECT_EQ(runs.rows[0][0], SqlValue(std::string("failed")));
}

TEST_F(TuneTest, ARequestToStopBeforeAnythingIsKnownIsAnError) {
  stop_.Stop(SIGINT);
  levels_ = [](const std::string&, PipelineTuning, const Budget& budget) -> Result<PipelineRun> {
    while (!budget.Interrupted()) std::this_thread::sleep_for(1ms);
    return Error{ErrorCode::kCancelled, "the budget has ended"};
  };
  const Clock::time_point begin = Clock::now();
  const Result<TuneResult> tuned = Tune();
  ASSERT_FALSE(tuned.ok());
  EXPECT_EQ(tuned.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(observer_.stops, 1);
  EXPECT_LT(Clock::now() - begin, 5s);
}

TEST_F(TuneTest, ABudgetThatNoLevelEndsInNamesALargerOne) {
  job_.budget = 100ms;
  job_.max_evaluations.reset();
  levels_ = [](const std::string&, PipelineTuning, const Budget& budget) -> Result<PipelineRun> {
    while (!budget.Interrupted()) std::this_thread::sleep_for(1ms);
    return Error{ErrorCode::kCancelled, "the budget has ended"};
  };
  const Result<TuneResult> tuned = Tune();
  ASSERT_FALSE(tuned.ok());
  EXPECT_EQ(tuned.error().code, ErrorCode::kNoTime);
  EXPECT_THAT(tuned.error().message, HasSubstr("try --budget"));
}

TEST_F(TuneTest, WorkersThatDoNotStartAreAnError) {
  services_.start_pool = [](ActionSpace, const WorkerPoolOptions&) {
    return Result<std::unique_ptr<WorkerPool>>(Error{ErrorCode::kNotFound, "no worker"});
  };
  const Result<TuneResult> tuned = Tune();
  ASSERT_FALSE(tuned.ok());
  EXPECT_EQ(tuned.error().message, "no worker");
  EXPECT_THAT(observer_.steps, IsEmpty());
}

TEST_F(TuneTest, AMethodThatIsTheModelIsAnErrorWithoutOne) {
  for (const char* method : {"passformer", "decode"}) {
    job_.method = method;
    const Result<TuneResult> tuned = Tune();
    ASSERT_FALSE(tuned.ok()) << method;
    EXPECT_EQ(tuned.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(tuned.error().message, HasSubstr(method));
  }
}

TEST_F(TuneTest, ALevelThatFailsIsSaid) {
  job_.opt_program = directory_.WriteScript("opt", "exit 1");
  levels_ = [](const std::string& pipeline, PipelineTuning tuning,
               const Budget& budget) -> Result<PipelineRun> {
    if (pipeline.find("O3") != pipeline.npos) {
      return Error{ErrorCode::kPassCrashed, "a pass crashed"};
    }
    return RunLevel(pipeline, tuning, budget);
  };
  (void)Tune();
  EXPECT_THAT(observer_.warnings, Contains(HasSubstr("O3 can't be measured: a pass crashed")));
}

TEST_F(TuneTest, ALimitWhoseLevelFailsIsNotForLackOfTime) {
  job_.opt_program = directory_.WriteScript("opt", OptOfOz("head -n 1"));
  job_.guard_bytes = true;
  levels_ = [](const std::string& pipeline, PipelineTuning tuning,
               const Budget& budget) -> Result<PipelineRun> {
    if (tuning == PipelineTuning::kClang) return Error{ErrorCode::kPassCrashed, "a pass crashed"};
    return RunLevel(pipeline, tuning, budget);
  };
  ASSERT_TRUE(Tune().ok());
  EXPECT_THAT(observer_.warnings, Contains(HasSubstr("clang_Oz can't be measured")));
  EXPECT_THAT(observer_.remarks, Not(Contains(HasSubstr("the limit of bytes"))));
}

}  // namespace
}  // namespace autotune
