#include "tune/pass_clock.h"

#include <utility>

#include <gtest/gtest.h>

namespace autotune {
namespace {

/// Pass 0 takes 10 ns, pass 1 takes 20, and so on; pass 3
/// fails, pass 2 alone changes anything.
class StubEvaluator : public Evaluator {
 public:
  Trace Apply(const ProgramState& from, std::span<const PassId> passes, const EvaluationOptions&,
              const Budget&) override {
    Trace trace;
    for (const PassId pass : passes) {
      if (pass == 3) {
        trace.status = Error{ErrorCode::kPassCrashed, "pass 3 fails"};
        break;
      }
      Evaluation step;
      step.next = trace.steps.empty() ? from : trace.steps.back().next;
      step.next.applied.push_back(pass);
      step.changed = pass == 2;
      step.nanoseconds = 10 * (pass + 1) * ++calls_;
      trace.steps.push_back(step);
    }
    return trace;
  }

 private:
  std::uint64_t calls_ = 0;
};

TEST(PassClock, AddsUpMeanTimesAndPassesTheTraceOn) {
  StubEvaluator inner;
  PassClock clock(inner, 5);
  const Budget budget({});
  const PassSequence passes = {0, 0, 1, 3, 4};  // takes 10, 20, 60; then fails
  const Trace trace = clock.Apply({}, passes, {}, budget);
  EXPECT_EQ(trace.steps.size(), 3u);
  EXPECT_EQ(trace.status.error().code, ErrorCode::kPassCrashed);
  EXPECT_EQ(clock.Expected(PassSequence{0, 1}).count(), 75);
  EXPECT_EQ(clock.Expected(PassSequence{1, 0, 1}).count(), 135);
  EXPECT_EQ(clock.Expected(PassSequence{3, 4}).count(), 0);
}

/// A pass takes longest on a program that is not optimised yet, so that means say too much.
TEST(PassClock, KnowsTheTimeOfAListThatItHasSeen) {
  StubEvaluator inner;
  PassClock clock(inner, 5);
  const Budget budget({});
  const Trace first = clock.Apply({}, PassSequence{0, 1}, {}, budget);  // takes 10, 40
  EXPECT_EQ(clock.Expected(PassSequence{0}).count(), 10);
  EXPECT_EQ(clock.Expected(PassSequence{0, 1}).count(), 50);
  clock.Apply(first.steps.back().next, PassSequence{0}, {}, budget);  // takes 30
  EXPECT_EQ(clock.Expected(PassSequence{0, 1, 0}).count(), 80);
}

TEST(PassClock, TalliesWhatBecameOfEachPass) {
  StubEvaluator inner;
  PassClock clock(inner, 5);
  const Budget budget({});
  for (const PassSequence& passes : {PassSequence{0, 2, 0}, PassSequence{2, 3}, PassSequence{3}}) {
    clock.Apply({}, passes, {}, budget);
  }
  const std::vector<PassTally> tallies = clock.tallies();
  ASSERT_EQ(tallies.size(), 5u);
  EXPECT_EQ(tallies[0].applied, 2u);
  EXPECT_EQ(tallies[0].cpu_time.count(), 10 + 30);
  EXPECT_EQ(tallies[0].changed, 0u);
  EXPECT_EQ(tallies[2].applied, 2u);
  EXPECT_EQ(tallies[2].changed, 2u);
  EXPECT_EQ(tallies[3].applied, 0u);
  EXPECT_EQ(tallies[3].failures, (decltype(PassTally::failures){2}));  // crashes come first
  EXPECT_EQ(tallies[4].applied, 0u);
  EXPECT_EQ(clock.tried(), 6u);
}

/// Does the same whatever it is asked for.
class ConstantEvaluator : public Evaluator {
 public:
  explicit ConstantEvaluator(Trace answer) : answer_(std::move(answer)) {}
  Trace Apply(const ProgramState&, std::span<const PassId>, const EvaluationOptions&,
              const Budget&) override {
    return answer_;
  }

 private:
  const Trace answer_;
};

TEST(PassClock, WhatIsNotThePassesFaultIsNoFailure) {
  for (const Trace& trace : {Trace{{}, Error{ErrorCode::kCancelled, "out of time"}},
                             Trace{{}, Error{ErrorCode::kPassCrashed, "before it"}, true}}) {
    ConstantEvaluator inner(trace);
    PassClock clock(inner, 1);
    const Budget budget({});
    clock.Apply({}, PassSequence{0}, {}, budget);
    EXPECT_EQ(clock.tallies()[0].failures, decltype(PassTally::failures)());
  }
}

}  // namespace
}  // namespace autotune
