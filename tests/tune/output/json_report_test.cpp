#include "tune/output/json_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/sample_result.h"

namespace autotune {
namespace {

using nlohmann::json;

const std::vector<std::string> kCommand = {"autotune", "bench.bc"};

TEST(JsonReport, HasThePromisedKeys) {
  const json report = json::parse(JsonReport(BatchEntry{"sample.bc", SampleResult()}, kCommand));
  for (const char* key : {"schema_version", "program",
                          "ir_hash",        "llvm_version",
                          "target",         "objective",
                          "method",         "action_space",
                          "threads",        "seed",
                          "budget_seconds", "wall_seconds",
                          "evaluations",    "failures",
                          "instructions",   "object_size",
                          "ratio",          "reward",
                          "passes",         "pipeline",
                          "verified",       "curve",
                          "argv",           "cpu",
                          "cores",          "action_space_fingerprint"}) {
    EXPECT_TRUE(report.contains(key)) << key;
  }
  for (const char* key : {"O0", "O1", "O2", "O3", "Os", "Oz", "clang_Oz", "best"}) {
    EXPECT_TRUE(report["instructions"].contains(key)) << key;
    EXPECT_TRUE(report["object_size"].contains(key)) << key;
  }
  EXPECT_EQ(report["instructions"]["best"], 160);
  EXPECT_EQ(report["object_size"]["best"], 740);
  EXPECT_EQ(report["object_sections"]["best"], (json{{"text", 640}, {"data", 100}}));
  EXPECT_EQ(report["code_model"], (json{{"relocation_model", "static"},
                                        {"cpu", "cortex-m4"},
                                        {"features", nullptr},
                                        {"function_sections", false},
                                        {"data_sections", false}}));
  EXPECT_EQ(report["failures"]["crash"], 0);
  EXPECT_EQ(report["curve"], (json{{0.5, 0, 400}, {1.0, 600, 160}}));
}

TEST(JsonReport, SaysWhichPassesProofsFailOf) {
  TuneResult outcome = SampleResult();
  EXPECT_EQ(json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand))["rejected_passes"],
            json::array());
  outcome.rejected = {{"function(adce)", "opt crashed"}};
  EXPECT_EQ(json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand))["rejected_passes"],
            (json{{{"pass", "function(adce)"}, {"reason", "opt crashed"}}}));
}

TEST(JsonReport, HasTheFrontThatAResultIsFrom) {
  BatchEntry entry{"sample.bc", SampleResult()};
  EXPECT_EQ(json::parse(JsonReport(entry, kCommand))["front"], nullptr);
  entry.front = {SampleResult(), SampleResult()};
  const json front = json::parse(JsonReport(entry, kCommand))["front"];
  ASSERT_EQ(front.size(), 2u);
  EXPECT_EQ(front[1]["instructions"], 160);
  EXPECT_EQ(front[1]["object_size"], 740);
  EXPECT_EQ(front[1]["pipeline"], "function(sroa),function(adce)");
}

TEST(JsonReport, HasPartsAndWhatTheUsersCommandsFound) {
  BatchEntry entry{"sample.bc", SampleResult()};
  json report = json::parse(JsonReport(entry, kCommand));
  for (const char* key : {"object_parts", "linked_parts", "executed_instructions"}) {
    EXPECT_EQ(report.at(key), nullptr) << key;
  }
  entry.outcome->facts.emplace().object = ObjectParts{640, 40, 10, 50, 180};
  report = json::parse(JsonReport(entry, kCommand));
  EXPECT_EQ(report["object_parts"]["clang_Oz"], nullptr);
  EXPECT_EQ(
      report["object_parts"]["best"],
      (json{{"text", 640}, {"read_only", 40}, {"data", 10}, {"unwind", 50}, {"shared", 180}}));
  entry.outcome->facts->executed = 90;
  entry.outcome->oz_facts.emplace().executed = 100;
  report = json::parse(JsonReport(entry, kCommand));
  EXPECT_EQ(report["executed_instructions"], (json{{"clang_Oz", 100}, {"best", 90}}));
}

TEST(JsonReport, ScoresByTheObjective) {
  TuneResult outcome = SampleResult();
  json report = json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand));
  EXPECT_DOUBLE_EQ(report["ratio"], 200.0 / 160);
  EXPECT_DOUBLE_EQ(report["reward"], 240.0 / 200);
  outcome.job.objective = Objective::kObjectSize;
  report = json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand));
  EXPECT_DOUBLE_EQ(report["ratio"], 900.0 / 740);
  EXPECT_DOUBLE_EQ(report["reward"], 960.0 / 800);
}

TEST(JsonReport, CountsNothingAtAllAsOne) {
  TuneResult outcome = SampleResult();
  outcome.result.reproduction.cost.instructions = 0;
  EXPECT_EQ(json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand))["ratio"], 200);
}

TEST(JsonReport, CallsNothingVerifiedThatOneProcessAloneHasReproduced) {
  TuneResult outcome = SampleResult();
  EXPECT_EQ(json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand))["verified"], true);
  outcome.result.reproduction.processes = 1;
  outcome.result.reproduction.verified = false;
  EXPECT_EQ(json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand))["verified"], false);
}

TEST(JsonReport, DividesByOneWhereOzGainsNothing) {
  TuneResult outcome = SampleResult();
  outcome.baselines.levels.at(Level::kOz).cost.instructions = 410;
  EXPECT_DOUBLE_EQ(json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand))["reward"],
                   240.0);
}

TEST(JsonReport, HasNoRewardBelowZero) {
  TuneResult outcome = SampleResult();
  outcome.result.reproduction.cost.instructions = 500;
  EXPECT_EQ(json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand))["reward"], 0);
}

TEST(JsonReport, HasNullsWhereThereIsNothingToSay) {
  TuneResult outcome = SampleResult();
  outcome.baselines.levels.erase(Level::kOz);
  outcome.baselines.failed[Level::kOz] = {ErrorCode::kPassCrashed, "it crashed"};
  outcome.result.reproduction.cost.object_size.reset();
  const json report = json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand));
  EXPECT_TRUE(report["ratio"].is_null());
  EXPECT_TRUE(report["object_size"]["best"].is_null());
  EXPECT_EQ(report["failed_levels"]["Oz"], "it crashed");
}

TEST(JsonReport, SaysHowAWholeProgramWasMade) {
  TuneResult outcome = SampleResult();
  const auto whole = [&outcome] {
    return json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand))["whole_program"];
  };
  EXPECT_TRUE(whole().is_null());
  outcome.whole_program = {.kept = {"main"},
                           .given_ir = {1, 2},
                           .given_instructions = 500,
                           .given_functions = 9,
                           .functions = 7,
                           .made = {}};
  EXPECT_EQ(whole(), (json{{"kept", {"main"}},
                           {"given_ir_hash", ToHex({1, 2})},
                           {"given_instructions", 500},
                           {"given_functions", 9},
                           {"functions", 7}}));
}

TEST(JsonReport, IsAnArrayForSeveralPrograms) {
  const BatchEntry broken{"broken.bc", Error{ErrorCode::kBadInput, "can't read 'broken.bc'"}};
  const std::vector<std::string> elements = {
      JsonElement(BatchEntry{"bench.bc", SampleResult()}, kCommand), JsonElement(broken, kCommand)};
  const std::string text = JsonArray(elements);
  const auto report = nlohmann::ordered_json::parse(text);
  EXPECT_EQ(text, report.dump(2) + "\n");
  EXPECT_EQ(JsonArray({}), "[]\n");
  ASSERT_EQ(report.size(), 2u);
  EXPECT_EQ(report[0].dump(2) + "\n",
            JsonReport(BatchEntry{"sample.bc", SampleResult()}, kCommand));
  EXPECT_EQ(report[1]["program"], "broken.bc");
  EXPECT_EQ(report[1]["error"], "can't read 'broken.bc'");
  EXPECT_EQ(report[1]["schema_version"], report[0]["schema_version"]);
}

TEST(JsonReport, IsValidWhateverTheFileIsCalled) {
  TuneResult outcome = SampleResult();
  outcome.job.program = "b\xff\"\n.bc";
  EXPECT_FALSE(json::parse(JsonReport(BatchEntry{"sample.bc", outcome}, kCommand), nullptr,
                           /*allow_exceptions=*/false)
                   .is_discarded());
}

}  // namespace
}  // namespace autotune
