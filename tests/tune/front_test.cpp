#include "tune/front.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample_result.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TuneResult Found(std::uint64_t instructions, std::uint64_t bytes) {
  TuneResult result = SampleResult();
  result.result.reproduction.cost = {instructions, ObjectSize{bytes, 0}};
  return result;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> Costs(const Front& front) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> costs;
  for (const TuneResult& result : front.results) {
    const Cost cost = result.delivered();
    costs.emplace_back(cost.instructions, cost.object_size->total());
  }
  return costs;
}

TEST(Front, HasNoResultThatAnotherOneBeats) {
  const Front front = MakeFront(
      {Found(120, 800), Found(100, 900), Found(120, 850), Found(100, 900), Found(90, 1000)},
      Pick::kBytes);
  EXPECT_THAT(Costs(front), ElementsAre(Pair(90, 1000), Pair(100, 900), Pair(120, 800)));
}

TEST(Front, PicksWhatTheUserAskedFor) {
  const std::vector<TuneResult> results = {Found(90, 1000), Found(100, 850), Found(120, 800)};
  EXPECT_EQ(MakeFront(results, Pick::kInstructions).picked, 0u);
  EXPECT_EQ(MakeFront(results, Pick::kBalanced).picked, 1u);
  EXPECT_EQ(MakeFront(results, Pick::kBytes).picked, 2u);
}

TEST(Front, ComparesWhatIsDelivered) {
  TuneResult attributed = Found(100, 900);
  attributed.attributed = Attributed{"", 1, {700, 0}, {}, ""};
  attributed.attributed->instructions = 100;
  EXPECT_THAT(Costs(MakeFront({Found(100, 800), attributed}, Pick::kBytes)),
              ElementsAre(Pair(100, 700)));
}

TEST(Front, LeavesOutWhatHasNoSize) {
  TuneResult unknown = Found(50, 100);
  unknown.result.reproduction.cost.object_size.reset();
  EXPECT_THAT(Costs(MakeFront({unknown, Found(100, 800)}, Pick::kBytes)),
              ElementsAre(Pair(100, 800)));
  EXPECT_THAT(MakeFront({unknown}, Pick::kBytes).results, IsEmpty());
}

}  // namespace
}  // namespace autotune
