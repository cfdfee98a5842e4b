#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
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
using testing::IsEmpty;

/// A program with code that nothing but another program could call.
constexpr const char* kProgram = R"(source_filename = "prog.c"
target triple = "x86_64-pc-linux-gnu"
define ptr @malloc(i64 %n) {
  ret ptr null
}
define void @named() {
  ret void
}
define i32 @unused(i32 %x) {
  %y = mul i32 %x, 3
  %z = xor i32 %y, %x
  ret i32 %z
}
define i32 @used(i32 %x) {
  %slot = alloca i32
  store i32 %x, ptr %slot
  %y = load i32, ptr %slot
  %z = add i32 %y, 2
  ret i32 %z
}
define i32 @main(i32 %argc, ptr %argv) {
  call void asm sideeffect "call named", ""()
  %slot = alloca i32
  store i32 %argc, ptr %slot
  %x = load i32, ptr %slot
  %r = call i32 @used(i32 %x)
  ret i32 %r
}
)";

class WholeProgramRun : public testing::Test {
 protected:
  WholeProgramRun() { directory_.Write("prog.ll", kProgram); }

  ProgramRun Run(std::vector<std::string> arguments) { return RunAutotune(directory_, arguments); }

  /// Tunes quickly, and returns the report.
  json Tune(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--max-evals", "200", "--json", "report.json"});
    run_ = Run(arguments);
    EXPECT_EQ(run_.status, 0) << run_.error_output;
    return json::parse(directory_.Read("report.json"));
  }

  /// Runs the lines of `output` that call `opt`.
  void RunLines(const std::string& output) {
    const std::string lines = output.substr(output.find(Opt(" -internalize")));
    const std::string command = "cd '" + directory_.path().string() + "' && " +
                                lines.substr(0, lines.find('\n', lines.find('\n') + 1));
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }

  TestDirectory directory_;
  ProgramRun run_;
};

TEST_F(WholeProgramRun, KeepsWhatIsCalledFromOutsideAndSaysSo) {
  const json report = Tune({"--whole-program", "prog.ll"});
  const json& whole = report["whole_program"];
  EXPECT_EQ(whole["kept"], (json{"main", "malloc", "named"}));
  EXPECT_EQ(whole["given_instructions"], 16);
  EXPECT_EQ(whole["given_functions"], 5);
  EXPECT_EQ(whole["functions"], 4);
  EXPECT_THAT(run_.output, HasSubstr("\nwhole program: kept main, malloc, named; 16 -> 13 "
                                     "instructions before any level, 5 -> 4 functions\n"));
  const json given = Tune({"prog.ll"});
  EXPECT_TRUE(given["whole_program"].is_null());
  EXPECT_EQ(whole["given_ir_hash"], given["ir_hash"]);
  EXPECT_NE(report["ir_hash"], given["ir_hash"]);
}

TEST_F(WholeProgramRun, ComparesWithLevelsOfTheWholeProgram) {
  const json report = Tune({"--whole-program", "prog.ll"});
  EXPECT_EQ(report["instructions"]["O0"], 13);
  // Oz inlines and drops `used`, which it has to keep of the program as given.
  EXPECT_LT(report["instructions"]["Oz"], Tune({"prog.ll"})["instructions"]["Oz"]);
}

TEST_F(WholeProgramRun, IsRepeatedByStockOpt) {
  const json report =
      Tune({"--whole-program", "--keep", "unused", "-o", "out.bc", "--no-db", "prog.ll"});
  const std::string written = directory_.Read("out.bc");
  RunLines(run_.output);
  EXPECT_EQ(directory_.Read("out.bc"), written);
  // The file in between is the program that was tuned.
  const json whole = Tune({"--no-db", "prog.whole.bc"});
  EXPECT_EQ(whole["ir_hash"], report["ir_hash"]);
  EXPECT_EQ(whole["instructions"]["Oz"], report["instructions"]["Oz"]);
}

TEST_F(WholeProgramRun, HasItsRunRepeatedWithTheSameOptions) {
  Tune({"--whole-program", "--keep", "unused", "--keep-attributes", "-o", "tuned.bc", "prog.ll"});
  const ProgramRun shown = Run({"show", "last"});
  EXPECT_EQ(shown.status, 0) << shown.error_output;
  EXPECT_THAT(shown.output, HasSubstr("\nwhole program: kept main,unused,malloc,named\n"));
  RunLines(shown.output);
  EXPECT_EQ(directory_.Read("prog.best.bc"), directory_.Read("tuned.bc"));
  EXPECT_THAT(Run({"query", "runs"}).output, HasSubstr("prog.whole.bc"));
  for (const char* command : {"replay", "minimize"}) {
    EXPECT_THAT(Run({command, "prog.ll", "--run", "last"}).error_output,
                HasSubstr("prog.ll' with --whole-program --keep unused,malloc,named\n"));
    const ProgramRun run = Run({command, "prog.ll", "--run", "last", "--whole-program", "--keep",
                                "unused,malloc,named", "-o", "again.bc"});
    EXPECT_EQ(run.status, 0) << run.error_output;
    EXPECT_THAT(run.error_output, IsEmpty());
    EXPECT_THAT(run.output, HasSubstr("whole program: kept main, unused, malloc, named; 16 -> 16"));
    EXPECT_EQ(directory_.Read("again.bc"), directory_.Read("tuned.bc")) << command;
  }
}

TEST_F(WholeProgramRun, RefusesWhatHasNoEntry) {
  directory_.Write("library.ll", "define void @f() {\n  ret void\n}\ndeclare i32 @main()\n");
  const auto refusal = [&](std::vector<std::string> arguments, int status = 1) {
    const ProgramRun run = Run(std::move(arguments));
    EXPECT_EQ(run.status, status);
    EXPECT_THAT(run.output, IsEmpty());
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    return run.error_output;
  };
  EXPECT_THAT(refusal({"--whole-program", "library.ll"}),
              HasSubstr("--whole-program: 'library.ll' defines no main; name with --keep"));
  EXPECT_THAT(refusal({"--whole-program", "--keep", "named,none", "prog.ll"}),
              HasSubstr("--keep: 'prog.ll' defines no visible symbol 'none'\n"));
  EXPECT_THAT(refusal({"replay", "--passes", "sroa", "--whole-program", "library.ll"}, 2),
              HasSubstr("defines no main"));
  EXPECT_EQ(Tune({"--whole-program", "--keep", "f", "library.ll"})["whole_program"]["kept"],
            json{"f"});
}

TEST_F(WholeProgramRun, MakesEachFileWhole) {
  directory_.Write("library.ll", "define void @f() {\n  ret void\n}\n");
  const ProgramRun run = Run({"--whole-program", "--max-evals", "50", "--no-db", "--json", "-",
                              "prog.ll", "library.ll", "prog.ll"});
  EXPECT_EQ(run.status, 1);
  const json reports = json::parse(run.output);
  EXPECT_EQ(reports[0]["whole_program"], reports[2]["whole_program"]);
  EXPECT_THAT(reports[1]["error"].get<std::string>(), HasSubstr("library.ll' defines no main"));
}

TEST_F(WholeProgramRun, LetsTheCheckJudgeIt) {
  const ProgramRun run =
      Run({"--whole-program", "--max-evals", "50", "--no-db", "-q", "--check",
           "! " + std::string("llvm-nm-") + std::to_string(kLlvmMajor) + " {} | grep -q unused",
           "prog.ll"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  RunLines(run.output);
}

TEST_F(WholeProgramRun, CanHaveAPlan) {
  const TestDirectory directory;
  const ProgramRun run =
      RunAutotune(directory, {"--whole-program", "--max-evals", "1200", "--no-db", "--plan",
                              "p.json", "-o", "small.bc", "--json", "report.json", kWords});
  ASSERT_EQ(run.status, 0) << run.error_output;
  ASSERT_FALSE(json::parse(directory.Read("report.json"))["plan"].is_null()) << run.error_output;
  const std::string written = directory.Read("small.bc");
  const std::string lines =
      run.output.substr(run.output.find(Opt(" -internalize"), run.output.find("with the plan")));
  const std::string command = "cd '" + directory.path().string() + "' && " +
                              lines.substr(0, lines.find('\n', lines.find('\n') + 1));
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  EXPECT_EQ(directory.Read("small.bc"), written);
}

TEST_F(WholeProgramRun, EndsWithItsBudgetAndWithASignal) {
  const auto opt = directory_.WriteScript(
      "opt", "case $* in *internalize*) touch begun; exec sleep 40;; esac\n" + Opt(" \"$@\""));
  const ProgramRun late =
      Run({"--whole-program", "--budget", "2s", "--no-db", "--opt", opt, "prog.ll"});
  EXPECT_EQ(late.status, 4) << late.error_output;
  EXPECT_LT(late.seconds, 3.5);
  std::filesystem::remove(directory_.path() / "begun");
  AutotuneProcess process(directory_, {"--whole-program", "--no-db", "--opt", opt, "prog.ll"});
  while (!std::filesystem::exists(directory_.path() / "begun")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  process.Signal(SIGINT);
  const ProgramRun stopped = process.Wait();
  EXPECT_EQ(stopped.status, 128 + SIGINT);
  EXPECT_THAT(stopped.error_output, HasSubstr("stopped before there was anything to report"));
  EXPECT_LT(stopped.seconds, 10);
}

}  // namespace
}  // namespace autotune
