#include "db/caching_evaluator.h"

#include <thread>
#include <tuple>

#include <gtest/gtest.h>

#include "core/random.h"
#include "support/fake_evaluator.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

constexpr Hash128 kCachedTools{3, 4};
const Budget kNoLimit{Budget::Limits{}};

/// Fails on about every tenth pair of state and pass, always in the same way.
std::optional<ErrorCode> SometimesFails(const ProgramState& state, PassId pass) {
  const std::uint64_t draw =
      HashBytes(std::to_string(state.ir.low) + " " + std::to_string(pass)).low % 40;
  if (draw >= 4) return std::nullopt;
  constexpr ErrorCode kCodes[] = {ErrorCode::kPassCrashed, ErrorCode::kVerifierRejected,
                                  ErrorCode::kPassTimedOut, ErrorCode::kOutOfMemory};
  return kCodes[draw];
}

void ExpectEqual(const Trace& actual, const Trace& expected) {
  ASSERT_EQ(actual.status.ok(), expected.status.ok());
  if (!expected.status.ok()) {
    EXPECT_EQ(actual.status.error().code, expected.status.error().code);
    EXPECT_EQ(actual.status.error().message, expected.status.error().message);
  }
  ASSERT_EQ(actual.steps.size(), expected.steps.size());
  for (std::size_t i = 0; i < expected.steps.size(); ++i) {
    const Evaluation& a = actual.steps[i];
    const Evaluation& e = expected.steps[i];
    EXPECT_EQ(a.next.program, e.next.program);
    EXPECT_EQ(a.next.ir, e.next.ir);
    EXPECT_EQ(a.next.applied, e.next.applied);
    EXPECT_EQ(a.cost, e.cost);
    EXPECT_EQ(a.changed, e.changed);
  }
}

class CachingEvaluatorTest : public testing::Test {
 protected:
  std::unique_ptr<EvaluationStore> Open() {
    auto store = EvaluationStore::Open(folder_.path() / "evaluations.db", fake_.Root().next.program,
                                       kCachedTools);
    EXPECT_TRUE(store.ok());
    return *std::move(store);
  }

  /// A tuner that starts anew; what the last one knew is in the file.
  void Restart(const CachingOptions& options = {}) {
    cache_.reset();
    store_.reset();
    store_ = Open();
    cache_.emplace(fake_, *store_, fake_.Root().next.program, kCachedTools, options);
  }

  Trace Apply(const PassSequence& from, const PassSequence& passes,
              const EvaluationOptions& options = {}) {
    return cache_->Apply(fake_.Replay(from).next, passes, options, kNoLimit);
  }

  std::size_t calls() const { return fake_.calls().size(); }

  TestDirectory folder_;
  FakeEvaluator fake_{Staircase(6, 4)};
  std::unique_ptr<EvaluationStore> store_ = Open();
  std::optional<CachingEvaluator> cache_{std::in_place, fake_, *store_, fake_.Root().next.program,
                                         kCachedTools};
};

TEST_F(CachingEvaluatorTest, AsksOnlyForWhatIsNotKnown) {
  Apply({}, {0, 1, 2});
  EXPECT_EQ(calls(), 1);
  Apply({}, {0, 1, 2});
  Apply({0}, {1, 2});
  Apply({}, {0});
  EXPECT_EQ(calls(), 1);
  EXPECT_EQ(cache_->hits(), 6);

  const EvaluationOptions options{.observe = {}, .retain = {.start = false, .end = true}};
  Apply({0}, {1, 2, 7, 3}, options);
  ASSERT_EQ(calls(), 2);
  const FakeCall call = fake_.calls().back();
  EXPECT_EQ(call.from, PassSequence({0, 1, 2}));
  EXPECT_EQ(call.passes, PassSequence({7, 3}));
  EXPECT_FALSE(call.options.retain.start);
  EXPECT_TRUE(call.options.retain.end);
}

TEST_F(CachingEvaluatorTest, RemembersWhatFilesRemember) {
  fake_.set_failure([](const ProgramState& state, PassId pass) {
    return state.applied.size() == 2 && pass == 9 ? std::optional(ErrorCode::kPassCrashed)
                                                  : std::nullopt;
  });
  const Trace good = Apply({}, {0, 1, 2});
  const Trace bad = Apply({0}, {1, 9, 2});
  EXPECT_EQ(bad.status.error().code, ErrorCode::kPassCrashed);
  EXPECT_EQ(calls(), 2);
  for (int i = 0; i < 2; ++i) {
    Restart();
    ExpectEqual(Apply({}, {0, 1, 2}), good);
    ExpectEqual(Apply({0}, {1, 9, 2}), bad);
    EXPECT_EQ(calls(), 2);
  }
}

TEST_F(CachingEvaluatorTest, WhatSaysNothingOfThePassIsTriedAgain) {
  for (const ErrorCode code :
       {ErrorCode::kPassTimedOut, ErrorCode::kOutOfMemory, ErrorCode::kKnownOffender,
        ErrorCode::kWorkerLost, ErrorCode::kCancelled}) {
    fake_.set_failure([code](const ProgramState&, PassId) { return code; });
    const auto before = calls();
    EXPECT_EQ(Apply({}, {0}).status.error().code, code);
    EXPECT_EQ(Apply({}, {0}).status.error().code, code);
    EXPECT_EQ(calls(), before + 2);
    Restart();
  }
  fake_.set_failure(nullptr);
  EXPECT_TRUE(Apply({}, {0}).status.ok());
}

TEST_F(CachingEvaluatorTest, WhatFailedWhileRebuildingIsTriedAgain) {
  Apply({}, {0});
  fake_.set_rebuild_failure(ErrorCode::kPassCrashed);
  for (int i = 0; i < 2; ++i) {
    const auto before = calls();
    const Trace trace = Apply({}, {0, 1});  // the first is known
    EXPECT_EQ(trace.status.error().code, ErrorCode::kPassCrashed);
    EXPECT_TRUE(trace.rebuilding);
    EXPECT_EQ(trace.steps.size(), 1);
    EXPECT_EQ(calls(), before + 1);
    Apply({0}, {1});
    EXPECT_EQ(calls(), before + 2);
    Restart();
  }
}

TEST_F(CachingEvaluatorTest, ObjectSizesAreServedWhereTheyAreKnown) {
  const EvaluationOptions sized{.observe = {.object_size = true}};
  Apply({}, {0, 1});
  EXPECT_TRUE(Apply({}, {0, 1}, sized).steps.at(1).cost.object_size);
  EXPECT_EQ(calls(), 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Apply({}, {0, 1}, sized).steps.at(1).cost, fake_.Replay({0, 1}).cost);
    EXPECT_FALSE(Apply({}, {0, 1}).steps.at(1).cost.object_size);
    EXPECT_EQ(calls(), 2);
    Restart();
  }
}

TEST_F(CachingEvaluatorTest, SizesBelowANumberOfInstructionsAreServedWhereTheyAreKnown) {
  const std::uint64_t after = fake_.Replay({0, 1}).cost.instructions;
  const EvaluationOptions above{.observe = {.size_below = after}};
  const EvaluationOptions below{.observe = {.size_below = after + 1}};
  Apply({}, {0, 1});
  EXPECT_FALSE(Apply({}, {0, 1}, above).steps.at(1).cost.object_size);
  EXPECT_EQ(calls(), 1);
  EXPECT_TRUE(Apply({}, {0, 1}, below).steps.at(1).cost.object_size);
  EXPECT_EQ(calls(), 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(Apply({}, {0, 1}, below).steps.at(1).cost.object_size);
    EXPECT_FALSE(Apply({}, {0, 1}).steps.at(1).cost.object_size);
    EXPECT_EQ(calls(), 2);
    Restart();
  }
}

TEST_F(CachingEvaluatorTest, FeaturesAndGraphsAreAlwaysMeasured) {
  Apply({}, {0});
  Apply({}, {0}, {.observe = {.features = true}});
  EXPECT_EQ(calls(), 2);
  Apply({}, {0}, {.observe = {.graph = true}});
  EXPECT_EQ(calls(), 3);
}

TEST_F(CachingEvaluatorTest, AnInterruptedBudgetIsCancelled) {
  Apply({}, {0});
  Budget budget{Budget::Limits{}};
  budget.Cancel();
  const Trace trace = cache_->Apply(fake_.Root().next, PassSequence{0}, {}, budget);
  EXPECT_EQ(trace.status.error().code, ErrorCode::kCancelled);
  EXPECT_TRUE(trace.steps.empty());
}

TEST_F(CachingEvaluatorTest, NoPassesAreNoEvaluation) {
  const Trace trace = Apply({}, {});
  EXPECT_TRUE(trace.status.ok());
  EXPECT_TRUE(trace.steps.empty());
}

TEST_F(CachingEvaluatorTest, GoesOnWithoutItsFile) {
  EXPECT_TRUE(store_->Close().ok());
  const Trace first = Apply({}, {0, 1});
  ExpectEqual(Apply({}, {0, 1}), first);
  EXPECT_EQ(calls(), 1);
}

/// Knows nothing, and counts how often it was asked.
class CountingStore : public EvaluationStore {
 public:
  std::vector<StoredEvaluation> Find(std::span<const Hash128>) override {
    ++asked;
    return {};
  }
  void Put(const Hash128&, StoredEvaluation) override {}
  Status Close() override { return {}; }

  int asked = 0;
};

// Else a first run on a program would ask the file once for each evaluation.
TEST_F(CachingEvaluatorTest, DoesNotAskTheFileForWhatFollowsFromWhatItDidNotKnow) {
  CountingStore store;
  CachingEvaluator cache(fake_, store, fake_.Root().next.program, kCachedTools);
  PassSequence list;
  for (PassId pass = 0; pass < 10; ++pass) {
    (void)cache.Apply(fake_.Replay(list).next, PassSequence{pass}, {}, kNoLimit);
    list.push_back(pass);
    (void)cache.Apply(fake_.Root().next, list, {}, kNoLimit);
  }
  EXPECT_EQ(store.asked, 1);
}

class OtherEvaluator : public Evaluator {
 public:
  Trace Apply(const ProgramState& from, std::span<const PassId>, const EvaluationOptions&,
              const Budget&) override {
    asked.push_back(from.program);
    return {{}, Error{ErrorCode::kPassCrashed, ""}};
  }
  std::vector<ProgramId> asked;
};

TEST_F(CachingEvaluatorTest, PassesOtherProgramsOn) {
  OtherEvaluator inner;
  CachingEvaluator cache(inner, *store_, fake_.Root().next.program, kCachedTools);
  const ProgramId other{7, 7};
  for (int i = 0; i < 2; ++i) (void)cache.Apply({other, {}, {}}, PassSequence{1}, {}, kNoLimit);
  EXPECT_EQ(inner.asked, std::vector<ProgramId>({other, other}));
}

/// Random calls, as a search makes them: from a state that was reached, some passes on.
void CompareRandomCalls(FakeEvaluator& direct, Evaluator& cached, std::uint64_t seed) {
  Random random(seed);
  std::vector<ProgramState> states = {direct.Root().next};
  for (int i = 0; i < 300; ++i) {
    const ProgramState from = states[random.Below(states.size())];
    PassSequence passes(random.Below(8));
    for (PassId& pass : passes) pass = static_cast<PassId>(random.Below(10));
    const EvaluationOptions options{
        .observe = {.object_size = random.Below(3) == 0,
                    .size_below = random.Below(2) == 0 ? random.Below(200) : 0}};
    const Trace expected = direct.Apply(from, passes, options, kNoLimit);
    ExpectEqual(cached.Apply(from, passes, options, kNoLimit), expected);
    for (const Evaluation& step : expected.steps) states.push_back(step.next);
  }
}

class CachingEvaluatorMemoryTest : public CachingEvaluatorTest,
                                   public testing::WithParamInterface<std::size_t> {};

TEST_P(CachingEvaluatorMemoryTest, EqualsTheEvaluatorBehindIt) {
  fake_.set_failure(SometimesFails);
  FakeEvaluator direct{Staircase(6, 4)};
  direct.set_failure(SometimesFails);
  for (std::uint64_t run = 0; run < 6; ++run) {
    Restart({.memory_entries = GetParam()});
    CompareRandomCalls(direct, *cache_, run / 2);  // each seed twice: cold, then from the file
    EXPECT_GT(cache_->hits(), 0);
  }
  EXPECT_LT(calls(), direct.calls().size());
}

TEST_P(CachingEvaluatorMemoryTest, EqualsItFromManyThreads) {
  fake_.set_failure(SometimesFails);
  Restart({.memory_entries = GetParam()});
  std::vector<std::jthread> threads;
  for (std::uint64_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this, thread] {
      FakeEvaluator direct{Staircase(6, 4)};
      direct.set_failure(SometimesFails);
      CompareRandomCalls(direct, *cache_, thread / 2);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(MemoryEntries, CachingEvaluatorMemoryTest, testing::Values(1, 1 << 16));

}  // namespace
}  // namespace autotune
