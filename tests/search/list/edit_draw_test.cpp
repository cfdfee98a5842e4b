#include "search/list/edit_draw.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::IsEmpty;
using testing::Not;

constexpr PassId kA = 0;
constexpr PassId kB = 1;
constexpr PassId kC = 2;
constexpr PassId kPipeline = 3;
constexpr int kDraws = 4000;

class List : public EditedList {
 public:
  List(PassSequence passes, std::vector<std::uint64_t> values)
      : EditedList(std::move(passes)), values_(std::move(values)) {}

  std::uint64_t ValueAfter(std::size_t count) const override { return values_[count]; }
  Known KnownOf(std::size_t count, PassId pass) const override {
    const auto known = known_.find({count, pass});
    return known == known_.end() ? Known::kNothing : known->second;
  }
  void Set(std::size_t count, PassId pass, Known known) { known_[{count, pass}] = known; }

 private:
  const std::vector<std::uint64_t> values_;
  std::map<std::pair<std::size_t, PassId>, Known> known_;
};

class EditDrawTest : public testing::Test {
 protected:
  EditDraw With(std::string_view prior) {
    prior_.emplace(actions_, prior);
    return {*prior_, costs_, random_};
  }

  const ActionSpace actions_{"letters", {{"a", ""}, {"b", ""}, {"c", ""}, {"default<Oz>", ""}}, {}};
  const PassCosts costs_{actions_, PassCosts::Source::kGuess};
  Random random_{1};
  std::optional<EditPrior> prior_;
};

TEST_F(EditDrawTest, SaysWhatAPlaceIsLike) {
  const List list({kA, kB, kC}, {99, 49, 24, 19});
  const EditPlace inserted = PlaceOf(list, 0, 0);
  EXPECT_EQ(inserted.before, std::nullopt);
  EXPECT_EQ(inserted.after, kA);
  EXPECT_FALSE(inserted.replaces);
  EXPECT_EQ(inserted.passes_after, 3u);
  EXPECT_NEAR(inserted.excess, std::log(5), 1e-9);
  const EditPlace replaced = PlaceOf(list, 2, 3);
  EXPECT_EQ(replaced.before, kB);
  EXPECT_EQ(replaced.after, std::nullopt);
  EXPECT_TRUE(replaced.replaces);
  EXPECT_EQ(replaced.passes_before, 2u);
  EXPECT_NEAR(replaced.excess, std::log(1.25), 1e-9);
}

TEST_F(EditDrawTest, CandidatesAreWhatMayHelp) {
  List list({kA}, {9, 5});
  list.Set(1, kA, EditedList::Known::kUseless);
  list.Set(1, kB, EditedList::Known::kLeads);
  EditDraw draw = With("");
  std::set<PassSequence> drawn;
  for (int i = 0; i < kDraws; ++i) drawn.insert(draw.Candidates(list, 1, 1, 4));
  // b, which is known to lead on, ends each of them.
  EXPECT_EQ(drawn, (std::set<PassSequence>{
                       {kB}, {kC, kB}, {kPipeline, kB}, {kC, kPipeline, kB}, {kPipeline, kC, kB}}));
  for (const PassId pass : {kB, kC, kPipeline}) list.Set(1, pass, EditedList::Known::kUseless);
  EXPECT_THAT(draw.Candidates(list, 1, 1, 4), IsEmpty());
  EXPECT_THAT(draw.Candidates(list, 0, 0, 4), Not(IsEmpty()));
}

TEST_F(EditDrawTest, DrawsPassesByPriorAndCost) {
  const List list({kA}, {9, 5});
  std::map<PassId, int> drawn;
  EditDraw draw = With("0\tb\npass\t0\t-1\t-4\npass\t0\t0\t6\n");
  for (int i = 0; i < kDraws; ++i) ++drawn[draw.Candidates(list, 0, 0, 1).at(0)];
  EXPECT_GT(drawn[kB], kDraws * 6 / 10);
  for (const PassId pass : {kA, kC, kPipeline}) EXPECT_GT(drawn[pass], kDraws / 20);

  drawn.clear();
  EditDraw anywhere = With("");
  for (int i = 0; i < kDraws; ++i) ++drawn[anywhere.Pass({})];
  EXPECT_LT(drawn[kPipeline], drawn[kA] * 3 / 4) << "it costs more";
}

TEST_F(EditDrawTest, DrawsPlacesByPriorAndCost) {
  const List list({kA, kPipeline, kC}, {9, 5, 4, 3});
  const auto count = [&](std::string_view prior, std::size_t width) {
    EditDraw draw = With(prior);
    std::vector<int> places(4);
    for (int i = 0; i < kDraws; ++i) ++places.at(draw.Place(list, width));
    return places;
  };
  const std::vector<int> cheap = count("", 0);
  EXPECT_GT(cheap[2], 3 * cheap[1] / 2) << "after the pipeline there is less to run again";
  EXPECT_GT(cheap[0], kDraws / 20);
  const std::vector<int> likely = count("0\ta\npass\t0\t-1\t-5\nbefore\t0\t-1\t5\n", 0);
  EXPECT_EQ(std::ranges::max_element(likely) - likely.begin(), 1) << "after a";
  EXPECT_EQ(count("", 1)[3], 0) << "there is no fourth pass";
}

}  // namespace
}  // namespace autotune
