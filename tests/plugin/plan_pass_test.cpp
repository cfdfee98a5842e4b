// The plugin, as stock `opt` and `clang` load it.

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/llvm_tools.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class PlanPass : public testing::Test {
 protected:
  PlanPass() {
    // As users have it: attributes for size and for the CPU.
    Run(Clang(" -w -Oz -Xclang -disable-llvm-passes -emit-llvm -S -o in.ll " EXAMPLES "/calc.c"));
  }

  /// Runs a shell command in the folder and returns its standard error.
  std::string Run(const std::string& command) {
    EXPECT_EQ(
        std::system(
            ("cd '" + directory_.path().string() + "' && { " + command + "; } 2> stderr").c_str()),
        0)
        << command << '\n'
        << directory_.Read("stderr");
    return directory_.Read("stderr");
  }

  std::string Apply(const std::string& passes, const std::string& output) {
    return Run(Opt(" -load-pass-plugin=" PLUGIN " -passes='" + passes + "' -S in.ll -o " + output));
  }

  void Write(const std::string& phases) {
    directory_.Write("plan.json", R"({"version": 1, "phases": [)" + phases + "]}");
  }

  std::string Read(const std::string& name) { return directory_.Read(name); }

  TestDirectory directory_;
};

TEST_F(PlanPass, WithOneListForAllDoesWhatOptDoes) {
  Write(R"json({"module": "default<Oz>"},
               {"functions": [], "others": ["gvn", "simplifycfg", "loop-mssa(licm)"]},
               {"module": "globaldce"})json");
  EXPECT_THAT(Apply("autotune-plan<plan.json>", "plan.ll"), IsEmpty());
  Apply(
      "default<Oz>,invalidate<all>,function(gvn),invalidate<all>,function(simplifycfg),"
      "invalidate<all>,function(loop-mssa(licm)),invalidate<all>,globaldce",
      "plain.ll");
  EXPECT_EQ(Read("plan.ll"), Read("plain.ll"));
}

TEST_F(PlanPass, GivesEachFunctionItsOwnList) {
  // The body's hash of another function.
  Write(R"({"functions": [{"name": "main", "body": "0000000000000000", "passes": ["mem2reg"]}],
            "others": []})");
  EXPECT_THAT(Apply("autotune-plan<plan.json>", "changed.ll"),
              HasSubstr("1 of 1 functions have another body than the plan was made for"));
  Apply("no-op-module", "same.ll");
  EXPECT_EQ(Read("changed.ll"), Read("same.ll"));
}

TEST_F(PlanPass, WarnsOfAPlanForAnotherProgramOrMachine) {
  Write(R"({"functions": [{"name": "none", "body": "0000000000000000", "passes": []}],
            "others": []})");
  EXPECT_THAT(Apply("autotune-plan<plan.json>", "plan.ll"),
              HasSubstr("the module has none of the 1 functions of the plan"));
  directory_.Write("in.ll",
                   "target triple = \"x86_64-pc-linux-gnu\"\n"
                   "define void @main() {\n  ret void\n}\n");
  const auto warning = [this](const std::string& llvm, const std::string& target) {
    directory_.Write("plan.json", R"({"version": 1, "llvm": ")" + llvm + R"(", "target": ")" +
                                      target + R"(", "phases": []})");
    return Apply("autotune-plan<plan.json;strict>", "plan.ll");
  };
  EXPECT_THAT(warning(LLVM_VERSION ".0.0", "x86_64-unknown-linux-musl"), IsEmpty());
  EXPECT_THAT(warning(LLVM_VERSION, ""), IsEmpty());
  EXPECT_THAT(warning("7.1.0", ""),
              HasSubstr("the plan is for LLVM 7.1.0, and this is " LLVM_VERSION));
  EXPECT_THAT(warning(LLVM_VERSION, "aarch64-linux-gnu"),
              HasSubstr("for aarch64-linux-gnu, and the module for x86_64-pc-linux-gnu"));
}

TEST_F(PlanPass, GivesSizeAttributesAsOptDoes) {
  Write(R"({"attributes": [
      {"name": "main", "attributes": ["minsize", "tune-cpu=bdver2", "no-jump-tables=true"]},
      {"name": "none", "attributes": ["optsize"]}]})");
  EXPECT_THAT(Apply("autotune-plan<plan.json>", "plan.ll"), IsEmpty());
  Run(
      Opt(" -passes=forceattrs -force-remove-attribute=minsize -force-remove-attribute=optsize"
          " in.ll -o bare.bc"));
  directory_.Write("a.csv", "main,minsize\nmain,tune-cpu=bdver2\nmain,no-jump-tables=true\n");
  Run(Opt(" -passes=forceattrs -forceattrs-csv-path=a.csv -S bare.bc -o plain.ll"));
  Run("tail -n +2 plain.ll > plain && tail -n +2 plan.ll > plan");  // without the file's name
  EXPECT_THAT(Read("plan"), HasSubstr("minsize"));
  EXPECT_EQ(Read("plan"), Read("plain"));
}

TEST_F(PlanPass, GivesNoAttributeThatChangesWhatAFunctionDoes) {
  Apply("default<Oz>", "oz.ll");
  for (const char* attribute :
       {"noreturn", "strictfp", "tune-cpu", "frame-pointer=all", "autotune-convention=ghccc", ""}) {
    Write(R"({"attributes": [{"name": "main", "attributes": [")" + std::string(attribute) +
          R"("]}]})");
    EXPECT_THAT(Apply("autotune-plan<plan.json>", "plan.ll"),
                HasSubstr("'main' has an attribute that is not for size"))
        << attribute;
    EXPECT_EQ(Read("plan.ll"), Read("oz.ll")) << attribute;
  }
}

/// Its author may have marked a function since.
TEST_F(PlanPass, LeavesFunctionsThatAreNotOptimisedAsTheyAre) {
  directory_.Write("in.ll", "define void @main() noinline optnone {\n  ret void\n}\n");
  Write(R"({"attributes": [{"name": "main", "attributes": ["minsize"]}]})");
  EXPECT_THAT(Apply("autotune-plan<plan.json>,verify", "plan.ll"), IsEmpty());
  EXPECT_THAT(Read("plan.ll"), Not(HasSubstr("minsize")));
}

TEST_F(PlanPass, TakesAnEmptyVariableForNone) {
  const std::string clang =
      Clang(" -w -O1 -S -emit-llvm " EXAMPLES "/calc.c -fpass-plugin=" PLUGIN);
  EXPECT_THAT(Run("AUTOTUNE_PLAN= " + clang + " -o empty.ll"), IsEmpty());
  Run(clang + " -o without.ll");
  EXPECT_EQ(Read("empty.ll"), Read("without.ll"));
}

TEST_F(PlanPass, SaysThatTheVariableIsNotSet) {
  EXPECT_THAT(Run("! " + Opt(" -load-pass-plugin=" PLUGIN " -passes=autotune-plan in.ll -o out")),
              HasSubstr("AUTOTUNE_PLAN is not set"));
}

TEST_F(PlanPass, RunsAtTheStartOfEachLevelOfAPipeline) {
  Write(R"({"module": "default<Oz>"})");
  const auto apply = [this](const std::string& passes, const std::string& output) {
    Run("AUTOTUNE_PLAN=plan.json " +
        Opt(" -load-pass-plugin=" PLUGIN " -passes='" + passes + "' -S in.ll -o " + output));
  };
  apply("default<O1>", "one.ll");
  apply("default<O1>,default<O1>", "two.ll");
  Apply("default<Oz>", "oz.ll");
  Apply("default<Oz>,default<Oz>", "twice.ll");
  EXPECT_EQ(Read("one.ll"), Read("oz.ll"));
  EXPECT_EQ(Read("two.ll"), Read("twice.ll"));
}

TEST_F(PlanPass, OfTheVariableLeavesPlansThatAreNamedAlone) {
  Write(R"({"module": "default<O1>"}, {"functions": [], "others": ["gvn"]})");
  Run("mv plan.json named.json");
  Write(R"({"module": "globaldce"})");
  const auto apply = [this](const std::string& passes, const std::string& output) {
    Run("AUTOTUNE_PLAN=plan.json " +
        Opt(" -load-pass-plugin=" PLUGIN " -passes='" + passes + "' -S in.ll -o " + output));
  };
  apply("autotune-plan<named.json>", "with.ll");
  Apply("autotune-plan<named.json>", "without.ll");
  EXPECT_EQ(Read("with.ll"), Read("without.ll"));
  apply("default<Oz>,autotune-plan<named.json>", "with.ll");
  Apply("autotune-plan<plan.json>,autotune-plan<named.json>", "without.ll");
  EXPECT_EQ(Read("with.ll"), Read("without.ll"));
}

TEST_F(PlanPass, CanVerifyBetweenThePassesOfAFunction) {
  Write(R"({"functions": [], "others": ["gvn", "verify", "dce", "verify"]})");
  Apply("autotune-plan<plan.json>", "verified.ll");
  Write(R"({"functions": [], "others": ["trigger-verifier-error", "verify"]})");
  const std::string opt = Opt(" -load-pass-plugin=" PLUGIN " -passes='autotune-plan<plan.json>'");
  Run("! " + opt + " -S in.ll -o broken.ll");
  EXPECT_THAT(Read("stderr"), HasSubstr("Broken function found"));
}

TEST_F(PlanPass, DoesNotBreakABuildIfThereIsNoPlan) {
  Apply("default<Oz>", "oz.ll");
  for (const char* plan :
       {"", "{", "[]", R"({"version": 2, "phases": []})", R"({"version": 1, "phases": [{}]})",
        R"({"version": 1, "phases": [7]})", R"({"version": 1, "phases": [{"module": "no-pass"}]})",
        R"({"version": 1, "phases": [{"functions": [{"name": "main"}], "others": []}]})",
        R"({"version": 1, "phases": [{"functions": []}]})"}) {
    directory_.Write("plan.json", plan);
    EXPECT_THAT(Apply("autotune-plan<plan.json>", "plan.ll"),
                HasSubstr("default<Oz> instead of the plan 'plan.json'"))
        << plan;
    EXPECT_EQ(Read("plan.ll"), Read("oz.ll")) << plan;
  }
  EXPECT_THAT(Apply("autotune-plan<missing.json>", "plan.ll"), HasSubstr("missing.json"));
}

TEST_F(PlanPass, ThatIsStrictEndsABuild) {
  const std::string clang =
      Clang(" -w -Oz -S -emit-llvm " EXAMPLES "/calc.c -fpass-plugin=" PLUGIN " -o plan.ll");
  const std::string named = Opt(" -load-pass-plugin=" PLUGIN " -disable-output in.ll -passes=");
  EXPECT_THAT(Run("! AUTOTUNE_PLAN='none.json;strict' " + clang), HasSubstr("'none.json': "));
  EXPECT_THAT(Run("! AUTOTUNE_PLAN='none.json;strict' " + named + "autotune-plan"),
              HasSubstr("'none.json': "));
  EXPECT_THAT(Run("! " + named + "'autotune-plan<none.json;strict>'"), HasSubstr("'none.json': "));

  Write(R"({"module": "globaldce"})");
  EXPECT_THAT(Run("AUTOTUNE_PLAN='plan.json;strict' " + clang), IsEmpty());
  Run("mv plan.json 'plan;strict'");
  EXPECT_THAT(Run("AUTOTUNE_PLAN='plan;strict' " + clang), IsEmpty()) << "such a name";
}

TEST_F(PlanPass, IsDataThatWritesNoFileAndCallsNoPlan) {
  Apply("default<Oz>", "oz.ll");
  for (const char* pass :
       {"dot-cfg", "function(view-cfg)", "autotune-plan<plan.json>",
        "memprof-use<profile-filename=/x>", "function(sroa),insert-gcov-profiling"}) {
    Write(R"({"module": ")" + std::string(pass) + R"("})");
    EXPECT_THAT(Apply("autotune-plan<plan.json>", "plan.ll"), HasSubstr("may not stand in a plan"))
        << pass;
    EXPECT_EQ(Read("plan.ll"), Read("oz.ll")) << pass;
  }
  Write(R"({"functions": [], "others": ["dot-dom"]})");
  EXPECT_THAT(Apply("autotune-plan<plan.json>", "plan.ll"), HasSubstr("'dot-dom'"));
}

TEST_F(PlanPass, InClangDoesWhatOptAndThenClangDo) {
  Write(R"({"module": "cgscc(inline),function(sroa),globaldce"},
           {"functions": [], "others": ["early-cse", "simplifycfg"]})");
  Apply("autotune-plan<plan.json>", "plan.ll");
  Run(Clang(" -w -Oz -Xclang -disable-llvm-passes -c plan.ll -o expected.o"));
  Run("AUTOTUNE_PLAN=plan.json " +
      Clang(" -w -Oz -fpass-plugin=" PLUGIN " -c " EXAMPLES "/calc.c -o plan.o"));
  // Without the names of temporary values, which clang does not keep.
  for (const char* name : {"expected", "plan"}) {
    Run("llvm-objdump-" LLVM_VERSION " -d -r " + std::string(name) + ".o | tail -n +3 > " + name +
        ".s");
  }
  EXPECT_THAT(Read("plan.s"), Not(IsEmpty()));
  EXPECT_EQ(Read("plan.s"), Read("expected.s"));
}

TEST_F(PlanPass, InClangWithoutAPlanDoesNothing) {
  Run(Clang(" -w -Oz -fpass-plugin=" PLUGIN " -c " EXAMPLES "/calc.c -o with.o"));
  Run(Clang(" -w -Oz -c " EXAMPLES "/calc.c -o without.o"));
  EXPECT_EQ(Read("with.o"), Read("without.o"));
}

}  // namespace
}  // namespace autotune
