#include "board/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kWhole = R"(name = "night"
methods = ["greedy", "random"]
programs = ["*.bc"]
seeds = [1, 7]
budgets = ["500ms", "60s"]
threads = 4
action-space = "autophase42"
objective = "object-size"
relocation-model = "static"
mcpu = "cortex-m4"
mattr = "+dsp,-fpu"
function-sections = true
data-sections = true
)";

TEST(LeaderboardConfig, HasEveryKey) {
  const Result<LeaderboardConfig> config = ParseLeaderboardConfig(kWhole, "night.toml");
  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_EQ(config->name, "night");
  EXPECT_THAT(config->methods, ElementsAre("greedy", "random"));
  EXPECT_THAT(config->programs, ElementsAre("*.bc"));
  EXPECT_THAT(config->seeds, ElementsAre(1u, 7u));
  EXPECT_THAT(config->budgets, ElementsAre(milliseconds(500), milliseconds(60'000)));
  EXPECT_EQ(config->threads, 4u);
  EXPECT_EQ(config->action_space, "autophase42");
  EXPECT_EQ(config->objective, Objective::kObjectSize);
  EXPECT_EQ(config->code_model,
            (CodeModel{Relocation::kStatic, "cortex-m4", "+dsp,-fpu", true, true}));
}

/// A line of the whole file, what it becomes, and the complaint.
struct Mistake {
  std::string line;
  std::string wrong;
  std::string complaint;
};

class LeaderboardConfigMistake : public testing::TestWithParam<Mistake> {};

TEST_P(LeaderboardConfigMistake, IsAnErrorWithItsPlace) {
  const auto& [line, wrong, complaint] = GetParam();
  std::string text = kWhole;
  const std::size_t place = text.find(line);
  ASSERT_NE(place, text.npos);
  text.replace(place, line.size(), wrong);
  const Result<LeaderboardConfig> config = ParseLeaderboardConfig(text, "night.toml");
  ASSERT_FALSE(config.ok());
  EXPECT_EQ(config.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(config.error().message, HasSubstr(complaint));
}

INSTANTIATE_TEST_SUITE_P(
    All, LeaderboardConfigMistake,
    testing::Values(Mistake{"threads = 4", "treads = 4", "night.toml:6: unknown key 'treads'"},
                    Mistake{"threads = 4", "threads = 0", "night.toml:6: 0 is below 1"},
                    Mistake{"threads = 4", "threads = \"4\"", "night.toml:6: a number is expected"},
                    Mistake{"threads = 4", "threads = ", "night.toml:6: "},
                    Mistake{"\"greedy\", \"random\"", "\"greedy\", \"radom\"",
                            "night.toml:2: 'radom' is not one of: random, "},
                    Mistake{"\"greedy\", \"random\"", "\"greedy\", \"greedy\"",
                            "night.toml:2: this is in the array already"},
                    Mistake{"[1, 7]", "[]", "night.toml:4: an array that is not empty"},
                    Mistake{"[1, 7]", "3", "night.toml:4: an array that is not empty"},
                    Mistake{"[1, 7]", "[1, -7]", "night.toml:4: '-7' is not a whole number"},
                    Mistake{"\"60s\"", "60", "night.toml:5: a string is expected"},
                    Mistake{"\"60s\"", "\"60 parsecs\"", "night.toml:5: "},
                    Mistake{"[\"*.bc\"]", "[\"\"]",
                            "night.toml:3: needs a value that is not empty"},
                    Mistake{"\"night\"", "\"one night\"", "night.toml:1: a name is made of"},
                    Mistake{"autophase42", "phase42", "night.toml:7: 'phase42' is not one of: "},
                    Mistake{"object-size", "speed", "night.toml:8: 'speed' is not one of: "},
                    Mistake{"\"static\"", "\"fixed\"",
                            "night.toml:9: there is no relocation model 'fixed', but: pic, "},
                    Mistake{"\"cortex-m4\"", "\"\"", "night.toml:10: '' is no name of a CPU"},
                    Mistake{"+dsp,-fpu", "dsp", "night.toml:11: 'dsp' is no list of features"},
                    Mistake{"function-sections = true", "function-sections = 1",
                            "night.toml:12: true or false is expected"},
                    Mistake{"seeds = [1, 7]", "", "night.toml: 'seeds' is missing"}));

}  // namespace
}  // namespace autotune
