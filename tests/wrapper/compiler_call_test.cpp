#include "wrapper/compiler_call.h"

#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Words = std::vector<std::string>;

CompilerCall Read(const Words& words, RecordedLevels levels = RecordedLevels::kSize) {
  return ReadCompilerCall(words, levels);
}

TEST(CompilerCall, ReadsACompileOfOneSource) {
  const Words words = {"-DA=1", "-I",  "include", "-std=gnu99", "-fPIC",   "-Oz",   "-MMD",
                       "-MF",   "x.d", "-c",      "-o",         "out/x.o", "-Wall", "dir/x.c"};
  const CompilerCall call = Read(words);
  EXPECT_EQ(call.refusal, "");
  EXPECT_EQ(call.source, "dir/x.c");
  EXPECT_EQ(call.output, "out/x.o");
  EXPECT_EQ(call.words, words);
  EXPECT_THAT(call.code_words, ElementsAre("-fPIC", "-Oz"));
  EXPECT_FALSE(call.links);
}

/// What they change is in the bitcode, and they name the folder.
TEST(CompilerCall, MakesNoCodeByTheMapsOfFolders) {
  const CompilerCall call = Read({"-Oz", "-c", "-ffile-prefix-map=/a=.", "-fmacro-prefix-map=/a=.",
                                  "-fdebug-prefix-map=/a=.", "-fcoverage-prefix-map=/a=.", "x.c"});
  EXPECT_EQ(call.refusal, "");
  EXPECT_THAT(call.code_words, ElementsAre("-Oz"));
}

TEST(CompilerCall, NamesTheObjectAsTheCompilerDoes) {
  EXPECT_EQ(Read({"-Os", "-c", "dir/x.y.cpp"}).output, "x.y.o");
  EXPECT_EQ(Read({"-Os", "-c", "-ox.obj", "x.c"}).output, "x.obj");
}

TEST(CompilerCall, RecordsEachKindOfSource) {
  for (const std::string source : {"x.c", "x.i", "x.ii", "x.cc", "x.cpp", "x.cxx", "x.C"}) {
    EXPECT_EQ(Read({"-Oz", "-c", source}).refusal, "") << source;
  }
  EXPECT_EQ(Read({"-Oz", "-x", "c", "-c", "x.inc"}).refusal, "");
  EXPECT_EQ(Read({"-Oz", "-xc++", "-c", "x.inc"}).refusal, "");
}

struct Refused {
  Words words;
  std::string reason;
};

void PrintTo(const Refused& refused, std::ostream* out) {
  for (const std::string& word : refused.words) *out << word << ' ';
}

class RefusedCall : public testing::TestWithParam<Refused> {};

TEST_P(RefusedCall, GoesUnchangedToThePlainCompiler) {
  const CompilerCall call = Read(GetParam().words);
  EXPECT_EQ(call.refusal, GetParam().reason);
  EXPECT_EQ(call.words, GetParam().words);
}

INSTANTIATE_TEST_SUITE_P(
    Table, RefusedCall,
    testing::Values(
        Refused{{}, "no input"}, Refused{{"-c", "-Oz"}, "no input"},
        Refused{{"--version"}, "asks the compiler something"},
        Refused{{"-v"}, "shows what the compiler does"},
        Refused{{"-dumpmachine"}, "asks the compiler something"},
        Refused{{"-print-search-dirs"}, "asks the compiler something"},
        Refused{{"-###", "-Oz", "-c", "x.c"}, "asks the compiler something"},
        Refused{{"-Oz", "-E", "x.c"}, "makes no object"},
        Refused{{"-Oz", "-S", "x.c"}, "makes no object"}, Refused{{"-M", "x.c"}, "makes no object"},
        Refused{{"-MM", "x.c"}, "makes no object"},
        Refused{{"-Oz", "-c", "-emit-llvm", "x.c"}, "makes bitcode"},
        Refused{{"-fsyntax-only", "x.c"}, "makes no object"},
        Refused{{"-c", "x.s", "-Oz"}, "no C or C++ source"},
        Refused{{"-c", "x.S", "-Oz"}, "no C or C++ source"},
        Refused{{"-c", "x.h", "-Oz"}, "no C or C++ source"},
        Refused{{"-c", "x.bc", "-Oz"}, "no C or C++ source"},
        Refused{{"-Oz", "-c", "x.c", "y.c"}, "several inputs"},
        Refused{{"-Oz", "x.o", "-o", "x", "-lm"}, "links"},
        Refused{{"-Oz", "x.c", "-o", "x"}, "compiles and links"},
        Refused{{"-Oz", "-r", "x.o", "y.o", "-o", "z.o"}, "makes an object of objects"},
        Refused{{"-Oz", "-c", "conftest.c"}, "probe of a configure script"},
        Refused{{"-Oz", "conftest.cc", "-o", "conftest"}, "probe of a configure script"},
        Refused{{"-Oz", "-c", "@words"}, "response file"},
        Refused{{"-Oz", "-c", "-x", "c", "-"}, "source from standard input"},
        Refused{{"-Oz", "-c", "-x", "assembler", "x.c"}, "other language"},
        Refused{{"-Oz", "-x", "c-header", "x.h"}, "other language"},
        Refused{{"-fthinlto-index=x", "-Oz", "-c", "x.c"}, "link-time optimisation"},
        Refused{{"-flto", "-ffat-lto-objects", "-Oz", "-c", "x.c"}, "link-time optimisation"},
        Refused{{"-flto-new", "-Oz", "-c", "x.c"}, "link-time optimisation"},
        Refused{{"-fpass-plugin=x.so", "-Oz", "-c", "x.c"}, "compiler plugin"},
        Refused{{"-fprofile-use=x", "-Oz", "-c", "x.c"}, "profile or coverage"},
        Refused{{"--coverage", "-Oz", "-c", "x.c"}, "profile or coverage"},
        Refused{{"-fsanitize=address", "-Oz", "-c", "x.c"}, "sanitizer"},
        Refused{{"-pg", "-Oz", "-c", "x.c"}, "instrumented code"},
        Refused{{"-gsplit-dwarf", "-Oz", "-c", "x.c"}, "writes further files"},
        Refused{{"-save-temps=obj", "-Oz", "-c", "x.c"}, "writes further files"},
        Refused{{"-include-pch", "x.pch", "-Oz", "-c", "x.c"}, "precompiled header"},
        Refused{{"-grecord-gcc-switches", "-Oz", "-c", "x.c"},
                "the object records its command line"},
        Refused{{"-Xclang", "-load", "-Oz", "-c", "x.c"}, "options of the compiler's inside"},
        Refused{{"-mllvm", "-x", "-Oz", "-c", "x.c"}, "options of the compiler's inside"},
        Refused{{"-Oz", "-c", "x.c", "-o"}, "option without its value"},
        Refused{{"-Oz", "-c", "x.c", "--"}, "unknown option '--'"},
        Refused{{"-Oz", "-c", "x.c", "-new\n"}, "unknown option '-new '"},
        Refused{{"-c", "x.c"}, "not optimised"}, Refused{{"-Og", "-c", "x.c"}, "not optimised"},
        Refused{{"-O2", "-c", "x.c"}, "not compiled for size"},
        Refused{{"-O", "-c", "x.c"}, "not compiled for size"},
        Refused{{"-Oz", "-O0", "-c", "x.c"}, "not optimised"}));

TEST(CompilerCall, RecordsOtherLevelsIfAsked) {
  for (const std::string level : {"-O", "-O1", "-O2", "-O3", "-Os", "-Oz"}) {
    EXPECT_EQ(Read({level, "-c", "x.c"}, RecordedLevels::kOptimized).refusal, "") << level;
  }
  for (const std::string level : {"-O0", "-Og", "-g"}) {
    EXPECT_EQ(Read({level, "-c", "x.c"}, RecordedLevels::kOptimized).refusal, "not optimised")
        << level;
  }
}

TEST(CompilerCall, MakesMachineCodeOfTheBitcodeForTheLinker) {
  for (const std::string flag : {"-flto", "-flto=thin", "-flto=full", "-flto=auto"}) {
    const CompilerCall call = Read({flag, "-Oz", "-flto-jobs=4", "-fuse-ld=lld", "-c", "x.c"});
    EXPECT_EQ(call.refusal, "");
    EXPECT_THAT(call.code_words, ElementsAre("-Oz", kMachineCode)) << flag;
    EXPECT_TRUE(Read({flag, "x.o", "-o", "x", "--ld-path=/bin/ld.lld"}).links) << flag;
  }
  EXPECT_THAT(Read({"-flto", "-Oz", "-fno-lto", "-c", "x.c"}).code_words, ElementsAre("-Oz"));
}

TEST(CompilerCall, DropsWhatOnlyGccKnows) {
  const CompilerCall call = Read({"-fconserve-stack", "-Oz", "-fno-ipa-sra", "-c", "x.c"});
  EXPECT_EQ(call.refusal, "");
  EXPECT_THAT(call.words, ElementsAre("-Oz", "-c", "x.c"));
  EXPECT_THAT(call.dropped, ElementsAre("-fconserve-stack", "-fno-ipa-sra"));
  for (const std::string flag :
       {"-fno-tree-sra", "-fno-ipa-modref", "-fpredictive-commoning", "-ftree-loop-distribution",
        "-fno-var-tracking-assignments", "-fira-region=mixed", "-flive-patching=inline-clone"}) {
    EXPECT_THAT(Read({flag, "-Oz", "-c", "x.c"}).dropped, ElementsAre(flag));
  }
  // Code may rely on these, and clang knows the last two.
  for (const std::string flag : {"-fno-toplevel-reorder", "-fwrapv-pointer", "-fno-lifetime-dse",
                                 "-fno-strict-aliasing", "-fno-var-tracking"}) {
    EXPECT_THAT(Read({flag, "-Oz", "-c", "x.c"}).dropped, IsEmpty()) << flag;
  }
  // Clang itself takes no notice of these.
  EXPECT_EQ(Read({"-specs=/usr/share/dpkg/no-pie-compile.specs", "-Oz", "-c", "x.c"}).refusal, "");
}

TEST(CompilerCall, TakesAHostileNameForAName) {
  const CompilerCall call = Read({"-Oz", "-c", "a b;$(rm -r x)'\".c", "-o", "a\nb.o"});
  EXPECT_EQ(call.refusal, "");
  EXPECT_EQ(call.source, "a b;$(rm -r x)'\".c");
  EXPECT_EQ(call.output, "a\nb.o");
}

TEST(CompilerCall, TellsCompilingFromLinkingIfOneCallDoesBoth) {
  const CompilerCall call = Read({"-Oz", "a.c", "-o", "prog", "b.o", "c.cc", "-lm"});
  EXPECT_TRUE(call.links);
  EXPECT_EQ(call.output, "prog");
  EXPECT_THAT(call.sources, ElementsAre(1, 5));
  EXPECT_THAT(call.inputs, ElementsAre(1, 4, 5));
  // Positions are those of the words that are left.
  EXPECT_THAT(Read({"-fconserve-stack", "-Oz", "a.c"}).sources, ElementsAre(1));
  // The compiler names the file of dependencies after the program.
  EXPECT_THAT(Read({"-Oz", "-MMD", "a.c"}).sources, IsEmpty());
  EXPECT_THAT(Read({"-Oz", "-Wp,-MMD,a.d", "a.c"}).sources, IsEmpty());
  EXPECT_THAT(Read({"-Oz", "-Wp,-DA", "a.c"}).sources, ElementsAre(2));
  EXPECT_THAT(Read({"-Oz", "-x", "c", "a.c"}).sources, IsEmpty());
  EXPECT_THAT(Read({"-O2", "a.c"}).sources, IsEmpty());
  EXPECT_THAT(Read({"-O2", "a.c"}, RecordedLevels::kOptimized).sources, ElementsAre(1));
  EXPECT_THAT(Read({"-Oz", "-c", "a.c"}).sources, IsEmpty());
  EXPECT_THAT(Read({"-Oz", "-flto", "a.c"}).sources, ElementsAre(2));
}

TEST(CompilerCall, SaysOfWhatThereWillBeObjects) {
  EXPECT_THAT(Read({"-O2", "-c", "a.c", "-v"}).compiled, ElementsAre("a.c"));
  EXPECT_THAT(Read({"-O2", "-c", "a.c", "-###"}).compiled, IsEmpty());
  EXPECT_THAT(Read({"-Oz", "-c", "a.c", "-emit-llvm", "-o", "a.o"}).compiled, ElementsAre("a.c"));
  EXPECT_THAT(Read({"-Oz", "-c", "a.c", "-emit-llvm"}).compiled, IsEmpty()) << "a.bc";
  EXPECT_THAT(Read({"-Oz", "-S", "a.c", "-emit-llvm", "-o", "a.o"}).compiled, IsEmpty());
  EXPECT_THAT(Read({"-O2", "-c", "a.c", "b.s"}).compiled, ElementsAre("a.c", "b.s"));
  EXPECT_THAT(Read({"-Oz", "-flto", "-c", "a.c", "-o", "x.o"}).compiled, ElementsAre("a.c"));
  EXPECT_THAT(Read({"-O2", "a.c", "b.o"}).compiled, ElementsAre("a.c"));
  EXPECT_THAT(Read({"-Oz", "-M", "-c", "a.c", "-o", "a.o"}).compiled, IsEmpty());
}

TEST(CompilerCall, SaysWhatIsLinked) {
  const CompilerCall call = Read({"x.o", "-o", "prog", "-lm"});
  EXPECT_TRUE(call.links);
  EXPECT_EQ(call.output, "prog");
  EXPECT_FALSE(Read({"--version"}).links);
  EXPECT_TRUE(Read({"x.o", "-B", "tools", "-Bbin", "-rtlib=libgcc", "--unwindlib=libgcc", "-e",
                    "main", "-rpath", "/lib"})
                  .links);
}

}  // namespace
}  // namespace autotune
