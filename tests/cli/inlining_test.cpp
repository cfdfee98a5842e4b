#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
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
using testing::Not;

/// A program in which -Oz inlines `often` five times, though calls are smaller.
class InliningRun : public testing::Test {
 protected:
  InliningRun() {
    std::string ir = R"(target triple = "x86_64-pc-linux-gnu"
@cells = global [16 x i32] zeroinitializer
define internal void @often(i32 %x) #0 {
  store i32 %x, ptr @cells
)";
    for (int i = 1; i < 4; ++i) {
      const std::string n = std::to_string(i);
      ir += "  store i32 " + n + ", ptr getelementptr ([16 x i32], ptr @cells, i64 0, i64 " + n +
            ")\n";
    }
    ir += "  ret void\n}\n";
    for (const char* name : {"f", "g", "h", "i", "j"}) {  // all different
      ir += std::string("define void @") + name + "(i32 %x) #0 {\n  %y = mul i32 %x, " +
            std::to_string(name[0]) + "\n  call void @often(i32 %y)\n  ret void\n}\n";
    }
    directory_.Write("prog.ll", ir + "attributes #0 = { nounwind }\n");
  }

  void RunShell(const std::string& command) const {
    (void)std::system(("cd '" + directory_.path().string() + "' && " + command).c_str());
  }

  /// Replaces the program by one in which calls of `copied` fill objects on the stack, as those of
  /// constructors do. -Oz inlines all.
  void UseConstructor(int calls) {
    std::string ir =
        "target triple = \"x86_64-pc-linux-gnu\"\ndeclare void @use(ptr) #0\n"
        "define internal void @copied(ptr %s) #0 {\n";
    for (int i = 0; i < 12; ++i) {
      ir +=
          fmt::format("  %p{0} = getelementptr i32, ptr %s, i64 {0}\n  store i32 {1}, ptr %p{0}\n",
                      i, i * i + 7);
    }
    ir += "  ret void\n}\ndefine void @f() #0 {\n";
    for (int i = 0; i < calls; ++i) ir += fmt::format("  %s{} = alloca [12 x i32]\n", i);
    for (int i = 0; i < calls; ++i) {
      ir += fmt::format("  call void @copied(ptr %s{0})\n  call void @use(ptr %s{0})\n", i);
    }
    directory_.Write("prog.ll",
                     ir + "  ret void\n}\nattributes #0 = { nounwind minsize optsize }\n");
  }

  /// `calc` with a function whose author wants it inlined.
  void WriteCalcThatInlinesEmit() {
    const std::string emit =
        "define internal i32 @Emit(ptr noundef %0, i32 noundef %1, i64 noundef %2)";
    RunShell("sed 's/^\\(" + emit + "\\)/\\1 alwaysinline/' " EXAMPLES "/calc.ll > prog.ll");
    ASSERT_THAT(directory_.Read("prog.ll"), HasSubstr(" alwaysinline #0"));
  }

  json Tune(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--objective", "object-size"});
    return TuneByDefault(std::move(arguments));
  }

  json TuneByDefault(std::vector<std::string> arguments) {
    if (std::ranges::find(arguments, "--threads") == arguments.end()) {
      arguments.insert(arguments.end(), {"--threads", "1"});
    }
    arguments.insert(arguments.end(), {"--budget", "5s", "-o", "out.bc", "--keep-attributes",
                                       "--json", "report.json", "prog.ll"});
    run_ = RunAutotune(directory_, arguments);
    EXPECT_EQ(run_.status, 0) << run_.error_output;
    return json::parse(directory_.Read("report.json"));
  }

  TestDirectory directory_;
  ProgramRun run_;
};

TEST_F(InliningRun, LeavesCallsWhereTheyAreSmaller) {
  const json report = Tune({"--no-db"});
  EXPECT_EQ(report["inlining"], (json{{"often", "never"}}));
  EXPECT_EQ(report["opt_flags"], (json{"-force-attribute=often:noinline"}));
  EXPECT_EQ(report["passes"][0], "forceattrs");
  EXPECT_GT(report["inlining_seconds"], 0);
  EXPECT_THAT(run_.output, HasSubstr("inlining chosen for 1 function: 0 always, 1 never\n"));
  EXPECT_THAT(run_.output, HasSubstr("reproduced by 3 fresh processes"));
  const std::string written = directory_.Read("out.bc");
  EXPECT_TRUE(RunResultLine(directory_, run_) == written);

  const json kept = Tune({"--no-db", "--keep-inlining"});
  EXPECT_TRUE(kept["inlining"].is_null());
  EXPECT_LT(report["object_size"]["best"], report["object_size"]["Oz"]);
  EXPECT_LE(report["object_size"]["best"], kept["object_size"]["best"]);
  EXPECT_THAT(run_.output, Not(HasSubstr("inlining chosen")));
}

TEST_F(InliningRun, ManyCopiesAreAvoidedByDefault) {
  UseConstructor(30);
  const json report = TuneByDefault({"--no-db"});
  EXPECT_EQ(report["inlining"], (json{{"copied", "never"}}));
  EXPECT_LT(report["instructions"]["best"], report["instructions"]["Oz"].get<int>() / 2);
  EXPECT_LT(report["object_size"]["best"], report["object_size"]["Oz"]);
}

TEST_F(InliningRun, InstructionsAloneDecideIfTheyAreTheObjective) {
  // With two threads, the search would begin beside the levels.
  const std::vector<std::string> words = {"--no-db", "--objective", "ir-instructions", "--threads",
                                          "2"};
  EXPECT_TRUE(TuneByDefault(words)["inlining"].is_null()) << "it is short";
  UseConstructor(30);
  std::string more = "define void @more(ptr %p) {\n";
  for (int i = 0; i < 6'000; ++i) more += fmt::format("  store volatile i32 {}, ptr %p\n", i);
  directory_.Write("prog.ll", directory_.Read("prog.ll") + more + "  ret void\n}\n");
  EXPECT_EQ(TuneByDefault(words)["inlining"], (json{{"copied", "never"}}));
}

/// Copies of two loads cost more instructions than a call, and fewer bytes.
TEST_F(InliningRun, FewerInstructionsMustNotCostBytes) {
  std::string ir =
      "target triple = \"x86_64-pc-linux-gnu\"\n"
      "define internal i32 @copied(ptr %p) #0 {\n  %a = load i8, ptr %p\n"
      "  %q = getelementptr i8, ptr %p, i64 1\n  %b = load i8, ptr %q\n"
      "  %x = zext i8 %a to i32\n  %y = zext i8 %b to i32\n  %z = shl i32 %y, 8\n"
      "  %r = or i32 %z, %x\n  ret i32 %r\n}\ndefine void @f(ptr %r, ptr %p) #0 {\n";
  for (int i = 0; i < 112; ++i) {
    ir += fmt::format(
        "  %p{0} = getelementptr i8, ptr %p, i64 {1}\n"
        "  %v{0} = call i32 @copied(ptr %p{0})\n"
        "  %r{0} = getelementptr i32, ptr %r, i64 {0}\n  store i32 %v{0}, ptr %r{0}\n",
        i, 2 * i);
  }
  directory_.Write("prog.ll", ir + "  ret void\n}\nattributes #0 = { nounwind minsize optsize }\n");
  const json report = TuneByDefault({"--no-db"});
  EXPECT_TRUE(report["inlining"].is_null());
  EXPECT_LE(report["object_size"]["best"], report["object_size"]["clang_Oz"]);
}

TEST_F(InliningRun, IsRememberedAndReplayed) {
  const json first = Tune({"-v"});
  EXPECT_THAT(run_.error_output, HasSubstr("1 choice helps alone"));
  ASSERT_FALSE(first["inlining"].is_null());
  const std::string written = directory_.Read("out.bc");
  const ProgramRun shown = RunAutotune(directory_, {"show", "last"});
  EXPECT_THAT(shown.output, HasSubstr("-force-attribute=often:noinline"));
  const ProgramRun replayed =
      RunAutotune(directory_, {"replay", "prog.ll", "--run", "last", "-o", "again.bc"});
  EXPECT_EQ(replayed.status, 0) << replayed.error_output;
  EXPECT_TRUE(directory_.Read("again.bc") == written);
  const ProgramRun minimized =
      RunAutotune(directory_, {"minimize", "prog.ll", "--run", "last", "-o", "short.bc"});
  EXPECT_EQ(minimized.status, 0) << minimized.error_output;
  EXPECT_THAT(minimized.output, HasSubstr("-force-attribute=often:noinline"));
  EXPECT_THAT(minimized.output, HasSubstr(fmt::format(" of {} ", first["passes"].size() - 1)));
  // The next run begins with the choice, and need not find it.
  const json again = Tune({"-v"});
  EXPECT_THAT(run_.error_output, Not(HasSubstr("helps alone")));
  EXPECT_EQ(again["inlining"], first["inlining"]);
  EXPECT_LE(again["object_size"]["best"], first["object_size"]["best"]);
}

TEST_F(InliningRun, AllFunctionsGetSizeAttributesIfNoneHasAny) {
  const std::string program = kWords;
  const std::vector<std::string> arguments = {"--objective", "object-size", "--budget", "10s",
                                              "--threads",   "1",           "-o",       "out.bc",
                                              "--json",      "report.json", program};
  run_ = RunAutotune(directory_, arguments);
  ASSERT_EQ(run_.status, 0) << run_.error_output;
  EXPECT_THAT(run_.output, HasSubstr("all functions get optsize before the passes\n"));
  const json report = json::parse(directory_.Read("report.json"));
  EXPECT_EQ(report["opt_flags"][0], "-force-attribute=optsize");
  EXPECT_LT(report["object_size"]["best"], report["object_size"]["Oz"]);
  const std::string written = directory_.Read("out.bc");
  EXPECT_TRUE(RunResultLine(directory_, run_) == written);
  // The database keeps them with the list.
  const ProgramRun replayed =
      RunAutotune(directory_, {"replay", program, "--run", "last", "-o", "again.bc"});
  EXPECT_EQ(replayed.status, 0) << replayed.error_output;
  // Who keeps the attributes does not begin with them.
  std::vector<std::string> keeping = arguments;
  keeping.emplace_back("--keep-attributes");
  run_ = RunAutotune(directory_, keeping);
  ASSERT_EQ(run_.status, 0) << run_.error_output;
  EXPECT_THAT(directory_.Read("report.json"), Not(HasSubstr("-force-attribute=optsize")));
}

TEST_F(InliningRun, MinimisingKeepsAuthorsOrders) {
  WriteCalcThatInlinesEmit();
  run_ = RunAutotune(directory_, {"minimize", "prog.ll", "--no-db", "--passes",
                                  "function(sroa,instcombine,simplifycfg),default<Oz>"});
  ASSERT_EQ(run_.status, 0) << run_.error_output;
  EXPECT_THAT(run_.output, HasSubstr("simplifycfg),default<Oz>'"));
  EXPECT_THAT(run_.error_output, HasSubstr("the list stays"));
}

TEST_F(InliningRun, AuthorsOrdersHoldUnlessTheUserAllowsMore) {
  WriteCalcThatInlinesEmit();
  const auto calls = [&] {
    RunShell(Opt(" -S < out.bc | grep -c 'call.*@Emit(' > calls"));
    return directory_.Read("calls");
  };
  const json report = Tune({"--no-db"});
  EXPECT_EQ(calls(), "0\n");
  EXPECT_EQ(report["passes"][0], "always-inline");
  EXPECT_LT(report["object_size"]["best"], report["object_size"]["clang_Oz"]);
  EXPECT_THAT(run_.output,
              HasSubstr("calls of 1 always_inline function are inlined first: --allow"));
  const json allowed = Tune({"--no-db", "--allow", "always-inline"});
  EXPECT_NE(calls(), "0\n") << "13 copies cost more";
  EXPECT_NE(allowed["passes"][0], "always-inline");
  EXPECT_THAT(run_.output, Not(HasSubstr("inlined first")));
}

/// Calls that -O0 of `opt` leaves may be the smallest.
TEST_F(InliningRun, NoLevelMayLeaveCallsThatHaveToBeInlined) {
  std::string ir = directory_.Read("prog.ll");
  ir.replace(ir.find("%x) #0"), 6, "%x) alwaysinline #0");
  directory_.Write("prog.ll", ir);
  EXPECT_EQ(Tune({"--no-db"})["best_standard_level"], "Oz");
  EXPECT_EQ(Tune({"--no-db", "--allow", "always-inline"})["best_standard_level"], "O0");
}

TEST_F(InliningRun, WhatACheckRefusesIsNotChosen) {
  const json report = Tune({"--no-db", "--check", "! " + Opt(" -S < {} | grep -q '@often('")});
  EXPECT_TRUE(report["inlining"].is_null());
}

}  // namespace
}  // namespace autotune
