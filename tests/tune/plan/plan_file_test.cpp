#include "tune/plan/plan_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace autotune {
namespace {

TEST(PlanFile, IsJsonWithALineForEachFunction) {
  Plan plan{"19.1.7", "x86_64-pc-linux-gnu", {}};
  plan.phases.push_back({.module = {"globalopt", "function(sroa)"}});
  plan.phases.push_back({.functions = {{"main", 0xab, {"gvn", "dce"}}, {"\"odd\"\x01", 1, {}}},
                         .others = {"simplifycfg"}});
  EXPECT_EQ(
      PlanText(plan),
      "{\n"
      "\"version\": 1,\n"
      "\"llvm\": \"19.1.7\",\n"
      "\"target\": \"x86_64-pc-linux-gnu\",\n"
      "\"phases\": [\n"
      "  {\"module\": \"globalopt,function(sroa)\"},\n"
      "  {\"functions\": [\n"
      "    {\"name\": \"main\", \"body\": \"00000000000000ab\", \"passes\": [\"gvn\",\"dce\"]},\n"
      "    {\"name\": \"\\\"odd\\\"\\u0001\", \"body\": \"0000000000000001\", \"passes\": []}\n"
      "  ], \"others\": [\"simplifycfg\"]}\n"
      "]\n"
      "}\n");
  EXPECT_TRUE(nlohmann::json::accept(PlanText(plan)));
}

TEST(PlanFile, AVerifyingPlanVerifiesAfterEachPass) {
  Plan plan;
  plan.phases.push_back({.module = {"globalopt", "function(sroa)"}});
  plan.phases.push_back({.functions = {{"main", 1, {"gvn"}}}, .others = {"dce"}});
  plan = Verifying(plan);
  EXPECT_THAT(plan.phases[0].module,
              testing::ElementsAre("globalopt", "verify", "function(sroa)", "verify"));
  EXPECT_THAT(plan.phases[1].functions[0].passes, testing::ElementsAre("gvn", "verify"));
  EXPECT_THAT(plan.phases[1].others, testing::ElementsAre("dce", "verify"));
}

TEST(PlanFile, AnElementHasAPathThatNoPipelineDivides) {
  EXPECT_EQ(*PlanElement("out/a.plan.json"), "autotune-plan<out/a.plan.json>");
  EXPECT_EQ(*PlanElement("a.json", /*strict=*/true), "autotune-plan<a.json;strict>");
  EXPECT_EQ(*PlanElement(kStoredPlanFile), kStoredPlan);
  for (const char* path : {"a,b", "a b", "a>b", "a(b", "a'b", "a;b", "a\nb"}) {
    EXPECT_FALSE(PlanElement(path).ok()) << path;
  }
}

TEST(PlanFile, PassesOfThePluginNeedIt) {
  for (const char* pipeline :
       {"autotune-plan<plan.json>", "globalopt,autotune-plan<a.json;strict>", "autotune-quick",
        "autotune-quick<a>,dce", "autotune-narrow-tables<1>", "autotune-symbols<a.txt>"}) {
    EXPECT_TRUE(NeedsPlugin(pipeline)) << pipeline;
  }
  EXPECT_FALSE(NeedsPlugin("globalopt,function(sroa)"));
}

TEST(PlanFile, AFunctionPassIsNamedWithoutTheFunction) {
  EXPECT_EQ(InsideFunction("function(sroa)"), "sroa");
  EXPECT_EQ(InsideFunction("function(loop-mssa(licm))"), "loop-mssa(licm)");
  EXPECT_EQ(InsideFunction("globalopt"), "globalopt");
}

}  // namespace
}  // namespace autotune
