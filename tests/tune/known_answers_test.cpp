#include "tune/known_answers.h"

#include <memory>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/sample_runs.h"
#include "support/fake_worker_pool.h"
#include "support/recording_observer.h"
#include "tune/memory/level_cache.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A fake pool whose modules have a function.
class PoolOfFunctions : public FakeWorkerPool {
 public:
  Result<ProgramInfo> Load(const std::string& name, std::string bytes, const Observe& observe,
                           const Budget& budget) override {
    Result<ProgramInfo> info = FakeWorkerPool::Load(name, std::move(bytes), observe, budget);
    if (info.ok()) info->functions = 1;
    return info;
  }
};

class KnownAnswersTest : public ResultsTest {
 protected:
  KnownAnswersTest() {
    job_.program = folder_.Write("program.ll", "source_filename = \"p\"\ndefine a\nb\n; here\n");
    job_.opt_program = folder_.WriteScript(
        "opt", "echo \"$@\" >> '" + (folder_.path() / "called").string() +
                   "'\nwhile [ $# -gt 0 ]; do case $1 in\n  -o) output=$2; shift;;\n  -*) ;;\n"
                   "  *) input=$1;;\nesac; shift; done\nhead -n 1 \"$input\" > \"$output\"");
    job_.objective = Objective::kObjectSize;
    job_.threads = 1;
    job_.database = file_;
    services_.start_pool = [](ActionSpace,
                              const WorkerPoolOptions&) -> Result<std::unique_ptr<WorkerPool>> {
      return std::unique_ptr<WorkerPool>(std::make_unique<PoolOfFunctions>());
    };
  }

  /// A run on another file of the same IR.
  void Store(const std::string& pipeline, std::vector<std::string> flags = {}) {
    RunDescription run = RunOf(1);
    run.program.ir =
        FakeWorkerPool::MeasureText("source_filename = \"p\"\ndefine a\nb\n", {}).next.ir;
    run.toolchain = Toolchain("fake", {});
    run.objective = Objective::kObjectSize;
    RunResult result = Finished(1, {pipeline});
    result.list->pipeline = pipeline;
    result.list->opt_flags = std::move(flags);
    result.list->cost = {1, ObjectSize{--bytes_, 0}};  // better than those before
    Add(run, result);
  }

  KnownAnswers Answers() { return KnownAnswers(job_, services_, observer_); }

  TuneJob job_;
  Services services_;
  RecordingObserver observer_;
  const StopToken stop_;
  std::uint64_t bytes_ = 100;
};

TEST_F(KnownAnswersTest, AreMadeAgainByOpt) {
  EXPECT_TRUE(Answers().empty());
  Store("function(sroa),function(gvn)", {"-force-attribute=f:noinline"});
  KnownAnswers answers = Answers();
  EXPECT_FALSE(answers.empty());
  EXPECT_EQ(answers.Find(job_.program, {}, Budget::Unlimited()), 99u);
  const std::filesystem::path other = folder_.Write("other.ll", "define b\n");
  EXPECT_EQ(answers.Find(other, {}, Budget::Unlimited()), std::nullopt);
  const Result<KnownAnswer> answer = answers.Repeat(job_, stop_);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer->search, std::chrono::seconds(61));
  EXPECT_TRUE(answer->result.result.proved());
  EXPECT_TRUE(answer->result.result.reproduction.verified);
  EXPECT_EQ(answer->result.result.reproduction.cost.instructions, 1u);
  EXPECT_THAT(folder_.Read("called"), HasSubstr("-force-attribute=f:noinline"));
}

TEST_F(KnownAnswersTest, AreOfThisToolchainAlone) {
  Store("function(sroa)");
  job_.code_model.function_sections = true;
  EXPECT_EQ(Answers().Find(job_.program, job_.code_model, Budget::Unlimited()), std::nullopt);
  const Result<KnownAnswer> answer = Answers().Repeat(job_, stop_);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::kNotFound);
}

// Another machine's database is data.
TEST_F(KnownAnswersTest, RunNothingThatSomebodyStored) {
  Store("function(dot-cfg)");
  EXPECT_FALSE(Answers().Repeat(job_, stop_).ok());
  Store("function(sroa)", {"-load=evil.so"});
  EXPECT_FALSE(Answers().Repeat(job_, stop_).ok());
  EXPECT_THAT(folder_.Read("called"), IsEmpty());
}

TEST_F(KnownAnswersTest, EndWithTheBudget) {
  Store("function(sroa)");
  job_.opt_program = folder_.WriteScript("opt", "sleep 30");
  job_.budget = std::chrono::milliseconds(300);
  const Clock::time_point begin = Clock::now();
  EXPECT_FALSE(Answers().Repeat(job_, stop_).ok());
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace autotune
