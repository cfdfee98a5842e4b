#include "learn/search_graph.h"

#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "learn/recording_evaluator.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;

Evaluation State(std::uint64_t ir, std::uint64_t cost) {
  Evaluation state;
  state.next.ir = {0, ir};
  state.cost.instructions = cost;
  return state;
}

auto IsTried(PassId pass, std::uint32_t visits, bool changed, std::uint64_t reachable) {
  return testing::AllOf(testing::Field(&TriedPass::pass, pass),
                        testing::Field(&TriedPass::visits, visits),
                        testing::Field(&TriedPass::changed, changed),
                        testing::Field(&TriedPass::reachable, reachable));
}

TEST(SearchGraph, CarriesTheLowestCostBackThroughACycle) {
  SearchGraph graph(State(0, 100));
  // 0 -> 1 -> 2 -> 1, 2 -> 3, 3 -> 0 is a way back; 4 is a dead end off the root.
  graph.Record({0, 0}, 7, State(1, 120));
  graph.Record({0, 1}, 7, State(2, 90));
  graph.Record({0, 2}, 8, State(1, 120));
  graph.Record({0, 2}, 9, State(3, 40));
  graph.Record({0, 3}, 9, State(0, 100));
  graph.Record({0, 0}, 8, State(4, 60));
  EXPECT_THAT(graph.LowestReachable(), ElementsAre(40, 40, 40, 40, 60));
}

TEST(SearchGraph, KnowsOfEachPassWhatItDidAndWhereItLeads) {
  SearchGraph graph(State(0, 100));
  graph.Record({0, 0}, 5, State(1, 90));
  graph.Record({0, 0}, 5, State(1, 90));
  graph.Record({0, 1}, 1, State(2, 50));
  graph.Record({0, 0}, 2, State(0, 100));
  graph.RecordFailure({0, 0}, 3);
  // The same pass on equal IR may lead elsewhere.
  graph.Record({0, 0}, 5, State(3, 70));
  const std::vector<std::uint64_t> lowest = graph.LowestReachable();
  EXPECT_THAT(
      graph.Tried(0, lowest),
      ElementsAre(IsTried(2, 1, false, 100), IsTried(3, 1, false, 100), IsTried(5, 3, true, 50)));
  EXPECT_THAT(graph.Tried(2, lowest), testing::IsEmpty());
}

TEST(SearchGraph, ArrivesOnAShortestWay) {
  SearchGraph graph(State(0, 100));
  graph.Record({0, 0}, 1, State(1, 90));
  graph.Record({0, 1}, 2, State(2, 80));
  graph.Record({0, 2}, 3, State(3, 70));
  graph.Record({0, 0}, 4, State(2, 80));
  graph.Record({0, 3}, 5, State(0, 100));
  const std::vector<SearchGraph::Arrival> arrivals = graph.Arrivals();
  ASSERT_EQ(arrivals.size(), 4u);
  EXPECT_EQ(arrivals[0].depth, 0u);
  EXPECT_EQ(arrivals[2].depth, 1u);
  EXPECT_EQ(arrivals[2].pass, 4);
  EXPECT_EQ(arrivals[3].from, 2u);
  EXPECT_EQ(arrivals[3].depth, 2u);
}

TEST(SearchGraph, TakesNoMoreThanItsLimits) {
  SearchGraph graph(State(0, 100), {.nodes = 2, .edges = 3});
  graph.Record({0, 0}, 1, State(1, 90));
  graph.Record({0, 0}, 2, State(2, 80));
  EXPECT_EQ(graph.size(), 2u);
  EXPECT_FALSE(graph.Find({0, 2}));
  graph.Record({0, 2}, 1, State(1, 90));  // begins where nothing is known
  graph.Record({0, 0}, 3, State(1, 90));
  graph.Record({0, 0}, 4, State(1, 90));
  graph.Record({0, 0}, 5, State(1, 90));
  EXPECT_EQ(graph.edges(0).size(), 3u);
  graph.Record({0, 0}, 1, State(1, 90));
  EXPECT_EQ(graph.edges(0)[0].visits, 2u) << "what is known still counts";
}

TEST(RecordingEvaluator, PassesOnAndRemembers) {
  FakeEvaluator inner(Staircase(3, 1));
  inner.set_failure([](const ProgramState& state, PassId pass) {
    const bool fails = pass == 2 && state.applied == PassSequence{0, 3, 1};
    return fails ? std::optional(ErrorCode::kPassCrashed) : std::nullopt;
  });
  const Evaluation root = inner.Root();
  RecordingEvaluator recorder(inner, root);
  const Budget budget(Budget::Limits{});
  const PassSequence list = {0, 3, 1, 2};
  const Trace trace = recorder.Apply(root.next, list, {}, budget);
  ASSERT_EQ(trace.steps.size(), 3u);
  EXPECT_EQ(trace.status.error().code, ErrorCode::kPassCrashed);

  const SearchGraph graph = recorder.graph();
  EXPECT_EQ(graph.size(), 3u);
  const std::vector<std::uint64_t> lowest = graph.LowestReachable();
  EXPECT_THAT(graph.Tried(0, lowest), ElementsAre(IsTried(0, 1, true, 110)));
  EXPECT_THAT(graph.Tried(1, lowest),
              ElementsAre(IsTried(1, 1, true, 110), IsTried(3, 1, false, 120)));
  EXPECT_THAT(graph.Tried(2, lowest), ElementsAre(IsTried(2, 1, false, 110)));
}

TEST(RecordingEvaluator, TakesNoCancelledPassForAFailure) {
  FakeEvaluator inner(Staircase(2));
  const Evaluation root = inner.Root();
  RecordingEvaluator recorder(inner, root);
  Budget budget(Budget::Limits{});
  budget.Cancel();
  const PassSequence list = {0};
  EXPECT_FALSE(recorder.Apply(root.next, list, {}, budget).status.ok());
  EXPECT_TRUE(recorder.graph().edges(0).empty());
}

TEST(RecordingEvaluator, BlamesNoPassForAFailureWhileRebuilding) {
  FakeEvaluator inner(Staircase(2));
  inner.set_rebuild_failure(ErrorCode::kPassCrashed);
  RecordingEvaluator recorder(inner, inner.Root());
  const Budget budget(Budget::Limits{});
  const Trace trace = recorder.Apply(inner.Root().next, PassSequence{0}, {}, budget);
  ASSERT_TRUE(trace.status.ok());
  EXPECT_FALSE(recorder.Apply(trace.steps[0].next, PassSequence{1}, {}, budget).status.ok());
  EXPECT_TRUE(recorder.graph().edges(1).empty());
}

TEST(RecordingEvaluator, CountsWhatSeveralThreadsDo) {
  FakeEvaluator inner(Staircase(4));
  const Evaluation root = inner.Root();
  RecordingEvaluator recorder(inner, root);
  const auto work = [&] {
    const Budget budget(Budget::Limits{});
    const PassSequence list = {0, 1, 2, 3};
    for (int i = 0; i < 50; ++i)
      EXPECT_TRUE(recorder.Apply(root.next, list, {}, budget).status.ok());
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(work);
  }
  const SearchGraph graph = recorder.graph();
  EXPECT_EQ(graph.size(), 5u);
  EXPECT_EQ(graph.edges(0).front().visits, 200u);
}

}  // namespace
}  // namespace autotune
