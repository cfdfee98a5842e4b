#include "search/engine/known_start.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class KnownStartTest : public testing::Test {
 protected:
  Trace Apply(const PassSequence& passes, const Observe& observe = {}) {
    return known_.Apply(inner_.Root().next, passes, {.observe = observe}, Budget::Unlimited());
  }

  /// The calls after that which made the known state.
  std::vector<FakeCall> Calls() const {
    const std::vector<FakeCall> all = inner_.calls();
    return {all.begin() + 1, all.end()};
  }

  FakeEvaluator inner_{Staircase(3)};
  KnownStart known_{
      inner_,
      inner_.Apply(inner_.Root().next, PassSequence{0}, {}, Budget::Unlimited()).steps.front()};
};

TEST_F(KnownStartTest, DoesNotRunThePassAgain) {
  const Trace trace = Apply({0});
  ASSERT_THAT(trace.steps, SizeIs(1));
  EXPECT_EQ(trace.steps[0].next.ir, inner_.Replay({0}).next.ir);
  EXPECT_THAT(Calls(), IsEmpty());
}

TEST_F(KnownStartTest, GoesOnFromIt) {
  const Trace trace = Apply({0, 1, 2});
  ASSERT_THAT(trace.steps, SizeIs(3));
  EXPECT_EQ(trace.steps[2].next.ir, inner_.Replay({0, 1, 2}).next.ir);
  ASSERT_THAT(Calls(), SizeIs(1));
  EXPECT_THAT(Calls()[0].from, ElementsAre(0));
}

TEST_F(KnownStartTest, OtherListsRunAsEver) {
  EXPECT_THAT(Apply({1, 0}).steps, SizeIs(2));
  ASSERT_THAT(Calls(), SizeIs(1));
  EXPECT_THAT(Calls()[0].passes, ElementsAre(1, 0));
}

TEST_F(KnownStartTest, MeasuresWhatWasNotMeasured) {
  Apply({0}, {.object_size = true});
  EXPECT_THAT(Calls(), SizeIs(1));
}

TEST(KnownStartLearns, WhatSomebodyWantsToKeep) {
  FakeEvaluator inner(Staircase(3));
  KnownStart known(inner, inner.Root().next.program, 0);
  const auto apply = [&](const PassSequence& passes, const Retain& retain) {
    return known.Apply(inner.Root().next, passes, {.retain = retain}, Budget::Unlimited());
  };
  apply({0}, {});
  apply({0, 1}, {.end = true});
  EXPECT_THAT(inner.calls(), SizeIs(2));  // a worker may have forgotten the state after 0
  apply({0}, {.end = true});
  const Trace trace = apply({0, 1}, {});
  ASSERT_THAT(trace.steps, SizeIs(2));
  EXPECT_EQ(trace.steps[1].next.ir, inner.Replay({0, 1}).next.ir);
  ASSERT_THAT(inner.calls(), SizeIs(4));
  EXPECT_THAT(inner.calls()[3].from, ElementsAre(0));
}

TEST(KnownStartLearns, OfItsOwnProgramAlone) {
  FakeEvaluator inner(Staircase(3));
  KnownStart known(inner, ProgramId(), 0);
  for (int i = 0; i < 2; ++i) {
    known.Apply(inner.Root().next, PassSequence{0}, {.retain = {.end = true}}, Budget::Unlimited());
  }
  EXPECT_THAT(inner.calls(), SizeIs(2));
}

}  // namespace
}  // namespace autotune
