#include "tune/tune.h"

#include <csignal>
#include <memory>
#include <thread>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_worker_pool.h"
#include "support/recording_observer.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

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

  Result<TuneResult> Tune() { return autotune::Tune(job_, services_, observer_, stop_); }

  const TestDirectory directory_;
  TuneJob job_;
  Services services_;
  RecordingObserver observer_;
  StopToken stop_;
  FakeWorkerPool::Pipelines levels_ = RunLevel;
};

TEST_F(TuneTest, ALevelIsTheResultIfTheSearchFails) {
  job_.opt_program = directory_.WriteScript("opt", R"(
while [ $# -gt 0 ]; do case $1 in
  -passes=*) passes=$1;;
  -o) output=$2; shift;;
  -*) ;;
  *) input=$1;;
esac; shift; done
case $passes in
  *Oz*) head -n 1 "$input" > "$output";;
  *) exit 1;;
esac)");
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

}  // namespace
}  // namespace autotune
