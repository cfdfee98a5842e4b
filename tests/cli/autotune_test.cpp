#include <chrono>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"
#include "support/sanitized.h"

namespace autotune {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::AnyOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// Something that ends soon and the same way each time.
std::vector<std::string> ShortRun(std::vector<std::string> more) {
  std::vector<std::string> arguments = {"--max-evals", "450", kWords};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Autotune, HelpsWithinFiftyMilliseconds) {
  const TestDirectory directory;
  double fastest = 1;
  for (int i = 0; i < 5; ++i) {
    const ProgramRun run = RunAutotune(directory, {"--help"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.output, HasSubstr("--budget"));
    EXPECT_THAT(run.output, HasSubstr("\n  leaderboard "));
    EXPECT_THAT(run.error_output, IsEmpty());
    fastest = std::min(fastest, run.seconds);
  }
  EXPECT_LT(fastest, 0.05);
}

TEST(Autotune, HelpIsACommandToo) {
  const TestDirectory directory;
  const ProgramRun all = RunAutotune(directory, {"help"});
  EXPECT_EQ(all.status, 0);
  EXPECT_EQ(all.output, RunAutotune(directory, {"--help"}).output);
  const ProgramRun one = RunAutotune(directory, {"help", "replay"});
  EXPECT_EQ(one.status, 0);
  EXPECT_EQ(one.output, RunAutotune(directory, {"replay", "--help"}).output);
  const ProgramRun none = RunAutotune(directory, {"help", "shwo"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.error_output, HasSubstr("there is no command 'shwo'; did you mean 'show'?"));
  EXPECT_THAT(none.output, IsEmpty());
}

TEST(Autotune, FindsProvesAndWritesABetterModule) {
  const TestDirectory directory;
  const ProgramRun run =
      RunAutotune(directory, ShortRun({"--method", "greedy", "-o", "out.bc", "--json",
                                       "report.json", "--fail-unless-better"}));
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("below the best standard level"));
  EXPECT_THAT(run.output, HasSubstr("wrote out.bc, out.attributes.csv, report.json"));

  const json report = json::parse(directory.Read("report.json"));
  EXPECT_GE(report["processes"], 1);
  EXPECT_LT(report["instructions"]["best"], report["instructions"]["Oz"]);
  EXPECT_LE(report["evaluations"], 450);
  EXPECT_EQ(report["curve"][0][2], report["instructions"]["O0"]);
  EXPECT_EQ(report["curve"].back()[2], report["instructions"]["best"]);

  const std::string written = directory.Read("out.bc");
  EXPECT_THAT(written, StartsWith("BC"));
  EXPECT_EQ(RunResultLine(directory, run), written);
}

/// Instructions alone make the object file of lzpack larger.
TEST(Autotune, HasNoMoreBytesThanClangUnlessAnObjectiveIsNamed) {
  const TestDirectory directory;
  const auto report = [&](const std::vector<std::string>& how) {
    std::vector<std::string> arguments = {
        "--max-evals", "300", "--no-db", "--no-cache", "-q", "--json", "-", EXAMPLES "/lzpack.ll"};
    arguments.insert(arguments.end(), how.begin(), how.end());
    const ProgramRun run = RunAutotune(directory, arguments);
    EXPECT_EQ(run.status, 0) << run.error_output;
    return json::parse(run.output);
  };
  const json guarded = report({});
  EXPECT_EQ(guarded["byte_limit"], guarded["object_size"]["clang_Oz"]);
  EXPECT_LE(guarded["object_size"]["best"], guarded["byte_limit"]);
  EXPECT_LE(guarded["instructions"]["best"], guarded["instructions"]["clang_Oz"]);

  const json alone = report({"--objective", "ir-instructions"});
  EXPECT_TRUE(alone["byte_limit"].is_null());
  EXPECT_GT(alone["object_size"]["best"], alone["object_size"]["clang_Oz"]);
  EXPECT_LT(alone["instructions"]["best"], guarded["instructions"]["best"]);
}

TEST(Autotune, GivesTheSameAnswerOnAnyNumberOfThreads) {
  for (const char* objective : {"ir-instructions", "object-size"}) {
    std::set<std::string> pipelines;
    for (const char* threads : {"1", "3"}) {
      const TestDirectory directory;
      const ProgramRun run =
          RunAutotune(directory, ShortRun({"--method", "random", "--seed", "5", "--threads",
                                           threads, "--json", "-", "--objective", objective}));
      ASSERT_EQ(run.status, 0) << run.error_output;
      pipelines.insert(json::parse(run.output)["pipeline"]);
    }
    EXPECT_EQ(pipelines.size(), 1u) << objective;
  }
}

TEST(Autotune, WritesTextWhereTheNameSaysSo) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(directory, ShortRun({"-o", "out.ll"}));
  ASSERT_EQ(run.status, 0) << run.error_output;
  const std::string written = directory.Read("out.ll");
  EXPECT_THAT(written, HasSubstr("\ntarget triple"));
  EXPECT_EQ(RunResultLine(directory, run), written);
}

TEST(Autotune, KeepsReportAndTableApart) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(directory, ShortRun({"--json", "-"}));
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_FALSE(json::parse(run.output, nullptr, false).is_discarded());
  EXPECT_THAT(run.error_output, HasSubstr(Opt(" -passes=")));
}

TEST(Autotune, ReportsWhatItFoundWhereTheModuleCanNotBeWritten) {
  const TestDirectory directory;
  std::filesystem::create_symlink("/dev/full", directory.path() / "full.bc");
  const ProgramRun run = RunAutotune(directory, ShortRun({"-o", "full.bc", "--json", "-"}));
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("can't write 'full.bc'"));
  EXPECT_FALSE(json::parse(run.output, nullptr, false).is_discarded());
}

TEST(Autotune, PrintsTheLineAloneWhenQuiet) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(directory, ShortRun({"-q"}));
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, StartsWith(Opt(" -passes=")));
  EXPECT_EQ(run.output.find('\n'), run.output.size() - 1);
  EXPECT_THAT(run.error_output, IsEmpty());
}

TEST(Autotune, PrintsPlainProgressLinesIntoAPipe) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(directory, {"--budget", "8s", "--method", "random", kWords});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("x Oz) | "));
  EXPECT_THAT(run.error_output, Not(HasSubstr("\r")));
  EXPECT_THAT(run.error_output, Not(HasSubstr("\x1b")));
}

TEST(Autotune, DeliversAStandardLevelWhereThereIsNoTimeToSearch) {
  const TestDirectory directory;
  ProgramRun run;
  // On a busy machine no level, or no proof of it, may end in the 600 ms that follow.
  const auto late = [&] {
    return run.status == 4 || run.error_output.find("is not proved") != std::string::npos;
  };
  for (int i = 0; i < 10 && (i == 0 || late()); ++i) {
    run = RunAutotune(directory, {"--budget", "1ms", "-o", "out.bc", "--no-model",
                                  "--fail-unless-better", kWords});
  }
  EXPECT_EQ(run.status, 3) << run.error_output;
  EXPECT_EQ(run.error_lines(), 2u) << run.error_output;
  EXPECT_THAT(run.error_output, AllOf(HasSubstr("left out, for a budget of 1ms is short"),
                                      HasSubstr("no time to search")));
  EXPECT_EQ(RunResultLine(directory, run), directory.Read("out.bc"));
}

/// A stock `opt` that takes so many seconds longer.
std::string SlowOpt(const TestDirectory& directory, const std::string& calls,
                    const std::string& seconds = "1") {
  return directory.WriteScript(
      "slow-opt", "echo x >> " + calls + "; sleep " + seconds + "; exec " + Opt(" \"$@\""));
}

/// Later runs take the proof from the database.
TEST(Autotune, ProvesTheBestLevelFirstInAnExperiment) {
  const TestDirectory directory;
  const std::string calls = directory.Write("calls", "");
  const std::string slow =
      directory.WriteScript("slow-opt", "case $1 in '-passes=default<Oz>') echo x >> " + calls +
                                            ";; esac; sleep 1; exec " + Opt(" \"$@\""));
  for (const std::string experiment : {"slow", "again"}) {
    const ProgramRun run =
        RunAutotune(directory, {"--experiment=" + experiment, "--budget", "200ms", "--opt", slow,
                                "-q", "--threads", "1", kWords});
    ASSERT_EQ(run.status, 0) << run.error_output;
    EXPECT_THAT(run.output, HasSubstr("-passes='default<Oz>'"));
    EXPECT_EQ(directory.Read("calls").empty(), experiment == "again");
    directory.Write("calls", "");
  }
}

TEST(Autotune, ProvesWhatItFindsThoughNoLevelIsProvedInTime) {
  const TestDirectory directory;
  // Too slow for half of the budget, and not for the other half and a little more.
  const std::string slow = SlowOpt(directory, directory.Write("calls", ""), "2.9");
  // A search with a limit of bytes begins later.
  const ProgramRun run =
      RunAutotune(directory, {"--method", "greedy", "--objective", "ir-instructions", "--budget",
                              "6s", "--opt", slow, "-v", "--json", "report.json", kWords});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("to be proved later"));
  const json report = json::parse(directory.Read("report.json"));
  EXPECT_GE(report["processes"], 1);
  EXPECT_LT(report["instructions"]["best"], report["instructions"]["Oz"]);
}

TEST(Autotune, ProvesALevelAtLastWhereItComesToNothingBetter) {
  const TestDirectory directory;
  // Too slow for half of the budget, and twice of it, one after the other, is less than the grace.
  const std::string slow = SlowOpt(directory, directory.Write("calls", ""), "0.3");
  directory.Write("least.ll", "define i32 @f() {\n  ret i32 0\n}\n");
  const ProgramRun run = RunAutotune(
      directory, {"--budget", "400ms", "--opt", slow, "-v", "--json", "report.json", "least.ll"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("left Oz to be proved later"));
  const json report = json::parse(directory.Read("report.json"));
  EXPECT_GE(report["processes"], 1);
  EXPECT_EQ(report["instructions"]["best"], 1);
}

/// 1,700 functions of 77 instructions, of which most are to no purpose.
std::string LargeModule() {
  std::string ir = "target triple = \"x86_64-pc-linux-gnu\"\n";
  for (int f = 0; f < 1700; ++f) {
    ir += fmt::format("define i32 @f{}(i32 %a, i32 %b) {{\n  %v = alloca i32\n", f);
    for (int i = 0; i < 25; ++i) {
      ir += fmt::format("  %x{0} = xor i32 %{1}, {2}\n  store i32 %x{0}, ptr %v\n", i,
                        i % 2 ? "a" : "b", f * i);
      ir += fmt::format("  %l{} = load i32, ptr %v\n", i);
    }
    ir += fmt::format("  ret i32 %l{}\n}}\n", f % 25);
  }
  return ir;
}

TEST(Autotune, SearchesALargeModuleByExcerpts) {
  const TestDirectory directory;
  directory.Write("large.ll", LargeModule());
  // On a slow machine, learned passes after -Oz would take the time of the search.
  const ProgramRun run = RunAutotune(directory, {"--budget", "12s", "--threads", "2", "--no-model",
                                                 "-v", "--json", "report.json", "large.ll"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("searching excerpt 0: "));
  EXPECT_THAT(run.error_output, Not(HasSubstr("searching without excerpts")));
  // What comes of it is proved as far as there is time, of which a busy machine has none.
  const json report = json::parse(directory.Read("report.json"));
  EXPECT_EQ(report["instructions"]["O0"], 1700 * 77);
  EXPECT_LE(report["instructions"]["best"], report["instructions"]["Oz"]);
}

TEST(Autotune, SearchesTheWholeWhereEvaluationsAreTheLimit) {
  const TestDirectory directory;
  directory.Write("large.ll", LargeModule());
  const ProgramRun run = RunAutotune(directory, {"--max-evals", "4", "-v", "large.ll"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, Not(HasSubstr("excerpt")));
}

TEST(Autotune, WithoutAModelThePortfolioIsTheUnguidedOne) {
  const TestDirectory directory;
  const auto passes = [&](const std::vector<std::string>& how) {
    std::vector<std::string> arguments = {"--max-evals", "400", "--no-db", "-q", "--json", "-"};
    arguments.insert(arguments.end(), how.begin(), how.end());
    arguments.push_back(kWords);
    const ProgramRun run = RunAutotune(directory, arguments);
    EXPECT_EQ(run.status, 0) << run.error_output;
    return json::parse(run.output)["passes"];
  };
  const json unguided = passes({"--method", "unguided"});
  EXPECT_EQ(passes({"--no-model"}), unguided);
  EXPECT_NE(passes({}), unguided);
}

TEST(Autotune, RemembersTheStandardLevels) {
  const TestDirectory directory;
  const ProgramRun first = RunAutotune(directory, ShortRun({"-v"}));
  const ProgramRun second = RunAutotune(directory, ShortRun({"-v"}));
  EXPECT_THAT(first.error_output, HasSubstr("measured the standard levels"));
  EXPECT_THAT(second.error_output, HasSubstr("remembered the standard levels"));
  const ProgramRun third = RunAutotune(directory, ShortRun({"-v", "--no-db"}));
  EXPECT_THAT(third.error_output, HasSubstr("measured the standard levels"));
}

TEST(Autotune, DoesWithoutADatabaseThatCanNotBeOpened) {
  const TestDirectory directory;
  const std::string no_database = directory.Write("text", "this is no database at all");
  const ProgramRun run = RunAutotune(directory, ShortRun({"-q", "--db", no_database}));
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
}

TEST(Autotune, ReportsOnlyWhatTheCheckAccepts) {
  const TestDirectory directory;
  // Whatever comes is still to know its target, in bitcode as in an object file.
  ProgramRun run = RunAutotune(
      directory, ShortRun({"--check", "test -s {} && echo {} >> checked", "--check-as", "obj"}));
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("accepted by your check"));
  EXPECT_THAT(directory.Read("checked"), HasSubstr(".o\n"));

  run = RunAutotune(directory, ShortRun({"--check", "false {}"}));
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("check"));
}

TEST(Autotune, StopsPolitelyAtASignal) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const TestDirectory directory;
    AutotuneProcess process(directory,
                            {"--budget", "50s", "--method", "random", "-o", "out.bc", kWords});
    ASSERT_TRUE(process.WaitForError("best "));
    process.Signal(signal);
    const ProgramRun run = process.Wait();
    EXPECT_EQ(run.status, 128 + signal) << run.error_output;
    EXPECT_LT(run.seconds, 30);
    EXPECT_THAT(run.output, HasSubstr("wrote out.bc"));
    EXPECT_EQ(RunResultLine(directory, run), directory.Read("out.bc"));
  }
}

TEST(Autotune, StopsAtOnceTheSecondTime) {
  const TestDirectory directory;
  AutotuneProcess process(directory, {"-v", "--check", "sleep 20 && true {}", kWords});
  ASSERT_TRUE(process.WaitForError("the standard levels"));
  // Two of the same kind might arrive as one.
  process.Signal(SIGINT);
  process.Signal(SIGTERM);
  const ProgramRun run = process.Wait();
  EXPECT_THAT(run.status, AnyOf(130, 143));
  EXPECT_THAT(run.output, IsEmpty());
  EXPECT_THAT(run.error_output, Not(HasSubstr("error")));
}

/// An `opt` that fails of a pass which the best list has. Other lists that do are not tried, and
/// what is left of the best one is better than those that don't.
TEST(Autotune, DoesWithoutAPassThatOptFailsOf) {
  const TestDirectory directory;
  const auto opt = directory.WriteScript("opt",
                                         "case $1 in *'function(gvn)'*)\n"
                                         "  echo 'LLVM ERROR: Broken module found' >&2; exit 1;;\n"
                                         "esac\n"
                                         "exec " +
                                             Opt(" \"$@\""));
  const ProgramRun run = RunAutotune(directory, ShortRun({"--opt", opt, "-v"}));
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("without 'function(gvn)', of which it fails, it gives"));
  EXPECT_THAT(run.output, HasSubstr("below the best standard level"));
  EXPECT_THAT(run.output, HasSubstr("left out, for proofs fail of it: function(gvn)\n"));
  EXPECT_THAT(run.output, Not(ContainsRegex("-passes=.*function[(]gvn[)]")));
}

/// An `opt` that hangs in the first proof of a list. That one is given up, and the next proof
/// during the search finds out that `opt` fails of a pass.
TEST(Autotune, GoesOnProvingWhereOptHangsDuringTheSearch) {
  const TestDirectory directory;
  const auto opt = directory.WriteScript(
      "opt",
      "here=$(dirname \"$0\")\n"
      "case $1 in *simplifycfg*)\n"
      "  if mkdir \"$here/one\" || mkdir \"$here/two\"; then sleep 100; fi 2> /dev/null\n"
      "  echo 'LLVM ERROR: Broken module found' >&2; exit 1;;\n"
      "esac\n"
      "exec " +
          Opt(" \"$@\""));
  ProgramRun run;
  // On a busy machine two hanging proofs leave too little of the first budget.
  for (const char* budget : {"16s", "40s"}) {
    for (const char* hang : {"one", "two"}) std::filesystem::remove(directory.path() / hang);
    run = RunAutotune(directory, {"--opt", opt, "--budget", budget, "--threads", "2", kCalc});
    if (run.error_output.find("searching on without") != std::string::npos) break;
  }
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("searching on without 'function(simplifycfg"));
}

TEST(Autotune, ALevelHasItsObjectFileThoughNoProofEnds) {
  const TestDirectory directory;
  const std::string slow = SlowOpt(directory, directory.Write("calls", ""), "100");
  const ProgramRun run =
      RunAutotune(directory, {"--budget", "3s", "--opt", slow, "-o", "out.o", kWords});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("NOT proved"), HasSubstr("wrote out.o")));
  EXPECT_THAT(directory.Read("out.o"), testing::StartsWith("\x7f"
                                                           "ELF"));
}

TEST(Autotune, HoweverEarlyItIsStoppedThereIsAResult) {
  for (const char* moment : {"loaded", "the standard levels"}) {
    const TestDirectory directory;
    const std::string slow = SlowOpt(directory, directory.Write("calls", ""), "100");
    AutotuneProcess process(directory,
                            {"-v", "--threads", "2", "--opt", slow, "-o", "out.bc", kWords});
    ASSERT_TRUE(process.WaitForError(moment));
    const auto signalled = std::chrono::steady_clock::now();
    process.Signal(SIGTERM);
    const ProgramRun run = process.Wait();
    EXPECT_LT(std::chrono::steady_clock::now() - signalled,
              std::chrono::seconds(kSanitized ? 5 : 2));
    EXPECT_EQ(run.status, 143);
    EXPECT_THAT(run.output, AllOf(HasSubstr("NOT proved"), HasSubstr("wrote out.bc")))
        << run.error_output;
    EXPECT_THAT(run.error_output, Not(HasSubstr("no time to search")));
    // It is what the stock tool makes of the printed line all the same.
    EXPECT_THAT(run.output, HasSubstr("-passes='default<Oz>'"));
    const std::string command = Opt(" '-passes=default<Oz>' ") + std::string(kWords) + " -o " +
                                (directory.path() / "stock.bc").string();
    ASSERT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(directory.Read("out.bc"), directory.Read("stock.bc"));
  }
}

TEST(Autotune, WritesNothingThatTheCheckHasNotAccepted) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(
      directory, {"--budget", "1s", "--check", "sleep 60 && true {}", "-o", "out.bc", kWords});
  EXPECT_EQ(run.status, 4);
  EXPECT_THAT(run.error_output, HasSubstr("'out.bc' is not written: your check has not accepted"));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "out.bc"));
  EXPECT_LT(run.seconds, kSanitized ? 10 : 2.5);
}

/// Any build beside a run may write its input. A proof of the new bytes was once reported.
TEST(Autotune, ProvesTheBytesThatItReadWhateverTheFileBecomes) {
  const TestDirectory directory;
  std::filesystem::copy_file(kWords, directory.path() / "x.ll");
  // Evaluations end this run, not seconds: on a loaded machine three seconds held one proof.
  AutotuneProcess process(directory, {"--budget", "60s", "--max-evals", "400", "--threads", "1",
                                      "-o", "out.bc", "--json", "report.json", "x.ll"});
  ASSERT_TRUE(process.WaitForError("best "));
  directory.Write("x.ll", "define i32 @tiny() {\n  ret i32 0\n}\n");
  const ProgramRun run = process.Wait();
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("'x.ll' changed during the run: the result is that of"));
  const json report = json::parse(directory.Read("report.json"));
  EXPECT_TRUE(report["verified"]);
  EXPECT_GT(report["instructions"]["best"], 10);
  // The printed line gives these bytes from the old file.
  std::filesystem::copy_file(kWords, directory.path() / "x.ll",
                             std::filesystem::copy_options::overwrite_existing);
  const std::string written = directory.Read("out.bc");
  EXPECT_EQ(RunResultLine(directory, run), written);
}

/// LLVM generates code for this division for seven minutes.
TEST(Autotune, EndsWithItsBudgetWhateverLlvmIsDoing) {
  const TestDirectory directory;
  directory.Write("wide.ll",
                  "define i32 @f(i32 %x) {\n"
                  "  %wide = zext i32 %x to i1048576\n"
                  "  %divided = udiv i1048576 %wide, 12345678901234567890123\n"
                  "  %y = trunc i1048576 %divided to i32\n"
                  "  ret i32 %y\n"
                  "}\n");
  const ProgramRun run =
      RunAutotune(directory, {"--budget", "2s", "--objective", "object-size", "wide.ll"});
  EXPECT_EQ(run.status, 4) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("ended within the budget of 2s: try --budget"));
  EXPECT_LT(run.seconds, kSanitized ? 10 : 3.5);
}

TEST(Autotune, ALevelThatComesToSomethingElseOnceIsProvedAgain) {
  const TestDirectory directory;
  const auto opt = directory.WriteScript("opt",
                                         "here=$(dirname \"$0\")\n"
                                         "if ! mkdir \"$here/first\" 2> /dev/null && \n"
                                         "   mkdir \"$here/second\" 2> /dev/null; then\n"
                                         "  shift; set -- -passes=no-op-module \"$@\"\n"
                                         "fi\n"
                                         "exec " +
                                             Opt(" \"$@\""));
  const ProgramRun run = RunAutotune(directory, {"--opt", opt, "--budget", "5s", "--max-evals", "1",
                                                 "--threads", "1", "-o", "out.bc", kWords});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("reproduced by 3 fresh"), HasSubstr("wrote out.bc")));
}

TEST(Actions, AreListed) {
  const TestDirectory directory;
  EXPECT_THAT(RunAutotune(directory, {"actions"}).output, HasSubstr("compilergym"));
  EXPECT_THAT(RunAutotune(directory, {"actions", "full"}).output, HasSubstr("function(sroa"));
  EXPECT_THAT(RunAutotune(directory, {"actions", "compilergym", "--excluded"}).output,
              HasSubstr("-loop-reroll"));
  const json space = json::parse(RunAutotune(directory, {"actions", "full", "--json"}).output);
  EXPECT_EQ(space["fingerprint"].get<std::string>().size(), 32u);
  EXPECT_GT(space["actions"].size(), 100u);
  EXPECT_FALSE(space["excluded"][0]["reason"].get<std::string>().empty());

  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"actions", "nonsense"},
                                                    {"actions", "--nonsense"},
                                                    {"actions", "full", "compilergym"}}) {
    const ProgramRun unknown = RunAutotune(directory, arguments);
    EXPECT_EQ(unknown.status, 2) << arguments.back();
    EXPECT_EQ(unknown.error_lines(), 1u) << unknown.error_output;
  }
}

TEST(Doctor, ExaminesWhatARunNeeds) {
  const TestDirectory directory;
  const ProgramRun run = RunAutotune(directory, {"doctor"});
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("ok      worker           LLVM "));
  EXPECT_THAT(run.output, HasSubstr("ok      " + Opt()));
  EXPECT_THAT(run.output, HasSubstr("BLAS"));
  EXPECT_THAT(run.output, HasSubstr("ok      database         " +
                                    (directory.path() / "autotune" / "autotune.db").string()));
  EXPECT_THAT(run.output, HasSubstr("ok      cache            " +
                                    (directory.path() / "autotune" / "evaluations.db").string()));
}

TEST(Doctor, FindsDamagedFiles) {
  const TestDirectory directory;
  ASSERT_EQ(RunAutotune(directory, {"doctor"}).status, 0);
  for (const char* name : {"autotune/autotune.db", "autotune/evaluations.db"}) {
    const std::string whole = directory.Read(name);
    directory.Write(name, whole.substr(0, 4096) + std::string(whole.size() - 4096, '\x55'));
  }
  const ProgramRun run = RunAutotune(directory, {"doctor"});
  EXPECT_EQ(run.status, 0);  // a run does without them
  EXPECT_THAT(run.output, HasSubstr("warn    database "));
  EXPECT_THAT(run.output, HasSubstr("warn    cache "));
  EXPECT_THAT(run.output, HasSubstr("damaged"));
}

}  // namespace
}  // namespace autotune
