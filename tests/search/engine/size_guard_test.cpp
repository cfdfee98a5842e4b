#include "search/engine/size_guard.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace autotune {
namespace {

/// Pass `p` leads to `states[p]`, whose size is measured if that is asked for.
class Table : public Evaluator {
 public:
  explicit Table(std::vector<Cost> states) : states_(std::move(states)) {}

  Trace Apply(const ProgramState&, std::span<const PassId> passes, const EvaluationOptions& options,
              const Budget&) override {
    Trace trace;
    for (const PassId pass : passes) {
      const bool last = trace.steps.size() + 1 == passes.size();
      const Observe wanted = last ? options.observe : options.observe.OnTheWay();
      Evaluation step;
      step.next.applied = {pass};
      step.cost = states_[pass];
      if (!wanted.WantsSize(step.cost.instructions)) step.cost.object_size.reset();
      sized += step.cost.object_size.has_value();
      trace.steps.push_back(step);
    }
    return trace;
  }

  int sized = 0;

 private:
  std::vector<Cost> states_;
};

Cost Of(std::uint64_t instructions, std::uint64_t bytes) {
  return {instructions, ObjectSize{.text = bytes, .data = 0}};
}

const Cost kRoot{100'000, {}};

void Ignore(const SizeGuard::Allowed&) {}

std::uint64_t Ask(SizeGuard& guard, PassId pass) {
  const std::vector<PassId> passes = {pass};
  return guard.Apply({}, passes, {}, Budget::Unlimited()).steps.at(0).cost.instructions;
}

TEST(SizeGuard, MeasuresOnlyImprovements) {
  Table table({Of(120, 900), Of(90, 900), Of(95, 900), Of(80, 900)});
  SizeGuard guard(table, kRoot, {.instructions = 100, .bytes = 1000}, /*adapts=*/true, Ignore);
  EXPECT_EQ(Ask(guard, 0), 120u);
  EXPECT_EQ(table.sized, 0);
  EXPECT_EQ(Ask(guard, 1), 90u);
  EXPECT_EQ(table.sized, 1);
  EXPECT_EQ(Ask(guard, 2), 95u) << "no better than what is known";
  EXPECT_EQ(table.sized, 1);
  EXPECT_EQ(Ask(guard, 3), 80u);
  EXPECT_EQ(table.sized, 2);
}

TEST(SizeGuard, AddsInstructionsForBytesBeyondTheLimit) {
  Table table({Of(9'000, 100'001), Of(9'000, 101'000), Of(8'000, 100'000)});
  SizeGuard guard(table, kRoot, {.instructions = 10'000, .bytes = 100'000}, /*adapts=*/false,
                  Ignore);
  EXPECT_EQ(Ask(guard, 0), 9'001u);
  EXPECT_EQ(Ask(guard, 1), 9'720u) << "8 % for 1 %";
  EXPECT_EQ(Ask(guard, 2), 8'000u) << "as many bytes as the limit are allowed";
}

TEST(SizeGuard, TellsListsThatAreAllowedAndBetter) {
  Table table({Of(90, 900), Of(80, 2000), Of(95, 900), Of(70, 1000)});
  std::vector<std::uint64_t> told;
  SizeGuard guard(table, kRoot, {.instructions = 100, .bytes = 1000}, /*adapts=*/false,
                  [&](const SizeGuard::Allowed& list) {
                    told.push_back(list.cost.instructions);
                    EXPECT_EQ(list.passes.empty(), list.cost == kRoot);
                  });
  for (const PassId pass : {0, 1, 2, 3}) Ask(guard, pass);
  EXPECT_EQ(told, (std::vector<std::uint64_t>{90, 70}));
  guard.Forget(3);
  EXPECT_EQ(told, (std::vector<std::uint64_t>{90, 70, 90})) << "the best of the rest again";
  guard.Forget(2);
  EXPECT_EQ(told.size(), 3u) << "nothing had it";
  Ask(guard, 3);
  EXPECT_EQ(told.size(), 3u) << "it was under way when its pass was forgotten";
  guard.Forget(0);
  EXPECT_EQ(told.back(), kRoot.instructions) << "nothing else is left";
}

TEST(SizeGuard, TakesNoStateOnTheWayForAnImprovement) {
  Table table({Of(80, 900), Of(110, 900), Of(70, 900)});
  SizeGuard guard(table, kRoot, {.instructions = 100, .bytes = 1000}, /*adapts=*/true, Ignore);
  const std::vector<PassId> passes = {0, 1, 2};
  const Trace trace = guard.Apply({}, passes, {}, Budget::Unlimited());
  EXPECT_EQ(trace.steps[0].cost.instructions, 102u) << "worse than the best";
  EXPECT_EQ(trace.steps[1].cost.instructions, 110u);
  EXPECT_EQ(trace.steps[2].cost.instructions, 70u);
  EXPECT_EQ(table.sized, 1);
  const PassId better = 2;
  const EvaluationOptions going_on{.more = true};
  EXPECT_EQ(guard.Apply({}, {&better, 1}, going_on, Budget::Unlimited()).steps[0].cost.instructions,
            70u);
  EXPECT_EQ(table.sized, 1) << "nobody will stay there";
}

TEST(SizeGuard, LooksAtStatesOnTheWayThatAreMuchBetterIfTheListMayEndThere) {
  Table table({Of(9'900, 900), Of(9'800, 900)});
  SizeGuard guard(table, kRoot, {.instructions = 10'000, .bytes = 1000}, /*adapts=*/true, Ignore);
  const auto ask = [&guard](PassId pass, bool may_end) {
    const EvaluationOptions options{.more = true, .may_end = may_end};
    return guard.Apply({}, {&pass, 1}, options, Budget::Unlimited()).steps[0].cost.instructions;
  };
  EXPECT_EQ(ask(0, true), 10'002u);
  EXPECT_EQ(ask(1, false), 10'002u);
  EXPECT_EQ(table.sized, 0);
  EXPECT_EQ(ask(1, true), 9'800u);
  EXPECT_EQ(table.sized, 1);
}

TEST(SizeGuard, AnswersDoNotDependOnEarlierOnesUnlessItAdapts) {
  Table table({Of(80, 900), Of(90, 1100)});
  SizeGuard adapting(table, kRoot, {.instructions = 100, .bytes = 1000}, /*adapts=*/true, Ignore);
  Ask(adapting, 0);
  EXPECT_EQ(Ask(adapting, 1), 90u) << "no improvement any more, so nobody looked";
  SizeGuard fixed(table, kRoot, {.instructions = 100, .bytes = 1000}, /*adapts=*/false, Ignore);
  Ask(fixed, 0);
  EXPECT_EQ(Ask(fixed, 1), 162u);
}

TEST(SizeGuard, KnowsTheBestListWithoutSpareBytes) {
  Table table({Of(90, 1000), Of(80, 1010), Of(85, 1000), Of(70, 1011)});
  const SizeLimit limit{.instructions = 100, .bytes = 1000, .spare = 10};
  SizeGuard guard(table, kRoot, limit, /*adapts=*/false, Ignore);
  EXPECT_FALSE(guard.Sure());
  Ask(guard, 0);
  EXPECT_EQ(Ask(guard, 1), 80u) << "within the limit and what is spare";
  EXPECT_EQ(guard.Sure()->cost.instructions, 90u);
  Ask(guard, 2);
  EXPECT_EQ(guard.Sure()->cost.instructions, 85u) << "worse than one with spare bytes";
  EXPECT_GT(Ask(guard, 3), 70u);
  guard.Forget(2);
  EXPECT_EQ(guard.Sure()->cost.instructions, 90u);
}

TEST(SizeGuard, EnforcesTheLimitOnWhatIsNoWorse) {
  Table table({Of(80, 900), Of(80, 1001), Of(85, 1001)});
  SizeGuard guard(table, kRoot, {.instructions = 100, .bytes = 1000}, /*adapts=*/true, Ignore);
  Ask(guard, 0);
  EXPECT_EQ(Ask(guard, 1), 80u) << "no better than what is known";
  guard.Enforce(80, 1000);
  EXPECT_EQ(Ask(guard, 1), 101u) << "worse than the limit's module";
  EXPECT_EQ(Ask(guard, 2), 85u);
}

const Cost kSizedRoot{100'000, ObjectSize{.text = 900'000, .data = 0}};
constexpr SizeLimit kFewest{.instructions = 10'000, .bytes = 50'000, .aim = SizeAim::kFewest};

TEST(SizeGuardForFewestBytes, GivesBytesInInstructionsOfTheLimitsModule) {
  Table table({Of(9'000, 50'000), Of(9'000, 45'000), Of(10'100, 60'000), Of(10'101, 40'000)});
  SizeGuard guard(table, kSizedRoot, kFewest, /*adapts=*/false, Ignore);
  EXPECT_EQ(Ask(guard, 0), 10'000u);
  EXPECT_EQ(Ask(guard, 1), 9'000u);
  EXPECT_EQ(Ask(guard, 2), 12'000u);
  EXPECT_EQ(table.sized, 3);
  EXPECT_EQ(Ask(guard, 3), 10'101u) << "too many instructions to look at its bytes";
  EXPECT_EQ(table.sized, 3);
}

TEST(SizeGuardForFewestBytes, LooksAtStatesNearTheBest) {
  Table table({Of(9'500, 48'000), Of(9'000, 49'000), Of(9'595, 47'000), Of(9'700, 40'000)});
  SizeGuard guard(table, kSizedRoot, kFewest, /*adapts=*/true, Ignore);
  EXPECT_EQ(Ask(guard, 0), 9'600u);
  EXPECT_EQ(Ask(guard, 1), 9'800u) << "fewer instructions, more bytes";
  EXPECT_EQ(Ask(guard, 2), 9'400u) << "1 % more instructions than the best";
  EXPECT_EQ(table.sized, 3);
  EXPECT_EQ(Ask(guard, 3), 9'503u) << "as many bytes for an instruction as the best";
  EXPECT_EQ(table.sized, 3);
}

TEST(SizeGuardForFewestBytes, LooksAtNoMoreThanImprovementsOfALargeProgram) {
  Table table({Of(25'000, 100'000), Of(25'001, 90'000)});
  SizeGuard guard(table, kSizedRoot, {25'000, 100'000, SizeAim::kFewest}, /*adapts=*/true, Ignore);
  EXPECT_EQ(Ask(guard, 0), 25'000u);
  EXPECT_EQ(Ask(guard, 1), 25'001u);
  EXPECT_EQ(table.sized, 1);
}

TEST(SizeGuardForFewestBytes, IsNotDrawnAwayByAListWithMoreBytesThanTheLimit) {
  Table table({Of(9'000, 58'000), Of(10'000, 49'000)});
  SizeGuard guard(table, kSizedRoot, kFewest, /*adapts=*/true, Ignore);
  EXPECT_EQ(Ask(guard, 0), 11'600u);
  EXPECT_EQ(Ask(guard, 1), 9'800u);
}

TEST(SizeGuardForFewestBytes, TheShorterOfEqualListsIsBetterWhoeverComesFirst) {
  for (const bool adapts : {false, true}) {
    Table table({Of(9'900, 48'000), Of(9'900, 48'000)});
    std::vector<PassId> told;
    SizeGuard guard(table, kSizedRoot, kFewest, adapts,
                    [&](const SizeGuard::Allowed& list) { told.push_back(list.passes.front()); });
    Ask(guard, 1);
    Ask(guard, 0);
    EXPECT_EQ(told, adapts ? std::vector<PassId>({1}) : std::vector<PassId>({1, 0}));
  }
}

TEST(SizeGuardForFewestBytes, TellsListsWithFewerBytes) {
  Table table({Of(9'900, 48'000), Of(9'000, 49'000), Of(9'990, 47'000)});
  std::vector<std::uint64_t> told;
  SizeGuard guard(table, kSizedRoot, kFewest, /*adapts=*/true, [&](const SizeGuard::Allowed& list) {
    told.push_back(list.cost.object_size->total());
  });
  for (const PassId pass : {0, 1, 2}) Ask(guard, pass);
  EXPECT_EQ(told, (std::vector<std::uint64_t>{48'000, 47'000}));
  guard.Forget(2);
  EXPECT_EQ(told.back(), 48'000u);
  guard.Forget(0);
  EXPECT_EQ(told.back(), kSizedRoot.object_size->total());
}

TEST(SizeGuard, KnowsWhatAStateIsWorthToTheSearch) {
  Table table({});
  const Cost cost = Of(9'000, 60'000);
  SizeGuard fewest(table, kSizedRoot, kFewest, /*adapts=*/true, Ignore);
  EXPECT_EQ(fewest.Worth(cost), 12'000u);
  EXPECT_EQ(fewest.Worth(Of(9'000, 0)), 1u);
  SizeGuard limit(table, kRoot, {10'000, 50'000}, /*adapts=*/true, Ignore);
  EXPECT_EQ(limit.Worth(cost), 9'000u);
}

}  // namespace
}  // namespace autotune
