#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/client/worker_pool.h"
#include "support/breaking_programs.h"
#include "support/pool.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

struct Fault {
  std::string name;
  std::string pipeline;
  std::string ir;
  ErrorCode code;
  std::string message;  ///< part of it
  WorkerPoolOptions options;
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

std::vector<Fault> Faults() {
  std::vector<Fault> faults = {
      {"ModulePassCrashes", "trigger-crash-module", kLoopProgram, ErrorCode::kPassCrashed, "", {}},
      {"FunctionPassCrashes",
       "function(trigger-crash-function)",
       kLoopProgram,
       ErrorCode::kPassCrashed,
       "",
       {}},
      {"ModuleIsInvalid",
       "trigger-verifier-error",
       kLoopProgram,
       ErrorCode::kVerifierRejected,
       "Aliasee",
       {}},
      {"FunctionIsInvalid",
       "function(trigger-verifier-error)",
       kLoopProgram,
       ErrorCode::kVerifierRejected,
       "invalid IR",
       {}},
      {"FatalErrorIsReported",
       "function(loop(licm))",
       kLoopProgram,
       ErrorCode::kFatalError,
       "MemorySSA",
       {}},
      {"PassHangs",
       "always-inline",
       InlineBomb(28),
       ErrorCode::kPassTimedOut,
       "100 ms",
       {.pass_time_limit = 100ms}}};
  if (!kSanitized) {  // a sanitizer's own memory leaves no room for a limit
    faults.push_back({"MemoryRunsOut",
                      "always-inline",
                      InlineBomb(28),
                      ErrorCode::kOutOfMemory,
                      "memory",
                      {.pass_time_limit = 60s, .memory_bytes = 96 << 20}});
  }
  return faults;
}

class FaultTest : public testing::TestWithParam<Fault> {
 protected:
  static constexpr PassId kBad = 0;
  static constexpr PassId kGood = 1;
  static constexpr PassId kIdle = 2;

  std::unique_ptr<WorkerPool> Start(std::size_t workers) const {
    WorkerPoolOptions options = GetParam().options;
    options.workers = workers;
    return StartPool(Actions({GetParam().pipeline, "function(reg2mem)", "function(dce)"}), options);
  }
};

TEST_P(FaultTest, IsAnErrorOfItsKindAndCounted) {
  const auto pool = Start(1);
  const ProgramState root = LoadProgram(*pool, GetParam().ir);
  const Trace trace = Apply(*pool, root, PassSequence{kBad});
  ASSERT_EQ(Outcome(trace), Name(GetParam().code));
  EXPECT_FALSE(trace.rebuilding);
  EXPECT_TRUE(trace.steps.empty());
  EXPECT_THAT(trace.status.error().message, HasSubstr(GetParam().message));
  EXPECT_THAT(trace.status.error().message, Not(HasSubstr("\n")));
  for (const ErrorCode code : kEvaluationFailures) {
    EXPECT_EQ(Failures(*pool, code), code == GetParam().code ? 1u : 0u) << Name(code);
  }
  EXPECT_EQ(pool->stats().lost, 0u);
}

TEST_P(FaultTest, ThePoolGoesOnServing) {
  const auto pool = Start(1);
  const ProgramState root = LoadProgram(*pool, GetParam().ir);
  const Trace before = Apply(*pool, root, PassSequence{kGood, kIdle});
  ASSERT_TRUE(before.status.ok()) << before.status.error().message;
  ASSERT_FALSE(Apply(*pool, root, PassSequence{kBad}).status.ok());
  const Trace after = Apply(*pool, root, PassSequence{kGood, kIdle});
  ASSERT_TRUE(after.status.ok()) << "other passes on the same state";
  EXPECT_EQ(after.steps[0].next.ir, before.steps[0].next.ir);
  EXPECT_EQ(Outcome(Apply(*pool, before.steps[0].next, PassSequence{kIdle})), "ok");
}

TEST_P(FaultTest, IsNotTriedAgainByAnyWorker) {
  const auto pool = Start(2);
  const ProgramState root = LoadProgram(*pool, GetParam().ir);
  ASSERT_EQ(Outcome(Apply(*pool, root, PassSequence{kBad})), Name(GetParam().code));
  const std::uint64_t restarts = pool->stats().restarts;
  for (int i = 0; i < 4; ++i) {  // the two workers take turns at a state that none holds
    const Trace again = Apply(*pool, root, PassSequence{kBad});
    EXPECT_EQ(Outcome(again), "known_offender");
    EXPECT_TRUE(again.steps.empty());
  }
  // Passes that change nothing lead to the same IR.
  const Trace later = Apply(*pool, root, PassSequence{kIdle, kBad});
  EXPECT_EQ(Outcome(later), "known_offender");
  EXPECT_EQ(later.steps.size(), 1u);
  EXPECT_EQ(pool->stats().restarts, restarts);
  EXPECT_EQ(Failures(*pool, GetParam().code), 1u);
  EXPECT_EQ(Failures(*pool, ErrorCode::kKnownOffender), 5u);
}

TEST_P(FaultTest, WhatWasDoneBeforeIsKept) {
  const auto pool = Start(1);
  const ProgramState root = LoadProgram(*pool, GetParam().ir);
  const Trace trace = Apply(*pool, root, PassSequence{kIdle, kIdle, kBad, kGood});
  EXPECT_EQ(Outcome(trace), Name(GetParam().code));
  ASSERT_EQ(trace.steps.size(), 2u);
  EXPECT_EQ(trace.steps[1].next.applied, (PassSequence{kIdle, kIdle}));
  EXPECT_EQ(Outcome(Apply(*pool, trace.steps[1].next, PassSequence{kGood})), "ok");
}

/// A pass that went well once can fail where a state has to be built again: it was close to a
/// limit, say. Here it is one that never went well.
TEST_P(FaultTest, WhileRebuildingIsNotBlamedOnThePassAskedFor) {
  const auto pool = Start(1);
  const ProgramState root = LoadProgram(*pool, GetParam().ir);
  ProgramState state = root;
  state.applied = {kBad};
  const Trace trace = Apply(*pool, state, PassSequence{kGood});
  EXPECT_EQ(Outcome(trace), Name(GetParam().code));
  EXPECT_TRUE(trace.rebuilding);
  EXPECT_EQ(Failures(*pool, GetParam().code), 1u);
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{kGood})), "ok") << "on the same IR";
}

INSTANTIATE_TEST_SUITE_P(Kinds, FaultTest, testing::ValuesIn(Faults()),
                         [](const auto& info) { return info.param.name; });

/// The code generator ends the worker before the pass has begun.
TEST(WorkerFaultsTest, WhileMeasuringTheStartIsNotBlamedOnThePassAskedFor) {
  const auto pool = StartPool(Actions({"function(dce)"}));
  const ProgramState root = LoadProgram(*pool, R"(
target triple = "x86_64-pc-linux-gnu"
declare i32 @llvm.amdgcn.workitem.id.x()
define i32 @f() {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  ret i32 %x
}
)");
  const Trace trace = Apply(*pool, root, PassSequence{0}, {.observe = {.object_size = true}});
  EXPECT_EQ(Outcome(trace), "fatal_error");
  EXPECT_TRUE(trace.rebuilding);
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{0})), "ok");
}

TEST(WorkerFaultsTest, AWorkerThatDiesOverAttributesHasReadTheModule) {
  const auto pool = StartPool(Actions({}));
  for (const bool conventions : {false, true}) {
    ASSERT_TRUE(pool->Measure("test.ll", kLoopProgram, {}, Budget::Unlimited()).ok());
    for (const int pid : pool->worker_pids()) kill(pid, SIGABRT);
    const Budget budget({});
    const ErrorCode code =
        conventions ? pool->ChooseConventions("test.ll", kLoopProgram, {}, budget).error().code
                    : pool->ChooseAttributes("test.ll", kLoopProgram, {}, budget).error().code;
    EXPECT_EQ(code, ErrorCode::kPassCrashed);
  }
}

TEST(WorkerFaultsTest, PassesOverLargeProgramsHaveLonger) {
  const auto pool = StartPool(Actions({"always-inline"}), {.pass_time_limit = 200ms});
  std::string large = InlineBomb(28) + "define i32 @large(i32 %x) {\n";
  for (std::uint64_t i = 1; i < 2 * kFullPassTimeInstructions; ++i) large += "  add i32 %x, 1\n";
  const ProgramState root = LoadProgram(*pool, large + "  ret i32 %x\n}\n");
  const Trace trace = Apply(*pool, root, PassSequence{0});
  ASSERT_EQ(Outcome(trace), "timeout");
  EXPECT_THAT(trace.status.error().message, HasSubstr("400 ms"));
}

TEST(WorkerFaultsTest, WholePipelinesHaveLonger) {
  const auto pool = StartPool(Actions({"default<Oz>"}), {.pass_time_limit = 100ms});
  const Trace trace = Apply(*pool, LoadProgram(*pool, InlineBomb(28)), PassSequence{0});
  ASSERT_EQ(Outcome(trace), "timeout");
  EXPECT_THAT(trace.status.error().message, HasSubstr("600 ms"));
}

TEST(WorkerFaultsTest, CancellingDropsAPassUnderWay) {
  const auto pool = StartPool(Actions({"always-inline", "function(dce)"}));
  const ProgramState root = LoadProgram(*pool, InlineBomb(28));
  Budget budget({.deadline = Clock::now() + 150ms, .evaluations = {}});
  const auto start = Clock::now();
  EXPECT_EQ(Outcome(pool->Apply(root, PassSequence{0}, {}, budget)), "cancelled");
  EXPECT_LT(Clock::now() - start, 1s);
  for (const ErrorCode code : kEvaluationFailures) EXPECT_EQ(Failures(*pool, code), 0u);
  // It was nobody's fault: the pass may be tried again.
  Budget again({.deadline = Clock::now() + 150ms, .evaluations = {}});
  EXPECT_EQ(Outcome(pool->Apply(root, PassSequence{0}, {}, again)), "cancelled");
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{1})), "ok");
}

/// Code generation takes far longer than a pass that does nothing.
TEST(WorkerFaultsTest, CodeOfAStateHasTimeBesideThePass) {
  if (kSanitized) GTEST_SKIP() << "the pass is slow, too";
  std::string ir;
  for (int i = 0; i < 4'000; ++i) {
    ir += "define i32 @f" + std::to_string(i) + "(i32 %x) {\n  %y = mul i32 %x, " +
          std::to_string(i) + "\n  ret i32 %y\n}\n";
  }
  const ActionSpace space = Actions({"annotation-remarks"});
  const auto pool = StartPool(space, {.workers = 1, .pass_time_limit = 200ms});
  const ProgramState root = LoadProgram(*pool, "target triple = \"x86_64-linux-gnu\"\n" + ir);
  const Trace trace = Apply(*pool, root, PassSequence{0}, {.observe = {.size_below = 1'000'000}});
  ASSERT_TRUE(trace.status.ok()) << trace.status.error().message;
  EXPECT_TRUE(trace.steps[0].cost.object_size.has_value());
}

}  // namespace
}  // namespace autotune
