#include "search/list/state_graph.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

namespace autotune {
namespace {

using Edge = StateGraph::Edge;

std::shared_ptr<Sighting> Met(std::uint64_t ir, PassSequence applied) {
  auto sighting = std::make_shared<Sighting>();
  sighting->state = {{}, {.high = 0, .low = ir}, std::move(applied)};
  return sighting;
}

TEST(StateGraph, RemembersWhatAPassMakesOfAState) {
  StateGraph graph(Met(0, {}), 4);
  EXPECT_EQ(graph.Kind(0, 2), Edge::kUntried);
  graph.SetUnderWay(0, 2);
  EXPECT_EQ(graph.Kind(0, 2), Edge::kUnderWay);
  EXPECT_EQ(graph.Record(0, {2, Met(7, {2})}), 1u);
  EXPECT_EQ(graph.Kind(0, 2), Edge::kLeads);
  EXPECT_EQ(graph.Next(0, 2), 1u);
  EXPECT_EQ(graph.Record(1, {0, nullptr}), std::nullopt);
  EXPECT_EQ(graph.Kind(1, 0), Edge::kDead);
  EXPECT_EQ(graph.Kind(1, 1), Edge::kUntried);
}

TEST(StateGraph, ReleasesOnlyWhatIsUnderWay) {
  StateGraph graph(Met(0, {}), 2);
  graph.SetUnderWay(0, 0);
  graph.Release(0, 0);
  EXPECT_EQ(graph.Kind(0, 0), Edge::kUntried);
  graph.Record(0, {0, nullptr});
  graph.Release(0, 0);
  EXPECT_EQ(graph.Kind(0, 0), Edge::kDead);
}

TEST(StateGraph, StatesOfEqualIrAreTheOneThatWasMetFirst) {
  StateGraph graph(Met(0, {}), 4);
  const auto first = *graph.Record(0, {0, Met(1, {0})});
  const auto second = *graph.Record(0, {1, Met(2, {1})});
  const auto both = *graph.Record(first, {1, Met(3, {0, 1})});
  EXPECT_EQ(graph.Record(second, {0, Met(3, {1, 0})}), both);
  EXPECT_EQ(graph.Next(second, 0), both);
  EXPECT_EQ(graph.at(both)->state.applied, (PassSequence{0, 1}));
  EXPECT_EQ(graph.size(), 4u);
}

TEST(StateGraph, TakesTheValueOfTheFirstSightingThatWasMeasured) {
  const auto met = [](std::uint64_t ir, std::uint64_t value, bool measured) {
    auto sighting = Met(ir, {0});
    sighting->value = value;
    sighting->measured = measured;
    return sighting;
  };
  StateGraph graph(Met(0, {}), 4);
  const auto first = *graph.Record(0, {0, met(1, 9, false)});
  graph.Record(0, {1, met(1, 8, false)});
  EXPECT_EQ(graph.value(first), 9u);
  graph.Record(0, {2, met(1, 12, true)});
  EXPECT_EQ(graph.value(first), 12u);
  graph.Record(0, {3, met(1, 11, true)});
  EXPECT_EQ(graph.value(first), 12u);
}

TEST(StateGraph, TakesTheValueThatAPassWithoutEffectHasMeasured) {
  StateGraph graph(Met(0, {}), 4);
  const auto first = *graph.Record(0, {0, Met(1, {0})});
  Outcome nothing{3, nullptr};
  nothing.measured = 7;
  graph.Record(first, nothing);
  EXPECT_EQ(graph.value(first), 7u);
  EXPECT_EQ(graph.Kind(first, 3), Edge::kDead);
}

TEST(StateGraph, AWayBackIsADeadEnd) {
  StateGraph graph(Met(0, {}), 4);
  const auto first = *graph.Record(0, {0, Met(1, {0})});
  const auto second = *graph.Record(0, {1, Met(2, {1})});
  EXPECT_EQ(graph.Record(first, {2, Met(0, {0, 2})}), 0u);
  EXPECT_EQ(graph.Kind(first, 2), Edge::kDead);
  EXPECT_EQ(graph.Record(first, {3, Met(2, {0, 3})}), second);
  EXPECT_EQ(graph.Kind(first, 3), Edge::kDead);
}

TEST(StateGraph, LeadsBackWhereAllWaysAreTaken) {
  StateGraph graph(Met(0, {}), 4, StateGraph::Ways::kAll);
  const auto first = *graph.Record(0, {0, Met(1, {0})});
  EXPECT_EQ(graph.Record(first, {2, Met(0, {0, 2})}), 0u);
  EXPECT_EQ(graph.Kind(first, 2), Edge::kLeads);
  EXPECT_EQ(graph.Next(first, 2), 0u);
  EXPECT_EQ(graph.Record(first, {3, Met(1, {0, 3})}), first);
  EXPECT_EQ(graph.Kind(first, 3), Edge::kDead);
}

TEST(StateGraph, KeepsOneStateAsTheRoot) {
  StateGraph graph(Met(0, {}), 4);
  const auto first = *graph.Record(0, {0, Met(1, {0})});
  graph.KeepOnly(first);
  EXPECT_EQ(graph.size(), 1u);
  EXPECT_EQ(graph.at(0)->state.applied, PassSequence{0});
  EXPECT_EQ(graph.Kind(0, 0), Edge::kUntried);
  EXPECT_EQ(graph.Record(0, {1, Met(0, {0, 1})}), 1u);
}

}  // namespace
}  // namespace autotune
