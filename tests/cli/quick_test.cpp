#include <cstdlib>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Writes an `opt` that fails with the plugin.
std::string WriteBadOpt(const TestDirectory& directory) {
  directory.Write("bad-opt", "#!/bin/sh\ncase \"$*\" in *autotune-quick*) exit 1;; esac\nexec " +
                                 Opt(" \"$@\"\n"));
  std::filesystem::permissions(directory.path() / "bad-opt", std::filesystem::perms::owner_all);
  return (directory.path() / "bad-opt").string();
}

TEST(AutotuneQuick, PrintsTheLineThatWritesTheSameModule) {
  const TestDirectory directory;
  const ProgramRun run =
      RunAutotune(directory, {"--quick", "--fail-unless-better", "-o", "small.bc", kWords});
  ASSERT_EQ(run.status, 0) << run.output << run.error_output;
  EXPECT_THAT(run.error_output, IsEmpty());
  const std::string module = directory.Read("small.bc");
  ASSERT_THAT(module, Not(IsEmpty()));
  const std::size_t begin = run.output.find(Opt(" -load-pass-plugin="));
  ASSERT_NE(begin, std::string::npos) << run.output;
  const std::string line = run.output.substr(begin, run.output.find('\n', begin) - begin);
  EXPECT_THAT(line, HasSubstr("default<Oz>,autotune-quick'"));
  ASSERT_EQ(std::system(("cd '" + directory.path().string() + "' && " + line).c_str()), 0) << line;
  EXPECT_EQ(directory.Read("small.bc"), module);
  EXPECT_THAT(run.output, HasSubstr("wrote small.bc"));
}

TEST(AutotuneQuick, TakesNoPlanFromTheEnvironment) {
  const TestDirectory directory;
  directory.Write("a.json", R"({"version": 1, "phases": [{"module": "globaldce"}]})");
  const ProgramRun with = RunAutotune(directory, {"--quick", "-o", "with.bc", kWords},
                                      [] { setenv("AUTOTUNE_PLAN", "a.json", 1); });
  ASSERT_EQ(with.status, 0) << with.error_output;
  ASSERT_EQ(RunAutotune(directory, {"--quick", "-o", "without.bc", kWords}).status, 0);
  EXPECT_EQ(directory.Read("with.bc"), directory.Read("without.bc"));
}

TEST(AutotuneQuick, IsAMethodWhoseResultIsProvedAndKept) {
  const TestDirectory directory;
  const ProgramRun run =
      RunAutotune(directory, {"--method", "quick", "--objective", "ir-instructions", "--db", "a.db",
                              "--keep-attributes", "-o", "a.bc", "--json", "a.json", kWords});
  ASSERT_EQ(run.status, 0) << run.error_output;
  const auto report = nlohmann::json::parse(directory.Read("a.json"));
  EXPECT_EQ(report["processes"], 3);
  EXPECT_TRUE(report["verified"]);
  EXPECT_LT(report["instructions"]["best"], report["instructions"]["Oz"]);
  const ProgramRun replay =
      RunAutotune(directory, {"replay", kWords, "--run", "last", "--db", "a.db", "-o", "b.bc"});
  ASSERT_EQ(replay.status, 0) << replay.error_output;
  EXPECT_EQ(directory.Read("b.bc"), directory.Read("a.bc"));
  EXPECT_THAT(RunAutotune(directory, {"show", "last", "--db", "a.db"}).output,
              HasSubstr("-load-pass-plugin="));
}

TEST(AutotuneQuick, TakesMoreBytesForFewerInstructionsIfOnlyTheseCount) {
  const TestDirectory directory;
  const auto result = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"--quick", "-o", "small.bc", EXAMPLES "/waves.ll"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun run = RunAutotune(directory, arguments);
    EXPECT_EQ(run.status, 0) << run.error_output;
    return run.output;
  };
  EXPECT_THAT(result({}), Not(HasSubstr("attributor-light")));
  EXPECT_THAT(result({"--objective", "ir-instructions"}),
              testing::AllOf(HasSubstr("function(slp-vectorizer)"), HasSubstr(",autotune-quick'")));
}

TEST(AutotuneQuick, WritesTextAndSeveralPrograms) {
  const TestDirectory directory;
  const ProgramRun text = RunAutotune(directory, {"--quick", "-q", "-o", "small.ll", kWords});
  ASSERT_EQ(text.status, 0) << text.error_output;
  EXPECT_THAT(directory.Read("small.ll"), HasSubstr("define"));
  EXPECT_THAT(text.output, Not(HasSubstr("wrote")));
  const ProgramRun several = RunAutotune(directory, {"--quick", "-o", "all/", kWords, kCalc});
  ASSERT_EQ(several.status, 0) << several.error_output;
  EXPECT_THAT(directory.Read("all/words.bc"), Not(IsEmpty()));
  EXPECT_THAT(directory.Read("all/calc.bc"), Not(IsEmpty()));
}

TEST(AutotuneQuick, GivesTheModuleOfOzIfTheListsFail) {
  const TestDirectory directory;
  const std::string opt = WriteBadOpt(directory);
  const ProgramRun run = RunAutotune(directory, {"--quick", "--opt", opt, "-o", "oz.bc", kWords});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("the result is that of Oz"));
  EXPECT_THAT(run.output, HasSubstr("-passes='default<Oz>'"));
  const std::string line = Opt(" -passes='default<Oz>' '" + std::string(kWords) + "' -o other.bc");
  ASSERT_EQ(std::system(("cd '" + directory.path().string() + "' && " + line).c_str()), 0);
  EXPECT_EQ(directory.Read("oz.bc"), directory.Read("other.bc"));
  const ProgramRun worse =
      RunAutotune(directory, {"--quick", "--opt", opt, "--fail-unless-better", kWords});
  EXPECT_EQ(worse.status, 3) << worse.error_output;
}

TEST(AutotuneQuick, FailsWithOneLine) {
  const TestDirectory directory;
  const auto message = [&](const std::vector<std::string>& arguments, int status) {
    const ProgramRun run = RunAutotune(directory, arguments);
    EXPECT_EQ(run.status, status) << run.output;
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    return run.error_output;
  };
  EXPECT_THAT(message({"--quick", "missing.bc"}, 1), HasSubstr("missing.bc"));
  EXPECT_THAT(message({"--quick", "-o", "none/small.bc", kWords}, 1), HasSubstr("none"));
  EXPECT_THAT(message({"--quick", "--check", "false {}", "-o", "out.bc", kWords}, 1),
              HasSubstr("check"));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "out.bc"));
  EXPECT_THAT(message({"--quick", "--budget", "5s", kWords}, 2), HasSubstr("--budget"));
  EXPECT_THAT(message({"--quick", "--objective", "both", kWords}, 2), HasSubstr("both"));
}

}  // namespace
}  // namespace autotune
