#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Batch, TunesEachFileAndEndsWithATable) {
  const TestDirectory directory;
  std::filesystem::create_directory(directory.path() / "out");
  const ProgramRun run = RunAutotune(
      directory, {"--max-evals", "200", "-o", "out", "--json", "report.json", kCalc, kWords});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(directory.Read("out/calc.bc"), StartsWith("BC"));
  EXPECT_THAT(directory.Read("out/words.bc"), StartsWith("BC"));
  EXPECT_THAT(run.output, HasSubstr(std::string(kWords) + " | "));
  EXPECT_THAT(run.output, HasSubstr(" -o out/words.bc\n"));
  EXPECT_THAT(run.output, HasSubstr("over 2 files\n\nwrote report.json\n"));
  EXPECT_THAT(run.error_output, HasSubstr("[2/2] "));

  const json report = json::parse(directory.Read("report.json"));
  ASSERT_EQ(report.size(), 2u);
  EXPECT_EQ(report[0]["program"], kCalc);
  EXPECT_LE(report[1]["instructions"]["best"], report[1]["instructions"]["Oz"]);
}

TEST(Batch, GoesOnAfterABrokenFile) {
  const TestDirectory directory;
  const std::string broken = directory.Write("broken.bc", "no module");
  const ProgramRun run = RunAutotune(directory, {"--max-evals", "100", "-q", "--json",
                                                 "report.json", "missing.bc", broken, kWords});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.error_lines(), 2u) << run.error_output;
  EXPECT_THAT(run.output, StartsWith(Opt(" -passes=")));
  EXPECT_EQ(run.output.find('\n'), run.output.size() - 1) << run.output;
  const json report = json::parse(directory.Read("report.json"));
  ASSERT_EQ(report.size(), 3u);
  EXPECT_THAT(report[0]["error"].get<std::string>(), HasSubstr("missing.bc"));
  EXPECT_EQ(report[1]["program"], broken);
  EXPECT_TRUE(report[2]["verified"]);
}

TEST(Batch, SharesTheTotalBudget) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(directory, {"--total-budget", "6s", "--json", "-", "--method",
                                                 "random", kCalc, kRoutes, kWords});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_GT(run.seconds, 4);
  EXPECT_LT(run.seconds, 12);  // what it may take on a busy machine
  const json report = json::parse(run.output);
  ASSERT_EQ(report.size(), 3u);
  double left = 6;
  for (std::size_t i = 0; i < report.size(); ++i) {
    // The time between a file's end and the next one's beginning is in no report.
    const double share = std::max(left / (3 - static_cast<double>(i)), 0.001);
    EXPECT_LT(report[i]["budget_seconds"], share + 0.01) << i;
    EXPECT_GT(report[i]["budget_seconds"], share - 1) << i;
    left -= report[i]["wall_seconds"].get<double>();
  }
}

TEST(Batch, StopsAfterTheFileThatASignalMeets) {
  const TestDirectory directory;
  AutotuneProcess process(directory, {"--budget", "50s", "--method", "random", "--json",
                                      "report.json", kCalc, kRoutes, kWords});
  ASSERT_TRUE(process.WaitForError("best "));
  process.Signal(SIGINT);
  const ProgramRun run = process.Wait();
  EXPECT_EQ(run.status, 128 + SIGINT) << run.error_output;
  EXPECT_LT(run.seconds, 30);
  EXPECT_THAT(run.output, AllOf(HasSubstr(Opt(" -")), HasSubstr(" -passes=")));
  EXPECT_THAT(run.output, HasSubstr("2 of 3 files were not begun\n"));
  EXPECT_EQ(json::parse(directory.Read("report.json")).size(), 1u);
}

TEST(Batch, ExitsWith3UnlessEachFileIsBetter) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(
      directory, {"--budget", "1ms", "--no-model", "--fail-unless-better", "-q", kCalc, kWords});
  EXPECT_EQ(run.status, 3) << run.error_output;
}

}  // namespace
}  // namespace autotune
