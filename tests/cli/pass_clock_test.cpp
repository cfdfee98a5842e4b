#include "cli/pass_clock.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

/// Pass 0 takes 10 ns, pass 1 takes 20, and so on; pass 3 fails.
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
      step.next = from;
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
  EXPECT_EQ(clock.Expected(PassSequence{0}).count(), 15);
  EXPECT_EQ(clock.Expected(PassSequence{1, 0, 1}).count(), 135);
  EXPECT_EQ(clock.Expected(PassSequence{3, 4}).count(), 0);
}

}  // namespace
}  // namespace autotune
