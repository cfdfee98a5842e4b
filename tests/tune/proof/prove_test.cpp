#include "tune/proof/prove.h"

#include <algorithm>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hash.h"
#include "support/fake_worker_pool.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Stands in for `opt`: keeps one line of four at Oz, two at Os, all at O0. Other levels crash.
constexpr const char* kOpt = R"(
for word; do
  case $word in -passes=*) passes=$word;; -o) ;; *) input=$output; output=$word;; esac
done
case $passes in
  *Oz*) head -n 1 "$input" > "$output";;
  *Os*) head -n 2 "$input" > "$output";;
  *no-op*) cat "$input" > "$output";;
  *) kill -SEGV $$;;
esac)";

class ProverTest : public testing::Test {
 protected:
  ProverTest() {
    options_.program = directory_.Write("program", "a\nb\nc\nd\n");
    program_ = {options_.program, options_.program.string()};
    options_.opt_program = directory_.WriteScript("opt", kOpt);
    const auto cost = [](std::uint64_t instructions) { return Cost{instructions, std::nullopt}; };
    baselines_.levels = {{Level::kO0, {cost(4), {}, "", {}}},
                         {Level::kO3, {cost(3), {}, "default<O3>", {}}},
                         {Level::kOs, {cost(2), {}, "default<Os>", {}}},
                         {Level::kOz, {cost(1), {}, "default<Oz>", {}}}};
  }

  std::vector<Level> Levels() const { return baselines_.BestFirst(options_.objective); }

  Result<Proven> ProveLevels(Prover::Care care = Prover::Care::kFull) {
    return Prover(options_, program_, pool_)
        .ProveLevels(baselines_, Levels(), care, budget_, notes_);
  }

  /// From now on `runs` says what `opt` was called for.
  void CountRuns() {
    options_.opt_program = directory_.WriteScript(
        "counted", "echo $1 >> '" + directory_.path().string() + "/runs'\n" + kOpt);
  }

  const TestDirectory directory_;
  FakeWorkerPool pool_;
  const Budget budget_{Budget::Limits{}};
  TuneJob options_;
  ProgramFile program_;
  Baselines baselines_;
  std::vector<std::string> notes_;
};

TEST_F(ProverTest, TakesTheBestLevel) {
  const Result<Proven> proven = ProveLevels();
  ASSERT_TRUE(proven.ok()) << proven.error().message;
  EXPECT_EQ(proven->level, Level::kOz);
  EXPECT_EQ(proven->reproduction.cost.instructions, 1u);
  EXPECT_EQ(proven->reproduction.bitcode, "a\n");
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(ProverTest, TakesOzOfLevelsThatAreEqual) {
  baselines_.levels[Level::kO0].cost = baselines_.levels[Level::kOz].cost;
  const Result<Proven> proven = ProveLevels();
  ASSERT_TRUE(proven.ok()) << proven.error().message;
  EXPECT_EQ(proven->level, Level::kOz);
}

TEST_F(ProverTest, MeasuresALevelOnceIfOptWritesTheSame) {
  Baseline& oz = baselines_.levels.at(Level::kOz);
  oz.ir = HashBytes(std::string_view("as a worker measured it"));
  oz.module = "a\n";
  EXPECT_EQ(ProveLevels()->reproduction.ir, oz.ir);
  options_.output = "out.o";
  EXPECT_NE(ProveLevels()->reproduction.ir, oz.ir) << "the worker has made no object";
  options_.output.clear();
  oz.module = "b\n";
  EXPECT_NE(ProveLevels()->reproduction.ir, oz.ir);
}

TEST_F(ProverTest, IsQuickAtFirstAndMakesUpForIt) {
  CountRuns();
  const auto runs = [this] { return std::ranges::count(directory_.Read("runs"), '\n'); };
  Result<Proven> proven = ProveLevels(Prover::Care::kQuick);
  ASSERT_TRUE(proven.ok()) << proven.error().message;
  EXPECT_EQ(proven->level, Level::kOz);
  EXPECT_EQ(proven->reproduction.processes, 1);
  EXPECT_FALSE(proven->reproduction.verified);
  EXPECT_EQ(runs(), 1);

  const Status confirmed =
      Prover(options_, program_, pool_).Confirm(*proven, Prover::Care::kFull, budget_);
  ASSERT_TRUE(confirmed.ok()) << confirmed.error().message;
  EXPECT_EQ(proven->reproduction.processes, kFullReproduction);
  EXPECT_EQ(proven->reproduction.bitcode, "a\n");
  EXPECT_EQ(runs(), 1 + kFullReproduction + 1);
}

TEST_F(ProverTest, IsShortWithAProcessThatVerifies) {
  CountRuns();
  const Candidate candidate{.elements = {"x", "Os"}, .cost = {2, std::nullopt}};
  const Result<Proven> proven =
      Prover(options_, program_, pool_).Prove(candidate, {}, Prover::Care::kShort, budget_);
  ASSERT_TRUE(proven.ok()) << proven.error().message;
  EXPECT_EQ(proven->reproduction.processes, 1);
  EXPECT_TRUE(proven->reproduction.verified);
  EXPECT_THAT(directory_.Read("runs"),
              AllOf(HasSubstr("-passes=x,Os\n"), HasSubstr("-passes=x,verify,Os,verify\n")));
}

/// Another repair may be found now, for which there was more time then.
TEST_F(ProverTest, ConfirmsARepairedPipelineAsItStands) {
  options_.opt_program = directory_.WriteScript("stale", R"(
case "$*" in *'globals-aa>,Os'*|*'globals-aa>,verify,Os'*) ;; *) kill -SEGV $$;; esac)" +
                                                             std::string(kOpt));
  const Candidate candidate{.elements = {"w", "x", "y", "Os"}, .cost = {2, std::nullopt}};
  const Prover prover(options_, program_, pool_);
  Result<Proven> proven = prover.Prove(candidate, {}, Prover::Care::kShort, budget_);
  ASSERT_TRUE(proven.ok()) << proven.error().message;
  const std::string pipeline = "w,x,y,invalidate<all>,invalidate<globals-aa>,Os";
  ASSERT_EQ(proven->reproduction.pipeline, pipeline);

  const Status confirmed = prover.Confirm(*proven, Prover::Care::kFull, budget_);
  ASSERT_TRUE(confirmed.ok()) << confirmed.error().message;
  EXPECT_EQ(proven->reproduction.processes, kFullReproduction);
  EXPECT_EQ(proven->reproduction.pipeline, pipeline);
  EXPECT_TRUE(proven->reproduction.repaired);
  EXPECT_THAT(proven->passes, ElementsAre("w", "x", "y", "Os"));
}

TEST_F(ProverTest, TellsWhereAnotherProcessMakesSomethingElse) {
  Result<Proven> proven = ProveLevels(Prover::Care::kQuick);
  ASSERT_TRUE(proven.ok()) << proven.error().message;
  directory_.WriteScript("opt", R"(
for word; do
  case $word in -o) ;; *) input=$output; output=$word;; esac
done
head -n 3 "$input" > "$output")");
  const Status confirmed =
      Prover(options_, program_, pool_).Confirm(*proven, Prover::Care::kFull, budget_);
  ASSERT_FALSE(confirmed.ok());
  EXPECT_EQ(confirmed.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(proven->reproduction.processes, 1);
  EXPECT_EQ(proven->reproduction.bitcode, "a\n");
}

TEST_F(ProverTest, TakesTheNextLevelWhereTheCheckRejectsOne) {
  options_.check = "grep -q b {}";
  const Result<Proven> proven = ProveLevels();
  ASSERT_TRUE(proven.ok()) << proven.error().message;
  EXPECT_EQ(proven->level, Level::kOs);
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("Oz can't be reported: the check")));
}

TEST_F(ProverTest, GoesDownToTheProgramAsItCame) {
  options_.check = "grep -q d {}";
  const Result<Proven> proven = ProveLevels();
  ASSERT_TRUE(proven.ok()) << proven.error().message;
  EXPECT_EQ(proven->level, Level::kO0);
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("Oz"), HasSubstr("Os"), HasSubstr("O3 can't")));
}

TEST_F(ProverTest, ACheckEndsWithTheBudget) {
  options_.check = "sleep 100; echo {}";
  const auto start = Clock::now();
  const Budget budget({.deadline = start + 300ms});
  const Result<Proven> proven =
      Prover(options_, program_, pool_)
          .ProveLevels(baselines_, Levels(), Prover::Care::kQuick, budget, notes_);
  ASSERT_FALSE(proven.ok());
  EXPECT_EQ(proven.error().code, ErrorCode::kCancelled);
  EXPECT_LT(Clock::now() - start, 5s);
}

TEST_F(ProverTest, GivesUpWhereTheCheckRejectsEverything) {
  options_.check = "grep -q nothing {}";
  const Result<Proven> proven = ProveLevels();
  ASSERT_FALSE(proven.ok());
  EXPECT_THAT(proven.error().message, HasSubstr("not even"));
}

/// On a busy machine Oz of a large module once took longer than allowed, and so did all others but
/// O0, which then was the result.
TEST_F(ProverTest, TakesNoWorseLevelWhereTheMachineIsTooSlow) {
  const std::string hang = "case \"$*\" in *Oz*) sleep 100;; esac\n";
  options_.opt_program = directory_.WriteScript("slow", hang + kOpt);
  const Result<Proven> proven =
      Prover(options_, program_, pool_, {.opt_time = 100ms})
          .ProveLevels(baselines_, Levels(), Prover::Care::kFull, budget_, notes_);
  ASSERT_FALSE(proven.ok());
  EXPECT_EQ(proven.error().code, ErrorCode::kPassTimedOut);
  EXPECT_THAT(proven.error().message, HasSubstr("Oz can't be proved"));
}

TEST_F(ProverTest, TakesNoWorseLevelWhereTheMachineIsTooSmall) {
  const std::string killed = "case \"$*\" in *Oz*) kill -KILL $$;; esac\n";
  options_.opt_program = directory_.WriteScript("small", killed + kOpt);
  const Result<Proven> proven = ProveLevels();
  ASSERT_FALSE(proven.ok());
  EXPECT_EQ(proven.error().code, ErrorCode::kOutOfMemory);
}

TEST_F(ProverTest, LimitsTheMemoryOfOpt) {
  const std::string told = directory_.path().string() + "/kib";
  options_.opt_program =
      directory_.WriteScript("limited", "ulimit -d > '" + told + "'\n" + std::string(kOpt));
  ASSERT_TRUE(ProveLevels(Prover::Care::kQuick).ok());
  EXPECT_EQ(directory_.Read("kib"), "4194304\n");
  options_.memory_limit = 64ull << 20;  // a worker does without debug information
  ASSERT_TRUE(ProveLevels(Prover::Care::kQuick).ok());
  EXPECT_EQ(directory_.Read("kib"), "4194304\n");
  options_.memory_limit = 3ull << 30;
  ASSERT_TRUE(ProveLevels(Prover::Care::kQuick).ok());
  EXPECT_EQ(directory_.Read("kib"), "6291456\n");
}

TEST_F(ProverTest, GivesUpAtOnceWithoutOpt) {
  options_.opt_program = directory_.path() / "none";
  const Result<Proven> proven = ProveLevels();
  ASSERT_FALSE(proven.ok());
  EXPECT_EQ(proven.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(ProverTest, KeepsTheElementsOfACandidate) {
  const Candidate candidate{.elements = {"x", "Os"}, .cost = {2, std::nullopt}};
  const Result<Proven> proven =
      Prover(options_, program_, pool_).Prove(candidate, {}, Prover::Care::kFull, budget_);
  ASSERT_TRUE(proven.ok()) << proven.error().message;
  EXPECT_THAT(proven->passes, ElementsAre("x", "Os"));
  EXPECT_FALSE(proven->level);
}

}  // namespace
}  // namespace autotune
