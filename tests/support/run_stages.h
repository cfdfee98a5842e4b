#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "support/fake_worker_pool.h"
#include "support/recording_observer.h"
#include "support/test_directory.h"
#include "tune/levels.h"
#include "tune/memory/run_database.h"
#include "tune/proof/proof_time.h"
#include "tune/run_parts.h"
#include "tune/run_policy.h"

namespace autotune {

/// The stages of a run on fakes: workers for mere text, and an `opt` that keeps one line of four at
/// -Oz, and two otherwise.
class RunStagesTest : public testing::Test {
 protected:
  RunStagesTest() {
    job_.program = directory_.Write("program.ll", kProgram);
    job_.threads = 1;
    job_.budget = std::chrono::seconds(60);
    job_.opt_program = directory_.WriteScript("opt", R"(
for word; do
  case $word in -passes=*) passes=$word;; -o) ;; *) input=$output; output=$word;; esac
done
case $passes in *Oz*) lines=1;; *) lines=2;; esac
head -n $lines "$input" > "$output")");
    program_ = {job_.program, "program.ll"};
  }

  /// Makes the stages of a run whose worker took so long to read the program.
  void Start(Clock::duration loading) {
    result_.job = job_;
    result_.program = *pool_.Load("program.ll", kProgram, {}, Budget::Unlimited());
    clock_.emplace(Clock::now(), job_.budget, stop_, observer_);
    parts_.emplace(RunParts{job_, PolicyOf(job_), observer_, *clock_, database_, pool_, program_,
                            loading, result_});
    times_.emplace(*parts_);
    levels_.emplace(*parts_, *times_);
  }

  /// Measures and proves the levels.
  void RunLevels() {
    const Status measured = levels_->Measure(/*beside_search=*/false);
    ASSERT_TRUE(measured.ok()) << measured.error().message;
    const Status proved = levels_->Prove(/*beside_search=*/false);
    ASSERT_TRUE(proved.ok()) << proved.error().message;
  }

  static constexpr char kProgram[] = "a\nb\nc\nd\n";

  const TestDirectory directory_;
  TuneJob job_;
  std::chrono::nanoseconds level_time_{1'000'000};  ///< CPU time of each level's passes
  FakeWorkerPool pool_{[this](const std::string& pipeline, PipelineTuning, const Budget&) {
    const bool oz = pipeline.find("Oz") != pipeline.npos;
    PipelineRun run;
    run.expanded = pipeline;
    run.module = oz ? "a\n" : "a\nb\n";
    run.evaluation = FakeWorkerPool::MeasureText(run.module, {});
    run.evaluation.nanoseconds = level_time_.count();
    return Result<PipelineRun>(run);
  }};
  RecordingObserver observer_;
  StopToken stop_;
  RunDatabase database_{observer_};
  TuneResult result_;
  ProgramFile program_;
  std::optional<RunClock> clock_;
  std::optional<RunParts> parts_;
  std::optional<ProofTimes> times_;
  std::optional<Levels> levels_;
};

}  // namespace autotune
