#include "dataset/compile_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dataset/compile_commands.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

SortedFlags Sort(const std::string& flags) { return SortFlags(*SplitCommand(flags)); }

TEST(SortFlags, KeepsWhatARealBuildSays) {
  const std::string flags =
      "-DNDEBUG -D A=1 -UB -Iinclude -I ../x -isystem /usr/include -iquote q -idirafter d "
      "-include config.h -imacros m.h --sysroot=/s -isysroot /s -std=gnu++20 -stdlib=libc++ -xc++ "
      "-x c -m64 -march=armv8.1-a+crc -mcpu=native -mno-sse -fPIC -fno-exceptions "
      "-fvisibility=hidden -fstack-protector-strong -fno-strict-aliasing -ftemplate-depth=900 "
      "-fdebug-prefix-map=/a=/b -ffile-prefix-map=/a=. -fcf-protection=full -Wall -Wno-x "
      "-Wp,-D_FORTIFY_SOURCE=2 -pthread -pedantic -ansi -nostdinc -target x86_64-linux-gnu "
      "--target=arm-none-eabi -arch arm64";
  const SortedFlags sorted = Sort(flags);
  EXPECT_EQ(sorted.kept, *SplitCommand(flags));
  EXPECT_THAT(sorted.refused, IsEmpty());
}

TEST(SortFlags, SaysNothingOfOptimisationDebuggingLinkingAndOutput) {
  const SortedFlags sorted = Sort(
      "-c -O2 -g -ggdb3 -gsplit-dwarf -flto=auto -Werror=x -o a.o -ob.o -MD -MMD -MP -MF a.d "
      "-MT a.o -MQ a.o -pipe -lm -L/x -L y -Wl,--as-needed -Wa,-mfoo -Wp,-MMD,a.d -shared "
      "-fsanitize=address -fprofile-generate=/tmp/x -fprofile-use=x -fprofile-arcs "
      "-fprofile-instr-generate=evil --param x=1 -fuse-ld=lld");
  EXPECT_THAT(sorted.kept, IsEmpty());
  EXPECT_THAT(sorted.refused, IsEmpty());
}

TEST(SortFlags, RefusesWhatRunsOrWritesSomething) {
  for (const std::string flag : {"-fplugin=evil.so",
                                 "-fplugin-arg-evil-x=y",
                                 "-fpass-plugin=evil.so",
                                 "-Xclang -load",
                                 "-Xclang -fplugin=evil.so",
                                 "-Xclang -add-plugin",
                                 "-mllvm -load=evil.so",
                                 "-mllvm -stats",
                                 "-MJ evil.json",
                                 "-MJevil.json",
                                 "-save-temps",
                                 "-save-temps=cwd",
                                 "-ftime-trace",
                                 "-ftime-trace=evil",
                                 "--serialize-diagnostics evil",
                                 "-serialize-diagnostics evil",
                                 "-fcrash-diagnostics-dir=evil",
                                 "-B .",
                                 "-B.",
                                 "-specs=evil",
                                 "--specs=evil",
                                 "-wrapper evil,x",
                                 "-ftest-coverage",
                                 "-fstack-usage",
                                 "-fproc-stat-report=evil",
                                 "-foptimization-record-file=evil",
                                 "-fsave-optimization-record",
                                 "-fdump-tree-all",
                                 "-fmodules-cache-path=evil",
                                 "-fmodule-output=evil",
                                 "-fembed-bitcode",
                                 "-fsyntax-only",
                                 "-fauto-profile=evil",
                                 "-fmemory-profile=evil",
                                 "-fsample-profile-use=evil",
                                 "-fthinlto-index=evil",
                                 "-fopenmp-targets=evil",
                                 "--config=evil",
                                 "--config evil",
                                 "-cc1",
                                 "-cc1as",
                                 "--driver-mode=cl",
                                 "-###",
                                 "-resource-dir evil",
                                 "-ivfsoverlay evil",
                                 "-index-store-path evil",
                                 "-working-directory evil",
                                 "-include-pch evil.pch",
                                 "-Wp,-DA,-MD,evil",
                                 "-Wp,-o,evil",
                                 "-Xpreprocessor -MD",
                                 "-Xassembler x",
                                 "-Xarch_x86_64 -fplugin=evil.so",
                                 "-x cuda",
                                 "-xassembler-with-cpp",
                                 "-target @evil",
                                 "-emit-ast",
                                 "--analyze",
                                 "-rewrite-objc",
                                 "-dumpdir evil",
                                 "-aux-info evil",
                                 "-module-dependency-dir evil",
                                 "-mlink-builtin-bitcode evil",
                                 "-object-file-name=evil",
                                 "-print-file-name=x",
                                 "@evil",
                                 "evil.c",
                                 "-",
                                 "-fuse/../evil",
                                 "-mabi=/evil"}) {
    const SortedFlags sorted = Sort(flag);
    EXPECT_THAT(sorted.kept, IsEmpty()) << flag;
    EXPECT_THAT(sorted.refused, testing::Not(IsEmpty())) << flag;
  }
}

// A word that a compiler reads as a flag must not come through as the value of another one.
TEST(SortFlags, NoFlagHidesInAValue) {
  for (const std::string flags :
       {"-I @evil", "-D -fplugin=evil.so", "-I -fplugin=evil.so", "-include -fplugin=evil.so",
        "--sysroot -fplugin=evil.so", "--sysroot= -fplugin=evil.so", "-x -fplugin=evil.so",
        "-target -fplugin=evil.so", "-Xclang -include -Xclang -fplugin=evil.so",
        "-Xclang -include -Xclang @evil", "-o -fplugin=evil.so", "-std= -fplugin=evil.so", "-D",
        "-include", "-Xclang", "-isystem @evil", "-o"}) {
    for (const std::string& word : Sort(flags).kept) EXPECT_EQ(word, "--sysroot=") << flags;
  }
  EXPECT_THAT(Sort("-o -DA -DB").kept, ElementsAre("-DB"));
}

TEST(SortFlags, KnowsAHeaderThatIsCompiledAhead) {
  EXPECT_THAT(Sort("-Xclang -include-pch -Xclang p.pch -Xclang -include -Xclang p.hxx -DA").kept,
              ElementsAre("-include", "p.hxx", "-DA"));
}

}  // namespace
}  // namespace autotune
