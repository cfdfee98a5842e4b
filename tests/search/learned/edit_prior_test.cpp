#include "search/learned/edit_prior.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace autotune {
namespace {

ActionSpace Letters() { return {"letters", {{"a", ""}, {"b", ""}, {"c", ""}}, {}}; }

std::vector<float> Chances(EditPrior& prior, const EditPlace& place) {
  std::vector<float> chances;
  prior.Chances(place, chances);
  return chances;
}

double Logit(double chance) { return std::log(chance / (1 - chance)); }

TEST(EditPriorTest, AllPassesAreAlikeWithoutData) {
  EditPrior prior(Letters(), "# nothing\n");
  EXPECT_EQ(Chances(prior, {}), std::vector<float>(3, 0.5F));
}

TEST(EditPriorTest, AddsUpWhatIsKnownOfThePlace) {
  EditPrior prior(Letters(),
                  "0\tb\n1\tc\n2\ta\n"
                  "pass\t0\t-1\t-2\n"      // any pass
                  "pass\t0\t0\t0.5\n"      // b
                  "before\t2\t0\t1\n"      // b after a
                  "before\t-1\t0\t0.25\n"  // b at the beginning
                  "after\t1\t0\t2\n"       // b before c
                  "head\t2\t1\t3\n"        // c after 2 or 3 passes
                  "tail\t0\t-1\t0.125\n"   // any pass at the end
                  "excess\t5\t1\t4\n"
                  "replaces\t1\t1\t0.75\n");
  const auto logit = [&](const EditPlace& place, PassId pass) {
    return Logit(static_cast<double>(Chances(prior, place)[pass]));
  };
  const EditPlace root;
  EXPECT_NEAR(logit(root, 0), -1.875, 1e-4);
  EXPECT_NEAR(logit(root, 1), -1.125, 1e-4);
  const EditPlace inside{.before = 0, .after = 2, .passes_before = 3, .passes_after = 1};
  EXPECT_NEAR(logit(inside, 1), 1.5, 1e-4);
  EXPECT_NEAR(logit(inside, 2), 1, 1e-4);
  EditPlace replacing = inside;
  replacing.replaces = true;
  replacing.excess = 1;
  EXPECT_NEAR(logit(replacing, 2), 5.75, 1e-4);
  EXPECT_NEAR(logit(replacing, 1), 1.5, 1e-4);
}

TEST(EditPriorTest, PassesThatTheSpaceLacksAreLeftOut) {
  EditPrior with(Letters(), "0\ta\n1\tx\npass\t0\t1\t9\nbefore\t1\t0\t9\nbefore\t0\t0\t1\n");
  EditPrior without(Letters(), "0\ta\nbefore\t0\t0\t1\n");
  for (const EditPlace& place : {EditPlace{}, EditPlace{.before = 0}, EditPlace{.before = 1}}) {
    EXPECT_EQ(Chances(with, place), Chances(without, place));
  }
}

TEST(EditPriorTest, WhatHelpsHereGetsLikelierAndWhatDoesNotLessSo) {
  EditPrior prior(Letters(), "");
  const EditPlace elsewhere{.before = 2};
  for (int i = 0; i < 4; ++i) {
    prior.Learn({}, 0, true);
    prior.Learn({}, 1, false);
  }
  for (const EditPlace& place : {EditPlace{}, elsewhere}) {
    const auto chances = Chances(prior, place);
    EXPECT_FLOAT_EQ(chances[0], 0.5F * 5 / 3);  // helped 4 times instead of 2
    EXPECT_FLOAT_EQ(chances[1], 0.5F * 1 / 3);
    EXPECT_FLOAT_EQ(chances[2], 0.5F);
  }
}

TEST(EditPriorTest, RemembersEachPlaceByItself) {
  const ActionSpace space = *LoadActionSpace("full");
  EditPrior prior(space);
  std::vector<EditPlace> places;
  for (std::size_t i = 0; i < 40000; ++i) {  // more than it remembers
    EditPlace place{.passes_before = i % 20, .passes_after = i / 20 % 15};
    if (i % 3) place.before = static_cast<PassId>(i % space.size());
    if (i % 5) place.after = static_cast<PassId>(i / 7 % space.size());
    place.replaces = i % 2;
    place.excess = static_cast<double>(i % 11) * 0.1;
    places.push_back(place);
  }
  for (const EditPlace& place : places) Chances(prior, place);
  for (std::size_t i = 0; i < places.size(); i += 997) {
    EditPrior fresh(space);
    EXPECT_EQ(Chances(prior, places[i]), Chances(fresh, places[i])) << i;
  }
}

TEST(EditPriorTest, ThatIsShippedKnowsWhatIsOfUseAtFirst) {
  for (const std::string& name : ActionSpaceNames()) {
    const ActionSpace space = *LoadActionSpace(name);
    EditPrior prior(space);
    std::vector<float> chances = Chances(prior, {});
    const auto sroa = space.Find("function(sroa)");
    ASSERT_TRUE(sroa.ok()) << name;
    const float of_sroa = chances[*sroa];
    std::ranges::sort(chances);
    EXPECT_GT(chances.front(), 0) << name;
    EXPECT_LT(chances.back(), 1) << name;
    EXPECT_GT(of_sroa, chances[chances.size() / 2]) << name;
  }
}

}  // namespace
}  // namespace autotune
