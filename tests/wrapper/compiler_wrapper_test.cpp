// The programs autotune-cc and autotune-c++, as a build uses them.

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/toolchain.h"
#include "support/llvm_tools.h"
#include "wrapper/compiler_call.h"
#include "wrapper/unit_folder.h"
#include "wrapper/wrapped_project.h"

namespace autotune {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class CompilerWrapper : public WrappedProject {};

TEST_F(CompilerWrapper, MakesTheObjectThatTheCompilerMakes) {
  for (const std::string words :
       {"-Oz -c sum.c", "-Os -g -fPIC -ffunction-sections -c sum.c", "-Oz -flto -c sum.c",
        "-Oz -flto=thin -c sum.c", "-O2 -c sum.c", "-Oz -MMD -MF sum.d -c sum.c", "-c sum.c"}) {
    ASSERT_EQ(Run(Clang(" " + words)), 0) << Errors();
    const std::string plain = directory_.Read("sum.o");
    fs::remove(directory_.path() / "sum.o");
    ASSERT_EQ(Run(Wrapped(words)), 0) << Errors();
    EXPECT_EQ(directory_.Read("sum.o"), plain) << words;
    EXPECT_THAT(Errors(), IsEmpty());
  }
}

TEST_F(CompilerWrapper, KeepsTheFrontEndsBitcode) {
  ASSERT_EQ(Run(Wrapped("-Oz -fPIC -c sum.c")), 0) << Errors();
  const std::vector<RecordedUnit> units = folder_.Units();
  ASSERT_EQ(units.size(), 1u);
  EXPECT_EQ(units[0].SourcePath(), directory_.path() / "sum.c");
  EXPECT_THAT(units[0].code_words, testing::ElementsAre("-Oz", "-fPIC"));
  const std::string flags = " -Oz -fPIC -Xclang -disable-llvm-passes -S -emit-llvm -o ";
  const std::string kept = folder_.Module(units[0].module);
  ASSERT_EQ(Run(Clang(flags + "front.ll -c sum.c && ") + Clang(flags + "kept.ll -c ") + kept), 0)
      << Errors();
  const auto without_id = [this](const std::string& name) {
    const std::string text = directory_.Read(name);
    return text.substr(text.find('\n'));
  };
  EXPECT_EQ(without_id("kept.ll"), without_id("front.ll"));
}

TEST_F(CompilerWrapper, KeepsTheFrontEndsBitcodeOfAnObjectForTheLinker) {
  for (const std::string flag : {"-flto", "-flto=thin"}) {
    ASSERT_EQ(Run(Wrapped("-Oz -c sum.c " + flag)), 0) << Errors();
    const RecordedUnit unit = folder_.Units().at(0);
    EXPECT_TRUE(unit.is_bitcode());
    std::string object = Clang(" -w -c -o own.o -x ir ") + folder_.Module(unit.module).string();
    for (const std::string& word : unit.code_words) object += " " + word;
    ASSERT_EQ(Run(object + " && " + Clang(" -Oz -c sum.c && cmp own.o sum.o")), 0) << Output();
  }
}

TEST_F(CompilerWrapper, LeavesNothingBesideTheObject) {
  ASSERT_EQ(Run(Wrapped("-Oz -c sum.c")), 0) << Errors();
  EXPECT_EQ(Files(), 3u + 3u);  // the sources; sum.o, stdout and stderr
  EXPECT_TRUE(fs::is_empty(folder_.temporary()));
}

TEST_F(CompilerWrapper, AnswersAsTheCompilerDoes) {
  directory_.Write("broken.c", "int f(void) { return undeclared; }\nint g(int x) { }\n");
  directory_.Write("words", "-Oz -c sum.c");
  directory_.Write("empty.s", "");
  for (const std::string words : {"--version",
                                  "-dumpmachine",
                                  "-E sum.c",
                                  "-M sum.c",
                                  "-S -Oz -o - sum.c",
                                  "-Oz -Wall -c broken.c",
                                  "-Wall -c broken.c",
                                  "-Oz -c missing.c",
                                  "-Oz -c -o no/x.o sum.c",
                                  "-Oz -c sum.c main.c",
                                  "-Oz -c @words",
                                  "-Oz -c -o /dev/null sum.c",
                                  "-c empty.s",
                                  "-Oz sum.c main.c -o program",
                                  "-Oz -Wall broken.c main.c sum.c -o program",
                                  "-Oz missing.c main.c -lm",
                                  "",
                                  "-no-such-option -c sum.c",
                                  "-flto -Oz -c sum.c",
                                  "-Oz -x c-header -o square.pch square.h",
                                  "-Oz -x c -c -o in.o - < sum.c"}) {
    const int status = Run(Clang(" " + words));
    const std::string output = Output();
    const std::string errors = Errors();
    EXPECT_EQ(Run(Wrapped(words)), status) << words;
    EXPECT_EQ(Output(), output) << words;
    EXPECT_EQ(Errors(), errors) << words;
  }
  EXPECT_EQ(Counted("plain: makes no object"), 3u);
  EXPECT_EQ(Counted("plain: links"), 1u);  // of what was compiled before
  EXPECT_EQ(Counted("plain: several inputs"), 1u);
  EXPECT_EQ(Counted("compile failed"), 5u);
}

TEST_F(CompilerWrapper, FailsAsTheCompilerDoesWhereChildrenAreIgnored) {
  directory_.Write("broken.c", "int f(void) { return undeclared; }\n");
  const std::string deaf = "env --ignore-signal=CHLD ";
  EXPECT_EQ(Run(deaf + Wrapped("-Oz -c broken.c")), 1);
  EXPECT_EQ(Run(deaf + Wrapped("-Oz -c sum.c")), 0) << Errors();
  EXPECT_EQ(folder_.Units().size(), 1u);
}

TEST_F(CompilerWrapper, ReadsResponseFiles) {
  directory_.Write("words", "-Oz -DNAME='\"a b\"' \"-c\"\nsum.c");
  ASSERT_EQ(Run(Clang(" @words")), 0) << Errors();
  const std::string plain = directory_.Read("sum.o");
  fs::remove(directory_.path() / "sum.o");
  ASSERT_EQ(Run(Wrapped("@words")), 0) << Errors();
  EXPECT_EQ(directory_.Read("sum.o"), plain);
  EXPECT_EQ(folder_.Units().size(), 1u);
  EXPECT_EQ(Counted("recorded"), 1u);
}

TEST_F(CompilerWrapper, DoesWithoutAFolder) {
  EXPECT_EQ(Run("unset AUTOTUNE_BUILD; " + Wrapped("-Oz -c sum.c")), 0) << Errors();
  EXPECT_EQ(Run(Wrapped("-Oz -c sum.c"), "AUTOTUNE_BUILD=/dev/null/x"), 0) << Errors();
  EXPECT_EQ(Run(Wrapped("-Oz -c sum.c"), "AUTOTUNE_BUILD=relative"), 0) << Errors();
  EXPECT_THAT(Errors(), IsEmpty());
  EXPECT_THAT(folder_.Units(), IsEmpty());
}

TEST_F(CompilerWrapper, MakesTheFolder) {
  const UnitFolder own(directory_.path() / "deep" / "units");
  EXPECT_EQ(Run(Wrapped("-Oz -c sum.c"), "AUTOTUNE_BUILD=" + own.root().string()), 0) << Errors();
  EXPECT_EQ(own.Units().size(), 1u);
}

TEST_F(CompilerWrapper, TakesTheCompilerFromTheEnvironment) {
  directory_.WriteScript("mine", "echo mine \"$@\"");
  EXPECT_EQ(Run(Wrapped("-fconserve-stack 'a b' -c x.c"), "AUTOTUNE_CC=./mine"), 0);
  EXPECT_EQ(Output(), "mine -fconserve-stack a b -c x.c\n");
  EXPECT_EQ(Run(Wrapped("-c x.c"), "AUTOTUNE_CC='./mine compiler'"), 0);
  EXPECT_EQ(Output(), "mine compiler -c x.c\n");
  EXPECT_EQ(Run(Wrapped("-c x.c"), "AUTOTUNE_CC=./missing"), 127);
  EXPECT_THAT(Errors(), HasSubstr("can't run './missing'"));
}

TEST_F(CompilerWrapper, LeavesACompilerWithoutOurPluginAlone) {
  directory_.WriteScript("mine", "case $* in *plugin*) exit 1;; *) echo object > x.o;; esac");
  EXPECT_EQ(Run(Wrapped("-Oz -c x.c"), "AUTOTUNE_CC=./mine"), 0) << Errors();
  EXPECT_EQ(Counted("plain: the compiler can't load the plugin of autotune"), 1u);
  EXPECT_THAT(Errors(), IsEmpty());
}

/// The wrapper tries a compiler once.
TEST_F(CompilerWrapper, ForgetsAFailureOfItsFirstTry) {
  directory_.WriteScript("mine", "test -e works && exec " + Clang() + " \"$@\"\nexit 1");
  EXPECT_EQ(Run(Wrapped("-Oz -c sum.c"), "AUTOTUNE_CC=./mine"), 1);
  EXPECT_EQ(Run("touch works; " + Wrapped("-Oz -c sum.c"), "AUTOTUNE_CC=./mine"), 0);
  EXPECT_EQ(folder_.Units().size(), 1u);
}

TEST_F(CompilerWrapper, EndsByASignalDuringItsFirstTry) {
  directory_.WriteScript("mine", "echo > started; sleep 0.3; exec " + Clang() + " \"$@\"");
  const std::string command = Wrapped("-Oz -c sum.c") +
                              " & pid=$!\n"
                              "while ! test -e started; do sleep 0.02; done\n"
                              "kill -TERM $pid; wait $pid; test $? = 143 && ! test -e sum.o";
  EXPECT_EQ(Run(command, "AUTOTUNE_CC=./mine"), 0) << Errors();
  EXPECT_TRUE(fs::is_empty(folder_.temporary()));
  EXPECT_EQ(Run(Wrapped("-Oz -c sum.c"), "AUTOTUNE_CC=./mine"), 0) << Errors();
  EXPECT_EQ(folder_.Units().size(), 1u);
}

TEST_F(CompilerWrapper, ForgetsAUnitWhoseObjectBecomesAnother) {
  for (const std::string flags :
       {"-O2", "-Oz -v", "-Oz -flto -ffat-lto-objects", "-Oz -fsanitize=undefined"}) {
    ASSERT_EQ(Run(Wrapped("-Oz -c sum.c && ") + Wrapped("-Oz -c main.c -o main.o")), 0);
    ASSERT_EQ(Run(Wrapped("-Oz -M -o sum.o -c sum.c")), 0) << "makes no object";
    ASSERT_EQ(folder_.Units().size(), 2u);
    ASSERT_EQ(Run(Wrapped(flags + " -c sum.c")), 0) << Errors();
    ASSERT_EQ(folder_.Units().size(), 1u) << flags;
    EXPECT_EQ(folder_.Units()[0].source, "main.c");
    ASSERT_EQ(Run(Wrapped(flags + " -c main.c -o main.o")), 0) << Errors();
    EXPECT_THAT(folder_.Units(), IsEmpty()) << flags;
  }
  ASSERT_EQ(Run(Wrapped("-Oz sum.c main.c -o program")), 0) << Errors();
  EXPECT_EQ(folder_.Units().size(), 2u);
  ASSERT_EQ(Run(Wrapped("-O1 sum.c main.c -o program")), 0) << Errors();
  EXPECT_THAT(folder_.Units(), IsEmpty());
}

TEST_F(CompilerWrapper, ForgetsAUnitThatItCannotKeep) {
  directory_.WriteScript("mine",
                         "test -e silent && unset AUTOTUNE_RECORD\nexec " + Clang() + " \"$@\"");
  ASSERT_EQ(Run(Wrapped("-Oz -c sum.c"), "AUTOTUNE_CC=./mine"), 0) << Errors();
  ASSERT_EQ(folder_.Units().size(), 1u);
  ASSERT_EQ(Run("touch silent; " + Wrapped("-Oz -c sum.c"), "AUTOTUNE_CC=./mine"), 0) << Errors();
  EXPECT_EQ(Counted("no bitcode was written"), 1u);
  EXPECT_THAT(folder_.Units(), IsEmpty());
  ASSERT_EQ(Run("rm silent; " + Wrapped("-Oz -c sum.c"), "AUTOTUNE_CC=./mine"), 0) << Errors();
  ASSERT_EQ(folder_.Units().size(), 1u);
  fs::remove_all(folder_.root() / "plain");
  directory_.Write((folder_.root() / "plain").string(), "no folder");
  ASSERT_EQ(Run(Wrapped("-Oz -c sum.c"), "AUTOTUNE_CC=./mine"), 0) << Errors();
  EXPECT_EQ(Counted("unit not kept"), 1u);
  EXPECT_FALSE(folder_.UnitOf(directory_.path() / "sum.o"));
}

TEST_F(CompilerWrapper, RecordsNoProbe) {
  for (const std::string folder : {"CMakeFiles/3.25.1/CompilerIdCXX",
                                   "CMakeFiles/CMakeScratch/TryCompile-x", "meson-private/tmp1"}) {
    const std::string inside = "top=$PWD; mkdir -p " + folder + " && cp *.[ch] " + folder +
                               " && cd " + folder + " && " +
                               Wrapped("-Oz -c \"$top\"/sum.c \"$top\"/main.c && ");
    ASSERT_EQ(Run(inside + Wrapped("sum.o main.o && ") + Wrapped("-Oz sum.c main.c")), 0)
        << Errors();
    ASSERT_EQ(Run(Wrapped("-Oz -c " + folder + "/sum.c -o probe.o")), 0) << Errors();
  }
  EXPECT_THAT(folder_.Units(), IsEmpty());
  EXPECT_THAT(folder_.Links(), IsEmpty());
  EXPECT_EQ(Counted("plain: probe of a configure script"), 4 * 3u);
}

TEST_F(CompilerWrapper, CompilesCxx) {
  directory_.Write("x.cc", "#include <vector>\nint f(std::vector<int>& v) { return v.at(1); }\n");
  ASSERT_EQ(Run(AUTOTUNE_CXX " -std=c++20 -Oz -c x.cc"), 0) << Errors();
  EXPECT_EQ(folder_.Units().size(), 1u);
}

TEST_F(CompilerWrapper, DropsTheFlagsOfGcc) {
  ASSERT_EQ(Run(Wrapped("-fconserve-stack -Oz -c sum.c")), 0) << Errors();
  EXPECT_EQ(Counted("dropped -fconserve-stack"), 1u);
  std::string command = Clang(" -fsyntax-only sum.c");
  for (const std::string& flag : GccOnlyFlags()) command += ' ' + flag;
  EXPECT_NE(Run(command), 0);
  // Clang may go on with what it takes to be meant.
  for (const std::string& flag : GccOnlyFlags()) {
    EXPECT_THAT(Errors(), ContainsRegex("unknown argument:? '" + flag + "'"));
  }
}

TEST_F(CompilerWrapper, WorksForManyAtOnce) {
  std::string command;
  for (int i = 0; i < 40; ++i) {
    directory_.Write("u" + std::to_string(i) + ".c",
                     "int f" + std::to_string(i) + "(int x) { return x / 3; }\n");
  }
  ASSERT_EQ(Run("seq 0 39 | xargs -P 8 -I% " + Wrapped("-Oz -c u%.c")), 0) << Errors();
  EXPECT_EQ(folder_.Units().size(), 40u);
  EXPECT_EQ(Counted("recorded"), 40u);
  EXPECT_TRUE(fs::is_empty(folder_.temporary()));
}

TEST_F(CompilerWrapper, PutsTheTunedObjectInPlace) {
  ASSERT_EQ(Run(Wrapped("-Oz -c sum.c")), 0) << Errors();
  const std::string plain = directory_.Read("sum.o");
  ASSERT_TRUE(folder_.Replace(folder_.Tuned(folder_.Units()[0].key()), "tuned"));
  ASSERT_EQ(Run(Wrapped("-Oz -c sum.c")), 0);
  EXPECT_EQ(directory_.Read("sum.o"), plain) << "only in apply mode";
  const std::string apply = "AUTOTUNE_BUILD_MODE=apply";
  ASSERT_EQ(Run(Wrapped("-Oz -c sum.c"), apply), 0);
  EXPECT_EQ(directory_.Read("sum.o"), "tuned");
  EXPECT_EQ(Counted("applied"), 1u);
  // Other code, another object.
  ASSERT_EQ(Run(Wrapped("-Oz -fPIC -c sum.c"), apply), 0);
  EXPECT_NE(directory_.Read("sum.o"), "tuned");
  directory_.Write("square.h", "static int square(int x) { return x * x * x; }\n");
  ASSERT_EQ(Run(Wrapped("-Oz -c sum.c"), apply), 0);
  EXPECT_NE(directory_.Read("sum.o"), "tuned");
  EXPECT_EQ(Counted("not tuned"), 2u);
}

/// Bitcode has only the name of the file, so the key of the unit would stay when it changes.
TEST_F(CompilerWrapper, KeepsNoUnitWhoseAssemblyReadsAFile) {
  directory_.Write("blob", "text");
  const std::string file = (directory_.path() / "blob").string();
  directory_.Write("at_top.c", "__asm__(\".incbin \\\"" + file + "\\\"\");\n");
  directory_.Write("inside.c", "void f(void) { __asm__(\".pushsection .rodata\\n.incbin \\\"" +
                                   file + "\\\"\\n.popsection\"); }\n");
  ASSERT_EQ(Run(Wrapped("-Oz -c at_top.c && ") + Wrapped("-Oz -c inside.c")), 0) << Errors();
  EXPECT_EQ(Counted("plain: its assembly reads a file"), 2u);
  EXPECT_THAT(folder_.Units(), IsEmpty());
}

TEST_F(CompilerWrapper, MakesTheProgramThatOneCallCompilesAndLinks) {
  const std::string words = "-Oz -g sum.c main.c -o program -Wl,--build-id";
  ASSERT_EQ(Run(Clang(" " + words)), 0) << Errors();
  const std::string plain = directory_.Read("program");
  const std::size_t files = Files();
  fs::remove(directory_.path() / "program");
  ASSERT_EQ(Run(Wrapped(words)), 0) << Errors();
  EXPECT_EQ(directory_.Read("program"), plain);
  EXPECT_EQ(Files(), files);
  EXPECT_THAT(Errors(), IsEmpty());
  const std::vector<RecordedUnit> units = folder_.Units();
  ASSERT_EQ(units.size(), 2u);
  EXPECT_TRUE(folder_.IsLinkedObject(units[0].OutputPath()));
  ASSERT_EQ(folder_.Links().size(), 1u);
  EXPECT_EQ(folder_.Links()[0].words[2],
            folder_.LinkedObject(directory_.path() / "program", directory_.path() / "sum.c"));
  // A tuned object is linked.
  directory_.Write("other.c", "int sum(int n) { return 40 + n; }\n");
  ASSERT_EQ(Run(Clang(" -c other.c")), 0);
  for (const RecordedUnit& unit : units) {
    if (unit.source == "sum.c") {
      fs::copy_file(directory_.path() / "other.o", folder_.Tuned(unit.key()));
    }
  }
  ASSERT_EQ(Run(Wrapped(words), "AUTOTUNE_BUILD_MODE=apply"), 0) << Errors();
  EXPECT_EQ(Run("./program"), 47);
}

TEST_F(CompilerWrapper, ShowsNoWarningOfALinkThatItMade) {
  for (const std::string words : {"-Oz -Werror -Wall -Wa,--noexecstack sum.c main.c -o program",
                                  "-Oz -Werror -Wp,-MMD,deps.d sum.c main.c -o program"}) {
    ASSERT_EQ(Run(Wrapped(words)), 0) << Errors();
    EXPECT_THAT(Errors(), IsEmpty());
  }
  EXPECT_THAT(directory_.Read("deps.d"), Not(HasSubstr("state")));
}

TEST_F(CompilerWrapper, CompilesWhereTheStateIsOfAnEarlierVersion) {
  fs::remove(folder_.root() / "objects");
  ASSERT_EQ(Run(Wrapped("-Oz sum.c main.c -o program")), 0) << Errors();
  EXPECT_EQ(folder_.Units().size(), 2u);
}

TEST_F(CompilerWrapper, LeavesThePlainObjectIfTheTunedOneCannotBeRead) {
  ASSERT_EQ(Run(Wrapped("-Oz -c sum.c")), 0) << Errors();
  const std::string plain = directory_.Read("sum.o");
  fs::create_directory(folder_.Tuned(folder_.Units()[0].key()));
  ASSERT_EQ(Run(Wrapped("-Oz -c sum.c"), "AUTOTUNE_BUILD_MODE=apply"), 0);
  EXPECT_EQ(directory_.Read("sum.o"), plain);
  EXPECT_EQ(Counted("tuned object not applied"), 1u);
}

TEST_F(CompilerWrapper, TakesHostileNamesAsNames) {
  const std::string name = "a 'b'; touch hacked; $(touch hacked) \"c\" -x";
  directory_.Write(name + ".c", kSource);
  ASSERT_EQ(Run("set -- *x.c; " + Wrapped("-Oz -c \"$1\" -o \"$1.o\"")), 0) << Errors();
  ASSERT_EQ(folder_.Units().size(), 1u);
  EXPECT_EQ(folder_.Units()[0].source, name + ".c");
  EXPECT_FALSE(fs::exists(directory_.path() / "hacked"));
}

TEST_F(CompilerWrapper, EndsByTheCompilersSignal) {
  directory_.WriteScript("mine",
                         "case $* in *null*) echo > \"$AUTOTUNE_RECORD\"; exit 0;; esac\n"
                         "kill -TERM $$");
  // Of a shell's $?, 143 may be an exit status, too.
  const std::string call =
      "python3 -c 'import os, subprocess; "
      "os._exit(subprocess.call(os.environ[\"CALL\"].split()) != -15)'";
  EXPECT_EQ(Run(call, "AUTOTUNE_CC=./mine CALL='" + Wrapped("-Oz -c sum.c") + "'"), 0) << Errors();
  EXPECT_TRUE(fs::is_empty(folder_.temporary()));
}

TEST_F(CompilerWrapper, RefusesToBeItsOwnCompiler) {
  for (const std::string words : {"-Oz -c sum.c", "main.o -o main"}) {
    EXPECT_EQ(Run(Wrapped(words), "AUTOTUNE_CC='ccache " AUTOTUNE_CC "'"), 127);
    EXPECT_THAT(Errors(), HasSubstr("is a wrapper of autotune"));
  }
}

TEST_F(CompilerWrapper, PassesItselfByInThePath) {
  const std::string name(kClangProgram);
  for (const std::string folder : {"c", "c++"}) {
    fs::create_directory(directory_.path() / folder);
    fs::create_symlink(folder == "c" ? AUTOTUNE_CC : AUTOTUNE_CXX,
                       directory_.path() / folder / name);
  }
  const std::string call = "/usr/bin/timeout -s KILL 5 c/" + name + " -Oz -c sum.c";
  EXPECT_EQ(Run(call, "PATH=\"$PWD/c:c++:$PATH\""), 0) << Errors();
  ASSERT_EQ(folder_.Units().size(), 1u);
  EXPECT_EQ(Run(call, "PATH=\"$PWD/c:c++\" AUTOTUNE_CC='/usr/bin/env " + name + "'"), 127);
  EXPECT_THAT(Errors(), HasSubstr("is a wrapper of autotune"));
}

TEST_F(CompilerWrapper, KeepsUnitsOfDifferentCompilersApart) {
  ASSERT_EQ(Run(Wrapped("-Oz -c sum.c")), 0) << Errors();
  const Hash128 plain = folder_.Units().at(0).key();
  const std::string sections = Clang() + " -ffunction-sections";
  ASSERT_EQ(Run(Wrapped("-Oz -c sum.c"), "AUTOTUNE_CC='" + sections + "'"), 0) << Errors();
  EXPECT_NE(folder_.Units().at(0).key(), plain);
}

TEST_F(CompilerWrapper, PassesASignalOn) {
  directory_.WriteScript("mine",
                         "case $* in *null*) echo > \"$AUTOTUNE_RECORD\"; exit 0;; esac\n"
                         "trap 'echo ended >> ended; exit 7' TERM\n"
                         "echo > started\n"
                         "while :; do sleep 0.02; done");
  const std::string command = Wrapped("-Oz -c sum.c") +
                              " & pid=$!\n"
                              "while ! test -e started; do sleep 0.02; done\n"
                              "kill -TERM $pid; wait $pid; test $? = 7 && cat ended";
  EXPECT_EQ(Run(command, "AUTOTUNE_CC=./mine"), 0) << Errors();
  EXPECT_EQ(Output(), "ended\n");
}

}  // namespace
}  // namespace autotune
