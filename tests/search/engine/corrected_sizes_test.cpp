#include "search/engine/corrected_sizes.h"

#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace autotune {
namespace {

/// Each pass leads to the same state.
class OneState : public Evaluator {
 public:
  explicit OneState(const Cost& cost) : cost_(cost) {}

  Trace Apply(const ProgramState&, std::span<const PassId> passes, const EvaluationOptions&,
              const Budget&) override {
    Trace trace;
    trace.steps.resize(passes.size());
    for (Evaluation& step : trace.steps) step.cost = cost_;
    return trace;
  }

 private:
  Cost cost_;
};

/// Returns the size of a state where one with `text` bytes of code has 30 less, or `excess`.
std::optional<ObjectSize> SizeAfter(const Cost& cost, std::uint64_t text,
                                    std::int64_t excess = 30) {
  OneState inner(cost);
  CorrectedSizes corrected(inner);
  corrected.Correct(text, excess);
  const std::vector<PassId> passes = {0, 1};
  const Trace trace = corrected.Apply({}, passes, {}, Budget::Unlimited());
  EXPECT_EQ(trace.steps.size(), 2u);
  EXPECT_EQ(trace.steps[0].cost, trace.steps[1].cost);
  EXPECT_EQ(trace.steps[0].cost.instructions, cost.instructions);
  return trace.steps[0].cost.object_size;
}

TEST(CorrectedSizes, TakesItsShareFromTheCodeOfEachState) {
  const Cost cost{90, ObjectSize{.text = 400, .data = 20}};
  EXPECT_EQ(SizeAfter(cost, 400, 0), (ObjectSize{.text = 400, .data = 20}));
  EXPECT_EQ(SizeAfter(cost, 400), (ObjectSize{.text = 370, .data = 20}));
  EXPECT_EQ(SizeAfter(cost, 400, -30), (ObjectSize{.text = 430, .data = 20}));
  EXPECT_EQ(SizeAfter(cost, 800), (ObjectSize{.text = 385, .data = 20}));
  EXPECT_EQ(SizeAfter(cost, 0), (ObjectSize{.text = 0, .data = 20}));
}

TEST(CorrectedSizes, TellsStatesApartThatAreSmallerThanTheExcess) {
  const auto small = SizeAfter({90, ObjectSize{.text = 20, .data = 0}}, 50);
  const auto smaller = SizeAfter({90, ObjectSize{.text = 10, .data = 0}}, 50);
  EXPECT_LT(smaller->text, small->text);
}

TEST(CorrectedSizes, MeasuresNothingItself) { EXPECT_EQ(SizeAfter({90, {}}, 400), std::nullopt); }

}  // namespace
}  // namespace autotune
