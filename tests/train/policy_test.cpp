#include <csignal>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/processes.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;

class PolicyTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto programs = std::filesystem::path(AUTOTUNE_PROGRAM).parent_path();
    if (!std::filesystem::exists(programs / "autotune-model.so")) {
      GTEST_SKIP() << "built without models";
    }
  }

  /// A short training of a graph network in two processes.
  static std::vector<std::string> Graph(const std::vector<std::string>& more) {
    std::vector<std::string> all{
        "policy",   "--algorithm", "gatv2", "--processes",  "2",       "--programs", "1",
        "--epochs", "1",           "-o",    "new.pf",       "--width", "16",         "--slots",
        "1",        "--interval",  "2",     "--validation", "0"};
    all.insert(all.end(), more.begin(), more.end());
    all.insert(all.end(), {kCalc, kWords});
    return all;
  }

  bool WithoutGloo(const ProgramRun& run) const {
    return run.error_output.find("without Gloo") != std::string::npos;
  }

  TestDirectory directory_;
};

TEST_F(PolicyTest, AGraphNetworkIsTrainedInTwoProcessesAndPlays) {
  const ProgramRun trained = RunAutotuneTrain(directory_, Graph({"--steps", "2"}));
  if (WithoutGloo(trained)) GTEST_SKIP() << trained.error_output;
  ASSERT_EQ(trained.status, 0) << trained.error_output;
  EXPECT_THAT(trained.output, HasSubstr("new.pf: the best of 2 steps"));
  EXPECT_THAT(directory_.Read("new.pf.csv"), HasSubstr(",2,training,"));
  EXPECT_FALSE(std::filesystem::exists(directory_.path() / "new.pf.meeting"));
  for (const std::vector<std::string>& search :
       {std::vector<std::string>{"gatv2", "--budget", "20s"}, {"beam", "--max-evals", "300"}}) {
    std::vector<std::string> arguments{"--model", "new.pf",  "--action-space", "compilergym",
                                       "-o",      "best.bc", "--json",         "report.json",
                                       kCalc,     "--method"};
    arguments.insert(arguments.end(), search.begin(), search.end());
    const ProgramRun tuned = RunAutotune(directory_, arguments);
    EXPECT_EQ(tuned.status, 0) << tuned.error_output;
    const auto report = nlohmann::json::parse(directory_.Read("report.json"));
    EXPECT_EQ(report.at("model"), "new.pf") << search[0];
    EXPECT_GE(report.at("evaluations"), 10) << search[0];
  }
}

TEST_F(PolicyTest, AKilledProcessEndsTheTrainingWithOneLine) {
  const auto arguments = Graph({});
  AutotuneProcess process(directory_, arguments, [] {}, Program::kAutotuneTrain);
  if (!process.WaitForError("step 2")) {
    const ProgramRun run = process.Wait();
    ASSERT_TRUE(WithoutGloo(run)) << run.error_output;
    GTEST_SKIP() << run.error_output;
  }
  const auto others = ChildrenOf(process.pid(), "autotune-train");
  ASSERT_EQ(others.size(), 1u);
  ASSERT_EQ(::kill(others[0], SIGKILL), 0);
  const ProgramRun run = process.Wait();
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output,
              HasSubstr("process 1 of the training was ended by signal 9; --resume goes on from "
                        "new.pf.checkpoint\n"));
  const ProgramRun resumed = RunAutotuneTrain(directory_, Graph({"--resume", "--budget", "1s"}));
  EXPECT_EQ(resumed.status, 0) << resumed.error_output;
}

TEST_F(PolicyTest, CtrlCEndsAllProcessesWithAResult) {
  AutotuneProcess process(directory_, Graph({}), [] {}, Program::kAutotuneTrain);
  if (!process.WaitForError("step 2")) GTEST_SKIP() << process.Wait().error_output;
  const auto others = ChildrenOf(process.pid(), "autotune-train");
  for (const pid_t other : others) ::kill(other, SIGINT);
  process.Signal(SIGINT);
  const ProgramRun run = process.Wait();
  EXPECT_EQ(run.status, 128 + SIGINT);
  EXPECT_THAT(run.output, HasSubstr("Oz over one episode"));
  for (const pid_t other : others) EXPECT_TRUE(IsGone(other));
}

TEST_F(PolicyTest, OnlyAGraphNetworkHasSeveralProcesses) {
  const ProgramRun run =
      RunAutotuneTrain(directory_, {"policy", "--processes", "2", "-o", "new.pf", kCalc});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.error_output, HasSubstr("--processes is for --algorithm gatv2"));
}

/// The parameter is an algorithm, and the method that plays by it.
class SinglePolicyTest : public PolicyTest, public testing::WithParamInterface<const char*> {
 protected:
  static std::vector<std::string> Training(const std::string& output,
                                           const std::string& steps = "12") {
    return {"policy", "--algorithm", GetParam(), "-o",         output,       "--steps", steps,
            "--seed", "1",           "--epochs", "1",          "--programs", "1",       "--slots",
            "2",      "--episodes",  "2",        "--interval", "2",          kCalc,     kWords};
  }

  /// Without the times, which are never the same.
  std::string Log(const std::string& output) const {
    std::istringstream file(directory_.Read(output + ".csv"));
    std::string log;
    for (std::string line; std::getline(file, line);) log += line.substr(line.find(',')) + '\n';
    return log;
  }
};

TEST_P(SinglePolicyTest, AKilledTrainingGoesOnAsIfItHadNotBeen) {
  // Killed before any other is run: the wait would find the messages of that one.
  AutotuneProcess process(directory_, Training("killed.pf"), [] {}, Program::kAutotuneTrain);
  EXPECT_TRUE(process.WaitForError("step 4 "));
  process.Signal(SIGKILL);
  ASSERT_EQ(process.Wait().status, 1000 + SIGKILL) << "it was over before";
  std::vector<std::string> resumed = Training("killed.pf");
  resumed.emplace_back("--resume");
  const ProgramRun rest = RunAutotuneTrain(directory_, resumed);
  ASSERT_EQ(rest.status, 0) << rest.error_output;
  const ProgramRun whole = RunAutotuneTrain(directory_, Training("whole.pf"));
  ASSERT_EQ(whole.status, 0) << whole.error_output;
  const std::string log = Log("whole.pf");
  EXPECT_THAT(log, HasSubstr(",12,training,"));
  EXPECT_THAT(log, HasSubstr(",12,validation,"));
  EXPECT_EQ(Log("killed.pf"), log);
}

TEST_P(SinglePolicyTest, TwoTrainingsDontWriteOneFile) {
  AutotuneProcess process(directory_, Training("new.pf", "100000"), [] {}, Program::kAutotuneTrain);
  EXPECT_TRUE(process.WaitForError("step 2 "));
  const TestDirectory elsewhere;
  const ProgramRun second =
      RunAutotuneTrain(elsewhere, Training((directory_.path() / "new.pf").string()));
  EXPECT_EQ(second.status, 2);
  EXPECT_EQ(second.error_lines(), 1u) << second.error_output;
  EXPECT_THAT(second.error_output, HasSubstr("another process holds"));
  process.Signal(SIGINT);
  EXPECT_EQ(process.Wait().status, 128 + SIGINT);
}

TEST_P(SinglePolicyTest, ItsWeightsPlayAnEpisode) {
  const ProgramRun trained = RunAutotuneTrain(directory_, Training("new.pf", "2"));
  ASSERT_EQ(trained.status, 0) << trained.error_output;
  EXPECT_THAT(trained.output, HasSubstr("Oz over one episode"));
  const ProgramRun played =
      RunAutotune(directory_, {"--method", GetParam(), "--action-space", "compilergym", "--model",
                               "new.pf", "--max-evals", "60", "--json", "new.json", kCalc});
  ASSERT_EQ(played.status, 0) << played.error_output;
  EXPECT_THAT(directory_.Read("new.json"), HasSubstr(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Train, SinglePolicyTest, testing::Values("ppo", "dqn"),
                         [](const auto& algorithm) { return std::string(algorithm.param); });

}  // namespace
}  // namespace autotune
