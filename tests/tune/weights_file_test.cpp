#include "tune/weights_file.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using ::testing::HasSubstr;

class WeightsFile : public testing::Test {
 protected:
  /// A file as torch writes it, for the actions of our space. `more` follows them in the metadata.
  std::string Write(const std::string& more) {
    const std::string end("PK\5\6" + std::string(18, '\0'));
    return directory_.Write(
        "w.pf", "PK\3\4 {\"actions\":\"" + ToHex(actions_.fingerprint()) + "\"" + more + "}" + end);
  }

  Result<Observe> Check(const std::string& more, std::string_view method) {
    return CheckWeightsFile(Write(more), actions_, &FindMethod(method));
  }

  const TestDirectory directory_;
  const ActionSpace actions_ = *LoadActionSpace("compilergym");
};

TEST_F(WeightsFile, FitsTheQuestionsOfTheMethod) {
  const std::string ppo = R"(,"algorithm":"ppo")";
  const std::string nvp = R"(,"algorithm":"nvp")";
  const std::string dqn = R"(,"algorithm":"dqn")";
  EXPECT_TRUE(Check("", "passformer").ok());
  EXPECT_TRUE(Check(ppo, "ppo").ok());
  EXPECT_TRUE(Check(ppo, "ppo+search").ok());
  EXPECT_TRUE(Check(ppo, "beam").ok()) << "any prior may guide it";
  EXPECT_TRUE(Check(nvp, "nvp").ok());
  EXPECT_TRUE(Check(dqn, "dqn").ok());
  EXPECT_TRUE(Check(dqn, "mcts").ok());
  const std::string dream = R"(,"algorithm":"compilerdream")";
  for (const auto* method :
       {"compilerdream", "compilerdream+search", "compilerdream-value", "beam"}) {
    EXPECT_TRUE(Check(dream, method).ok()) << method;
  }
  for (const auto& [more, method] :
       {std::pair(dream, "nvp"), std::pair(ppo, "compilerdream-value"), std::pair(nvp, "ppo"),
        std::pair(nvp, "beam"), std::pair(ppo, "nvp"), std::pair(dqn, "ppo+search"),
        std::pair(ppo, "dqn"), std::pair(std::string(), "ppo"), std::pair(std::string(), "nvp")}) {
    const auto status = Check(more, method);
    ASSERT_FALSE(status.ok()) << more << ' ' << method;
    EXPECT_THAT(status.error().message, HasSubstr(std::string("which the method ") + method));
  }
  EXPECT_TRUE(CheckWeightsFile(Write(nvp), actions_, nullptr).ok());
}

TEST_F(WeightsFile, SaysWhatTheModelHasToSee) {
  const std::string gatv2 = R"(,"algorithm":"gatv2")";
  EXPECT_TRUE(Check(gatv2, "gatv2")->graph);
  EXPECT_TRUE(Check(gatv2, "beam")->graph);
  EXPECT_TRUE(Check(gatv2, "beam")->features);
  EXPECT_FALSE(Check(R"(,"algorithm":"ppo")", "ppo")->graph);
  EXPECT_FALSE(Check("", "beam")->graph);
  EXPECT_FALSE(Check(gatv2, "ppo").ok());
}

TEST_F(WeightsFile, FitsTheActions) {
  const std::string file = Write("");
  const auto status = CheckWeightsFile(file, *LoadActionSpace("full"), nullptr);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, HasSubstr("give --action-space compilergym"));
}

}  // namespace
}  // namespace autotune
