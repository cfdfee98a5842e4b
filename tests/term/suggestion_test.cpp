#include "term/suggestion.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace autotune {
namespace {

const std::vector<std::string> kWords = {"build", "budget", "query", "show"};

TEST(SuggestionTest, NamesTheWordThatWasMeant) {
  EXPECT_EQ(Suggestion("budgte", kWords), "; did you mean 'budget'?");  // a swap
  EXPECT_EQ(Suggestion("buget", kWords), "; did you mean 'budget'?");   // a letter too few
  EXPECT_EQ(Suggestion("shoow", kWords), "; did you mean 'show'?");     // a letter too many
  EXPECT_EQ(Suggestion("quary", kWords), "; did you mean 'query'?");    // another letter
}

TEST(SuggestionTest, TakesTheNearestWord) {
  EXPECT_EQ(Suggestion("build", kWords), "; did you mean 'build'?");
  EXPECT_EQ(Suggestion("biuld", kWords), "; did you mean 'build'?");
}

TEST(SuggestionTest, IsSilentAboutOtherWords) {
  EXPECT_EQ(Suggestion("leaderboard", kWords), "");
  EXPECT_EQ(Suggestion("so", kWords), "");  // too short to be like anything
  EXPECT_EQ(Suggestion("", kWords), "");
  EXPECT_EQ(Suggestion("show", {}), "");
}

}  // namespace
}  // namespace autotune
