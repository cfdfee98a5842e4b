#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Replay, GivesWhatTuningGave) {
  const TestDirectory directory;
  const ProgramRun tuned = RunAutotune(directory, {"--max-evals", "300", "--keep-attributes", "-o",
                                                   "tuned.bc", "--json", "-", kWords});
  ASSERT_EQ(tuned.status, 0) << tuned.error_output;
  const json report = json::parse(tuned.output);
  const std::string file = directory.Write("passes", report["pipeline"].get<std::string>() + "\n");
  const ProgramRun run =
      RunAutotune(directory, {"replay", kWords, "--passes-file", file, "-o", "replayed.bc"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(directory.Read("replayed.bc"), directory.Read("tuned.bc"));
  EXPECT_THAT(run.output, HasSubstr("verified"));
  EXPECT_THAT(run.output, HasSubstr("wrote replayed.bc"));
}

TEST(Replay, TakesTheListOfARun) {
  const TestDirectory directory;
  ASSERT_EQ(
      RunAutotune(directory, {"--max-evals", "300", "--keep-attributes", "-o", "tuned.bc", kWords})
          .status,
      0);
  const ProgramRun run =
      RunAutotune(directory, {"replay", kWords, "--run", "last", "-o", "replayed.bc"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.error_output, "");
  EXPECT_EQ(directory.Read("replayed.bc"), directory.Read("tuned.bc"));
  const ProgramRun other = RunAutotune(directory, {"replay", kCalc, "--run", "1"});
  EXPECT_EQ(other.status, 0);
  EXPECT_EQ(other.error_lines(), 1u);
  EXPECT_THAT(other.error_output, HasSubstr("run 1 was on another program"));
  const ProgramRun minimized =
      RunAutotune(directory, {"minimize", kWords, "--run", "last", "-q", "-o", "minimized.bc"});
  EXPECT_EQ(minimized.status, 0);
  EXPECT_EQ(minimized.error_output, "");
  EXPECT_THAT(minimized.output, StartsWith(Opt(" -passes=")));
}

TEST(Replay, TakesWhateverOptTakes) {
  const TestDirectory directory;
  // Module, function, loop and CGSCC passes; the last two leave no room for `verify`.
  for (const char* passes : {"default<Os>", "sroa,gvn", "licm", "inline,argpromotion"}) {
    const ProgramRun run = RunAutotune(directory, {"replay", kWords, "--passes", passes});
    EXPECT_EQ(run.status, 0) << passes << ": " << run.error_output;
    EXPECT_THAT(run.output, HasSubstr("\nreplayed ")) << passes;
  }
}

TEST(PipelineCommands, SayThatTheyWereStopped) {
  for (const char* command : {"replay", "minimize"}) {
    const TestDirectory directory;
    const std::filesystem::path proving = directory.path() / "proving";
    const auto opt = directory.WriteScript("opt",
                                           "case $1 in\n"
                                           "  --version) exec " +
                                               Opt(" --version;;\n"
                                                   "esac\n"
                                                   "touch '") +
                                               proving.string() + "'; exec sleep 40");
    AutotuneProcess process(directory, {command, kWords, "--passes", "sroa,gvn", "--opt", opt});
    for (int i = 0; i < 300 && !std::filesystem::exists(proving); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    process.Signal(SIGTERM);
    const ProgramRun run = process.Wait();
    EXPECT_EQ(run.status, 128 + SIGTERM) << command;
    // What is left of a list is not lost: the line says how to prove it.
    EXPECT_THAT(run.error_output,
                EndsWith(std::string_view(command) == "replay"
                             ? "autotune: error: stopped before there was anything to report\n"
                             : std::string("autotune replay ") + kWords + " --passes sroa,gvn\n"));
    EXPECT_THAT(run.output, IsEmpty());
  }
}

TEST(Replay, SaysInOneLineWhatIsWrong) {
  const TestDirectory directory;
  ProgramRun run = RunAutotune(directory, {"replay", kWords, "--passes", "no-such-pass"});
  EXPECT_NE(run.status, 0);
  EXPECT_EQ(run.error_lines(), 1u);
  EXPECT_THAT(run.error_output, HasSubstr("no-such-pass"));
  EXPECT_THAT(run.output, IsEmpty());
  run = RunAutotune(directory, {"replay", kWords});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.error_lines(), 1u);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--passes", "sroa"}, {"--no-db"}}) {
    std::vector<std::string> arguments = {"replay", kWords, "--run", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    run = RunAutotune(directory, arguments);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.error_lines(), 1u);
  }
  run = RunAutotune(directory, {"replay", kWords, "--run", "last"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.error_lines(), 1u);
  EXPECT_THAT(run.error_output, HasSubstr("there are no runs yet"));
  run = RunAutotune(directory, {"replay", "--passes", "sroa"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.error_lines(), 1u);
}

TEST(MinimizeCommand, DropsWhatDoesNotHelpAndKeepsTheCount) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(
      directory, {"minimize", kWords, "-q", "-o", "out.bc", "--passes",
                  "function(sroa),function(sroa),inferattrs,default<Oz>,function(adce)"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, StartsWith(Opt(" -passes='default<Oz>' ")));
  ASSERT_EQ(
      RunAutotune(directory, {"replay", kWords, "--passes", "default<Oz>", "-o", "oz.bc"}).status,
      0);
  EXPECT_EQ(directory.Read("out.bc"), directory.Read("oz.bc"));
}

TEST(MinimizeCommand, CountsOnePass) {
  const TestDirectory directory;
  const ProgramRun run =
      RunAutotune(directory, {"minimize", kWords, "--passes", "inferattrs,default<Oz>"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("\n1 pass of 2 is left\n"));
  EXPECT_THAT(run.output, EndsWith("\nno module was written: run this line, or give -o FILE\n"));
}

// Which -mcpu makes the best of this program, so that no pass may be judged without.
TEST(MinimizeCommand, KeepsWhatClangsOwnLevelGives) {
  const TestDirectory directory;
  const std::string program = EXAMPLES "/lzpack.ll";
  const std::vector<std::string> size = {"-q", "--objective", "object-size"};
  std::vector<std::string> tune = {"--max-evals", "1",        "--keep-attributes",
                                   "-o",          "tuned.bc", program};
  std::vector<std::string> minimize = {"minimize", program, "--run", "last", "-o", "minimized.bc"};
  tune.insert(tune.end(), size.begin(), size.end());
  minimize.insert(minimize.end(), size.begin(), size.end());
  const ProgramRun tuned = RunAutotune(directory, tune);
  ASSERT_THAT(tuned.output, HasSubstr("-mcpu="));
  ASSERT_EQ(RunAutotune(directory, minimize).status, 0);
  EXPECT_EQ(directory.Read("minimized.bc"), directory.Read("tuned.bc"));
  ASSERT_EQ(
      RunAutotune(directory, {"replay", program, "--run", "last", "-o", "replayed.bc"}).status, 0);
  EXPECT_EQ(directory.Read("replayed.bc"), directory.Read("tuned.bc"));
}

// There is no room for `verify` between them.
TEST(MinimizeCommand, TakesLoopPasses) {
  const TestDirectory directory;
  ASSERT_EQ(
      RunAutotune(directory, {"replay", kWords, "--passes", "sroa,simplifycfg", "-o", "loops.bc"})
          .status,
      0);
  const ProgramRun run = RunAutotune(
      directory, {"minimize", "loops.bc", "-q", "--passes", "loop-instsimplify,indvars"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("-passes='"));
}

TEST(MinimizeCommand, ProvesWhatIsLeftWhenItIsStopped) {
  const TestDirectory directory;
  const std::filesystem::path proving = directory.path() / "proving";
  const auto opt =
      directory.WriteScript("opt",
                            "case $1 in\n"
                            "  --version) exec " +
                                Opt(" --version;;\n"
                                    "esac\n"
                                    "touch '") +
                                proving.string() + "'; sleep 0.1; exec " + Opt(" \"$@\""));
  AutotuneProcess process(directory, {"minimize", kWords, "-q", "--passes",
                                      "function(sroa),function(adce)", "--opt", opt});
  for (int i = 0; i < 300 && !std::filesystem::exists(proving); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  process.Signal(SIGTERM);
  const ProgramRun run = process.Wait();
  EXPECT_EQ(run.status, 128 + SIGTERM);
  EXPECT_THAT(run.error_output, HasSubstr("stopping; proving the best so far"));
  EXPECT_THAT(run.output, HasSubstr(" -passes='function(sroa)"));
}

TEST(MinimizeCommand, GivesTheListAsItIsWhereThereIsNoTime) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(directory, {"minimize", kWords, "-q", "--budget", "1ms",
                                                 "--passes", "function(sroa),function(adce)"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr(" -passes='function(sroa),function(adce)' "));
}

TEST(MinimizeCommand, NamesThePassThatFails) {
  const TestDirectory directory;
  const ProgramRun run =
      RunAutotune(directory, {"minimize", kWords, "--passes", "function(sroa),no-such-pass"});
  EXPECT_NE(run.status, 0);
  EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("'no-such-pass' fails"));
}

TEST(Commands, HaveHelpOfTheirOwn) {
  const TestDirectory directory;
  for (const char* command : {"replay", "minimize"}) {
    const ProgramRun run = RunAutotune(directory, {command, "--help"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.output, StartsWith(std::string("usage: autotune ") + command));
    EXPECT_THAT(run.output, HasSubstr("--passes-file"));
    EXPECT_THAT(run.output, HasSubstr("--run RUN"));
    EXPECT_THAT(run.output, HasSubstr("mean the same as in autotune --help"));
    EXPECT_THAT(run.output, HasSubstr("  --memory-limit"));
    EXPECT_THAT(run.output, Not(HasSubstr("--method")));
  }
}

}  // namespace
}  // namespace autotune
