#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(AutotunePlan, IsAFileThatStockOptAppliesWithThePlugin) {
  const TestDirectory directory;
  const ProgramRun run =
      RunAutotune(directory, {"--max-evals", "1200", "--no-db", "--plan", "words.plan.json", "-o",
                              "small.bc", "--json", "report.json", kWords});
  ASSERT_EQ(run.status, 0) << run.error_output;
  const json report = json::parse(directory.Read("report.json"));
  ASSERT_FALSE(report["plan"].is_null()) << run.error_output;
  EXPECT_LT(report["plan"]["instructions"], report["instructions"]["best"]);
  EXPECT_EQ(report["plan"]["processes"], 3);
  EXPECT_TRUE(json::accept(directory.Read("words.plan.json")));
  // The line of the plan is the second one, and writes the same module again.
  const std::string module = directory.Read("small.bc");
  const std::size_t begin = run.output.find(Opt(" -load-pass-plugin="));
  ASSERT_NE(begin, std::string::npos) << run.output;
  const std::string line = run.output.substr(begin, run.output.find('\n', begin) - begin);
  ASSERT_EQ(std::system(("cd '" + directory.path().string() + "' && " + line).c_str()), 0) << line;
  EXPECT_EQ(directory.Read("small.bc"), module);
}

TEST(AutotunePlan, OfAnExperimentIsKeptInTheDatabase) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(
      directory, {"--max-evals", "1200", "--db", "a.db", "--experiment", "e", "--method", "plan",
                  "--seed", "0", "--quiet", "-o", "small.bc", kWords});
  ASSERT_EQ(run.status, 0) << run.error_output;
  const ProgramRun plan = RunAutotune(directory, {"show", "last", "--plan", "--db", "a.db"});
  ASSERT_EQ(plan.status, 0) << plan.error_output;
  EXPECT_GT(json::parse(plan.output)["phases"].size(), 0u);
  EXPECT_THAT(RunAutotune(directory, {"show", "last", "--db", "a.db"}).output,
              testing::AllOf(HasSubstr("show 1 --plan --db a.db > plan.json"),
                             HasSubstr("-passes='autotune-plan<plan.json>'")));
  // A stored plan gives the same module again.
  const ProgramRun replay =
      RunAutotune(directory, {"replay", kWords, "--run", "last", "--db", "a.db", "-o", "b.bc"});
  ASSERT_EQ(replay.status, 0) << replay.error_output;
  EXPECT_EQ(directory.Read("b.bc"), directory.Read("small.bc"));
  const ProgramRun minimize =
      RunAutotune(directory, {"minimize", kWords, "--run", "last", "--db", "a.db"});
  EXPECT_EQ(minimize.status, 2);
  EXPECT_THAT(minimize.error_output, HasSubstr("replay"));
  const ProgramRun none =
      RunAutotune(directory, {"--max-evals", "20", "--db", "a.db", "--quiet", kWords});
  ASSERT_EQ(none.status, 0) << none.error_output;
  EXPECT_THAT(RunAutotune(directory, {"show", "last", "--plan", "--db", "a.db"}).error_output,
              HasSubstr("run 2 has no plan"));
}

TEST(AutotunePlan, LeavesTheListForTheModuleIfItIsStopped) {
  const TestDirectory directory;
  AutotuneProcess process(directory, {"--budget", "50s", "--module-time", "3s", "--no-db", "-v",
                                      "-o", "out.bc", "--plan", "p.json", kWords});
  ASSERT_TRUE(process.WaitForError("plan of "));
  process.Signal(SIGINT);
  const ProgramRun run = process.Wait();
  EXPECT_EQ(run.status, 128 + SIGINT) << run.error_output;
  EXPECT_FALSE(directory.Read("out.bc").empty());
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "p.json"));
}

TEST(AutotunePlan, IsRefusedIfItCanNotBeWritten) {
  const TestDirectory directory;
  directory.Write("in.ll", "define void @f() {\n  ret void\n}\n");
  const auto message = [&](std::vector<std::string> arguments) {
    const ProgramRun run = RunAutotune(directory, arguments);
    EXPECT_NE(run.status, 0) << run.output;
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    return run.error_output;
  };
  EXPECT_THAT(message({"--plan", "in.ll", "in.ll"}), HasSubstr("in.ll"));
  EXPECT_THAT(message({"--plan", "p.json", "in.ll", kWords}), HasSubstr("takes one program"));
  EXPECT_THAT(message({"--plan", "a,b.json", "in.ll"}), HasSubstr("a,b.json"));
  EXPECT_THAT(message({"--plan", "none/p.json", "in.ll"}), HasSubstr("none"));
  EXPECT_THAT(message({"--plan", "p.json", "--json", "p.json", "in.ll"}), HasSubstr("--plan"));
  EXPECT_THAT(message({"--module-time", "3s", "in.ll"}), HasSubstr("--plan"));
  EXPECT_THAT(message({"--method", "plan", "in.ll"}), HasSubstr("--plan FILE"));
  EXPECT_THAT(message({"--module-time", "60s", "--plan", "p.json", "in.ll"}),
              HasSubstr("--module-time"));
  EXPECT_THAT(message({"--experiment", "e", "--method", "local", "--plan", "p.json", "in.ll"}),
              HasSubstr("--method plan"));
  EXPECT_THAT(message({"--method", "quick", "--plan", "p.json", "in.ll"}), HasSubstr("--plan"));
}

}  // namespace
}  // namespace autotune
