#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/plugin.h"
#include "support/autotune_process.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(AutotuneTrain, HelpNamesEachCommand) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotuneTrain(directory, {"--help"});
  EXPECT_EQ(run.status, 0);
  for (const std::string command : {"collect", "coreset", "model", "train"}) {
    EXPECT_THAT(run.output, HasSubstr("\n  " + command + " "));
    const ProgramRun help = RunAutotuneTrain(directory, {command, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.output, StartsWith("usage: autotune-train " + command));
  }
}

TEST(AutotuneTrain, HelpIsACommandToo) {
  const TestDirectory directory;
  EXPECT_EQ(RunAutotuneTrain(directory, {"help"}).output,
            RunAutotuneTrain(directory, {"--help"}).output);
  const ProgramRun run = RunAutotuneTrain(directory, {"help", "collect"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.output, RunAutotuneTrain(directory, {"collect", "--help"}).output);
}

TEST(AutotuneTrain, RefusesUnknownCommandsInOneLine) {
  const TestDirectory directory;
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                    {"tune"},
                                                    {"a.bc"},
                                                    {"help", "tune"},
                                                    {"model", "info", "--all"}}) {
    const ProgramRun run = RunAutotuneTrain(directory, arguments);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    EXPECT_THAT(run.error_output, StartsWith("autotune-train: error: "));
  }
}

TEST(AutotuneTrain, SaysThatAModelIsMissingInOneLine) {
  const auto programs = std::filesystem::path(AUTOTUNE_PROGRAM).parent_path();
  if (std::filesystem::exists(programs / kModelPluginFile)) GTEST_SKIP() << "built with models";
  const TestDirectory directory;
  directory.Write("some.pf", "weights");
  directory.Write("set.db", "");
  const std::vector<std::vector<std::string>> commands = {{"train", "set.db", "-o", "new.pf"},
                                                          {"model", "info", "some.pf"}};
  for (const std::vector<std::string>& arguments : commands) {
    const ProgramRun run = RunAutotuneTrain(directory, arguments);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    EXPECT_THAT(run.error_output, HasSubstr(kModelPluginFile));
  }
}

TEST(AutotuneTrain, TakesOverCommandsOfAutotune) {
  const TestDirectory directory;
  for (const std::string command : {"collect", "coreset", "model", "train"}) {
    const ProgramRun run = RunAutotune(directory, {command, "--help"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    EXPECT_THAT(run.error_output,
                HasSubstr("autotune " + command + " is now: autotune-train " + command + " ..."));
  }
  const ProgramRun gone = RunAutotune(directory, {"refine", "x.pf"});
  EXPECT_EQ(gone.status, 2);
  EXPECT_THAT(gone.error_output, HasSubstr("autotune-train policy"));
}

}  // namespace
}  // namespace autotune
