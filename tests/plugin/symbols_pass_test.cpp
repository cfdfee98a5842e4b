// The list of symbols that a whole program needs, as stock `opt` prints it.

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/llvm_tools.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

/// Lists the symbols of a module, by default for x86-64 Linux.
std::string Symbols(const std::string& ir, const std::string& asked = "",
                    const std::string& target = "target triple = \"x86_64-pc-linux-gnu\"\n") {
  const TestDirectory directory;
  directory.Write("in.ll", target + ir);
  const std::string command = "cd '" + directory.path().string() + "' && " +
                              Opt(" -load-pass-plugin=" PLUGIN " -passes='autotune-symbols<") +
                              asked + ">' -disable-output in.ll > out 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << directory.Read("out");
  return directory.Read("out");
}

std::string AssemblyNames(const std::string& ir) {
  const TestDirectory directory;
  directory.Write("in.ll", "target triple = \"x86_64-pc-linux-gnu\"\n" + ir);
  const std::string command = "cd '" + directory.path().string() + "' && " +
                              Opt(" -load-pass-plugin=" PLUGIN " -passes=autotune-assembly") +
                              " -disable-output in.ll > out 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << directory.Read("out");
  return directory.Read("out");
}

std::string Function(const std::string& name, const std::string& rest = "{ ret void }") {
  return "define void @" + name + "() " + rest + "\n";
}

TEST(SymbolsPass, NamesWhatIsAskedForAndNotVisible) {
  EXPECT_EQ(Symbols(Function("main") + "declare void @declared()\n" +
                        "define internal void @local() { ret void }\n" +
                        "define available_externally void @elsewhere() { ret void }\n" +
                        "@variable = global i32 1\n@alias = alias void (), ptr @main\n",
                    "main;declared;local;elsewhere;variable;alias;absent"),
            "missing declared\nmissing local\nmissing elsewhere\nmissing absent\nend\n");
}

/// Nothing makes these local.
TEST(SymbolsPass, FindsWhatAssemblyDefines) {
  EXPECT_EQ(Symbols("module asm \".globl shared\"\nmodule asm \"shared: ret\"\n"
                    "module asm \"local: call elsewhere\"\nmodule asm \".globl elsewhere\"\n",
                    "shared;local;elsewhere"),
            "missing local\nmissing elsewhere\nend\n");
}

TEST(SymbolsPass, KeepsWhatTheCLibraryCallsByName) {
  EXPECT_EQ(Symbols("define ptr @malloc(i64 %n) { ret ptr null }\n"
                    "define i64 @malloc_usable_size(ptr %p) { ret i64 0 }\n"
                    "define internal void @free(ptr %p) { ret void }\n"
                    "declare ptr @calloc(i64, i64)\n" +
                    Function("my_malloc") + Function("_start")),
            "keep _start\nkeep malloc\nkeep malloc_usable_size\nend\n");
}

TEST(SymbolsPass, KeepsWhatCodeGenerationCalls) {
  EXPECT_EQ(Symbols(Function("__divti3") + Function("memcpy") + Function("other")),
            "keep __divti3\nkeep memcpy\nend\n");
}

TEST(SymbolsPass, NeedsNoTarget) {
  EXPECT_EQ(Symbols(Function("__divti3") + Function("malloc") + Function("other"), "", ""),
            "keep __divti3\nkeep malloc\nend\n");
}

TEST(SymbolsPass, KeepsWhatIsMarkedAsUsed) {
  EXPECT_EQ(Symbols(Function("used") + Function("other") +
                    "@llvm.used = appending global [1 x ptr] [ptr @used], section "
                    "\"llvm.metadata\"\n"),
            "keep used\nend\n");
}

TEST(SymbolsPass, KeepsTheMembersOfSectionsThatLinkersDelimit) {
  EXPECT_EQ(Symbols("@entry = global i32 1, section \"my_set\"\n"
                    "@local = internal global i32 1, section \"my_set\"\n"
                    "@placed = global i32 1, section \".my.data\"\n" +
                    Function("handler", "section \"handlers\" { ret void }") + Function("other")),
            "keep entry\nkeep handler\nend\n");
}

TEST(SymbolsPass, KeepsTheMembersOfSectionsThatRunOrAreNotes) {
  EXPECT_EQ(Symbols("@a = global ptr @run, section \".init_array\"\n"
                    "@b = global ptr @run, section \".fini_array.00100\"\n"
                    "@c = global ptr @run, section \".preinit_array\"\n"
                    "@d = global ptr @run, section \".ctors.65435\"\n"
                    "@e = global ptr @run, section \".dtors\"\n"
                    "@f = global i32 1, section \".note.mine\"\n"
                    "@other = global ptr @run, section \".initial\"\n"
                    "@local = internal global ptr @run, section \".init_array\"\n" +
                    Function("g", "section \".init\" { ret void }") +
                    Function("h", "section \".fini\" { ret void }") + Function("run")),
            "keep a\nkeep b\nkeep c\nkeep d\nkeep e\nkeep f\nkeep g\nkeep h\nend\n");
}

TEST(SymbolsPass, KeepsWhatAssemblyNames) {
  EXPECT_EQ(Symbols("module asm \"jmp in_module+8\"\n" + Function("in_module") +
                    Function("module") + Function("called") + Function("immediate") +
                    Function("underscored") + Function("\"\\01raw\"") + Function("immediat") +
                    Function("f",
                             "{ call void asm sideeffect \"call called@PLT\\0A\\09push $$immediate;"
                             "call _underscored; call raw\", \"\"() ret void }")),
            "keep ?raw\nkeep called\nkeep immediate\nkeep in_module\nkeep underscored\nend\n");
}

TEST(SymbolsPass, KeepsWhatAttributesName) {
  EXPECT_EQ(Symbols(Function("probe") + Function("f", "\"probe-stack\"=\"probe\" { ret void }")),
            "keep probe\nend\n");
}

/// A static function of a header often has the name of its one instruction.
TEST(AssemblyPass, NamesNoMnemonicAndNoModifier) {
  EXPECT_EQ(AssemblyNames("module asm \"table: .quad first\"\nmodule asm \"alias = second\"\n"
                          "define internal void @cpuid() {\n"
                          "  call void asm sideeffect \"cpuid; call third@PLT\\0A  "
                          "mov ${0:k}, fourth\", \"\"()\n  ret void\n}\n" +
                          Function("visible") + "@\"\\01raw\" = internal global i32 1\n"),
            "names PLT\nnames alias\nnames first\nnames fourth\nnames second\nnames table\n"
            "names third\nlocal alias\nlocal cpuid\nlocal raw\nlocal table\nvisible visible\n");
}

TEST(AssemblyPass, LeavesOutWhatHasNoName) {
  EXPECT_EQ(AssemblyNames("@0 = private constant i8 0\n@named = private constant i8 0\n"),
            "local named\n");
}

TEST(AssemblyPass, TellsLabelsFromWhatOtherModulesSee) {
  EXPECT_EQ(AssemblyNames("module asm \"label: ret\"\nmodule asm \".globl shared\"\n"
                          "module asm \"shared: jmp elsewhere\"\ndeclare void @declared()\n" +
                          Function("defined")),
            "names elsewhere\nnames label\nnames shared\nlocal label\nvisible declared\n"
            "visible defined\n");
}

}  // namespace
}  // namespace autotune
