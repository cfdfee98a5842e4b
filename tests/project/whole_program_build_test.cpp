// `autotune build --whole-program` on a small project.

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/file.h"
#include "core/toolchain.h"
#include "project/built_project.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// A program of two units, one of them in an archive, and an object that isn't compiled for size.
constexpr char kWholeMakefile[] =
    "prog: main.o plain.o libparts.a\n"
    "\t$(CC) main.o -o $@ plain.o libparts.a -rdynamic\n"
    "libparts.a: calc.o\n\tar rcs $@ calc.o\n"
    "main.o: main.c\n\t$(CC) -Oz -c $<\n"
    "calc.o: calc.c\n\t$(CC) -Oz -Dmain=calc -c $<\n"
    "plain.o: plain.c\n\t$(CC) -O1 -c $<\n";

class WholeProgramBuild : public BuiltProject {
 protected:
  WholeProgramBuild() {
    directory_.Write("Makefile", kWholeMakefile);
    directory_.Write("main.c",
                     "#include <stdio.h>\n"
                     "int calc(void); int plain(int);\n"
                     "int called_by_plain(int x) { return x + 1; }\n"
                     "int unused(int x) { return printf(\"%d %d\\n\", x, x * x) + calc(); }\n"
                     "int main(int argc, char** argv) {\n"
                     "  if (argc > 5) printf(\"%s\\n\", argv[5]);\n"
                     "  return plain(argc) + calc(); }\n");
    directory_.Write("plain.c",
                     "int called_by_plain(int);\n"
                     "int plain(int x) { return called_by_plain(x) - 2; }\n");
    Makefile("");
  }

  void Makefile(const std::string& flags) {
    std::string text = kWholeMakefile;
    const std::string word = "-rdynamic";
    directory_.Write("Makefile", text.replace(text.find(word), word.size(), flags));
  }

  /// The inliner takes a function that fills an object to cost nothing, as constructors of C++.
  void WriteWhatTheInlinerMakesLarger() {
    std::string fill;
    for (int i = 0; i < 12; ++i)
      fill += "  s->f[" + std::to_string(i) + "] = " + std::to_string(i * i + 7) + ";\n";
    directory_.Write("main.c",
                     "struct S { int f[16]; };\n"
                     "int sum;\n"
                     "int unused(int x) { return x / 7 + x % 13 + sum / 11; }\n"
                     "void fill(struct S* s) {\n" +
                         fill +
                         "}\n"
                         "__attribute__((noinline)) void use(struct S* s) {\n"
                         "  for (int i = 0; i < 16; ++i) sum += s->f[i % 12]; }\n");
    std::string body;
    for (int i = 0; i < 40; ++i) body += "  { struct S s; fill(&s); use(&s); }\n";
    directory_.Write("calls.c",
                     "struct S { int f[16]; };\n"
                     "void fill(struct S*); void use(struct S*); extern int sum;\n"
                     "int main(void) {\n" +
                         body + "  return sum == 0; }\n");
    directory_.Write("Makefile",
                     "prog: main.o calls.o\n\t$(CC) main.o calls.o -o $@\n"
                     "%.o: %.c\n\t$(CC) -Oz -c $<\n");
  }

  /// The key of the one merged program.
  Hash128 Key() const { return folder_.Merged().at(0).key; }
};

TEST_F(WholeProgramBuild, LinksOneModule) {
  Shell("make CC=" + Clang());
  const std::string behaviour = Shell("./prog");
  Shell("rm -f prog *.o *.a");
  const std::vector<std::string> options = {"--budget", "9s", "--whole-program", "prog", "--stats"};
  const ProgramRun run = Build(options);
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("tuning 0 units and 1 whole program for 9s"));
  EXPECT_THAT(run.output, HasSubstr("linked, one module of 2 units, ")) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr(" merged object linked\n"));
  EXPECT_EQ(Shell("./prog"), behaviour);
  EXPECT_EQ(Shell("nm prog | grep -c ' [Tt] unused$' || true"), "0\n");
  EXPECT_EQ(Shell("nm prog | grep -c ' T called_by_plain$'"), "1\n");

  // It is applied to a clean tree, and once in force it stays.
  Shell("cp prog tuned && rm -f prog *.o *.a");
  EXPECT_EQ(Build({"--apply"}).status, 0);
  EXPECT_EQ(Shell("cmp prog tuned"), "");
  const ProgramRun again = Build({"--apply"});
  EXPECT_THAT(again.output, HasSubstr("one module of 2 units"));
  EXPECT_THAT(again.error_output, Not(HasSubstr("did not make")));

  // So it does if the build changes the file after its link.
  Shell("sed -i 's/libparts.a $/libparts.a \\&\\& strip $@/' Makefile && rm -f prog");
  EXPECT_EQ(Build({"--apply"}).status, 0);
  const ProgramRun stripped = Build({"--apply"});
  EXPECT_THAT(stripped.output, HasSubstr("one module of 2 units"));
  EXPECT_THAT(stripped.output, HasSubstr("'prog' is up to date"));

  // A changed program gets the list of its last version.
  Shell("sed -i 's/x - 2/x - 3/; s/argc > 5/argc > 6/' main.c");
  const ProgramRun changed = Build({"--apply"});
  ASSERT_EQ(changed.status, 0) << changed.error_output;
  EXPECT_THAT(changed.output, HasSubstr("one module of 2 units"));
  EXPECT_NE(Shell("./prog a b c d e | head -1"), "e\n");
  EXPECT_EQ(Shell("./prog a b c d e f | head -1"), "e\n");
  Makefile("");
  Shell("make CC=" + Clang());
}

TEST_F(WholeProgramBuild, AnotherCheckoutLinksTheSameProgram) {
  ASSERT_EQ(Build({"--budget", "9s", "--whole-program", "prog", "--plan", "build.plan"}).status, 0);
  EXPECT_THAT(directory_.Read("build.plan"), ContainsRegex("\"file\": \"prog\",[^}]*\"object\""));
  Shell("cp prog tuned && rm -f prog *.o *.a");
  fs::remove_all(folder_.root());
  const ProgramRun run = Build({"--apply", "--no-db", "--plan", "build.plan"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(Shell("cmp prog tuned"), "");
  EXPECT_FALSE(Exists(folder_.Tried(folder_.Merged().at(0).key)))
      << "the compiler makes it at once";
  EXPECT_EQ(folder_.Counts().at("recorded"), 2u) << "to link again, nothing is compiled again";
}

TEST_F(WholeProgramBuild, MakesSmallerWhatTheInlinerMakesLarger) {
  WriteWhatTheInlinerMakesLarger();
  const ProgramRun run = Build({"--budget", "9s", "--whole-program", "prog"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("tuning 2 units and 1 whole program"));
  EXPECT_THAT(run.output, HasSubstr("linked, one module of 2 units, ")) << run.error_output;
  EXPECT_EQ(Shell("./prog; echo $?"), "0\n");
  const ProgramRun again = Build({"--budget", "1s", "--whole-program", "prog"});
  EXPECT_THAT(again.error_output, HasSubstr("tuning 0 units and 1 whole program"));
}

/// A shard may begin after another has made the program small enough.
TEST_F(WholeProgramBuild, EachUnitIsOfOneShard) {
  WriteWhatTheInlinerMakesLarger();
  directory_.Write("a.c", "char a[400] = {1};\nint f(int x) { return a[x] / 7; }\n");
  directory_.Write("b.c", "char b[350] = {1};\nint g(int x) { return b[x] / 7; }\n");
  ASSERT_EQ(Build({"--record"}, {"make", "prog", "a.o", "b.o"}).status, 0);
  std::vector<std::string> logs;
  for (const std::string shard : {"1/3", "2/3", "3/3"}) {
    logs.push_back(
        Build({"--shard", shard, "--budget", "9s", "--whole-program", "prog"}).error_output);
  }
  EXPECT_TRUE(fs::exists(folder_.Tuned(Key())));
  for (const std::string target : {"a.c", "b.c", "prog"}) {
    EXPECT_THAT(logs, testing::Contains(HasSubstr("] " + target + ":")).Times(1));
  }
}

TEST_F(WholeProgramBuild, KeepsWhatTheDynamicTableGives) {
  Makefile("-rdynamic");
  const ProgramRun run = Build({"--budget", "9s", "--whole-program", "./prog"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(Shell("nm -D prog | grep -c ' T unused$'"), "1\n") << run.output;
}

TEST_F(WholeProgramBuild, KeepsWhatAssemblyGives) {
  Makefile("-rdynamic");
  Shell("echo '__asm__(\".text; .globl shared; shared: ret\");' >> main.c");
  const ProgramRun run = Build({"--budget", "9s", "--whole-program", "prog"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("one module of 2 units")) << run.error_output;
  EXPECT_EQ(Shell("nm -D prog | grep -c ' T shared$'"), "1\n");
}

TEST_F(WholeProgramBuild, IsTakenBackIfTheCheckFails) {
  ASSERT_EQ(Build({"--budget", "9s", "--whole-program", "prog"}).status, 0);
  directory_.Write("wrong.c",
                   "int called_by_plain(int x) { return x; }\n"
                   "int main(void) { return 77; }\n");
  Shell(Clang() + " -c wrong.c -o " + folder_.Tuned(Key()).string());
  const ProgramRun run =
      Build({"--apply", "--clean", "rm -f prog *.o *.a", "--check", "./prog > out; test $? != 77"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("prog' is taken back"));
  EXPECT_THAT(run.output, HasSubstr("as one module taken back"));
  Shell("./prog; test $? != 77");
}

TEST_F(WholeProgramBuild, LeavesDefinitionsOfOtherObjectsInForce) {
  directory_.Write(
      "main.c",
      "int calc(void); int plain(int); __attribute__((common)) int common;\n"
      "__attribute__((weak)) int hook(void) { return 1; }\n"
      "__attribute__((weak)) int setting = 7;\n"
      "int called_by_plain(int x) { return x; }\n"
      "int unused(int x) { return calc() * x; }\n"
      "int main(void) { return hook() * 64 + setting * 8 + common + plain(0) * 0; }\n");
  directory_.Write("plain.c",
                   "int called_by_plain(int); int common = 2;\n"
                   "int hook(void) { return 2; } int setting = 3;\n"
                   "int plain(int x) { return called_by_plain(x); }\n");
  Makefile("-fcommon");
  const ProgramRun run =
      Build({"--budget", "9s", "--whole-program", "prog"}, {"make", "CFLAGS=-fcommon"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("one module of 2 units")) << run.error_output;
  Shell("./prog; test $? = 154");
}

TEST_F(WholeProgramBuild, TakesOtherObjectsOfTheLink) {
  ASSERT_EQ(Build({"--budget", "9s", "--whole-program", "prog"}).status, 0);
  // The archive has another member now, of the same symbol.
  directory_.Write("other.c", "int calc(void) { return 99; }\n");
  Shell(
      "sed -i 's/ar rcs $@ calc.o/ar rcs $@ other.o/; s/libparts.a: calc.o/libparts.a: other.o/'"
      " Makefile && printf 'other.o: other.c\\n\\t$(CC) -Oz -c $<\\n' >> Makefile"
      " && rm -f libparts.a");
  const ProgramRun run = Build({"--apply"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("one module of 2 units"));
  Shell("./prog; test $? = 99");
}

TEST_F(WholeProgramBuild, IsMergedAgainIfOtherObjectsChange) {
  ASSERT_EQ(Build({"--budget", "9s", "--whole-program", "prog"}).status, 0);
  directory_.Write("plain.c",
                   "int called_by_plain(int);\n"
                   "int plain(int x) { return called_by_plain(x) + 5; }\n");
  EXPECT_EQ(Build({"--apply"}).status, 0);
  const ProgramRun run = Build({"--apply"});
  EXPECT_THAT(run.output, HasSubstr("'prog' is up to date"));
  EXPECT_THAT(run.output, HasSubstr("one module of 2 units"));
}

TEST_F(WholeProgramBuild, KnowsThatPlainMakeHasLinkedIt) {
  ASSERT_EQ(Build({"--budget", "9s", "--whole-program", "prog"}).status, 0);
  Shell("cp prog tuned && touch main.o && make CC=" + Clang() + " && ! cmp -s prog tuned");
  const ProgramRun run = Build({"--apply"});
  EXPECT_THAT(run.output, HasSubstr("one module of 2 units"));
  EXPECT_EQ(Shell("cmp prog tuned"), "");
}

TEST_F(WholeProgramBuild, WritesNoFileOfTheUsersLink) {
  Makefile("-Wl,--gc-sections,-Map=prog.map -Xlinker --dependency-file=prog.d");
  ASSERT_EQ(Build({"--budget", "9s", "--whole-program", "prog"}).status, 0);
  EXPECT_EQ(Shell("grep -c state/tmp prog.map prog.d || true"), "prog.map:0\nprog.d:0\n");
}

TEST_F(WholeProgramBuild, MakesCodeForAProgramOfALibrarysUnits) {
  std::string makefile = kWholeMakefile;
  const std::string words = "-Oz -Dmain=calc";
  makefile.replace(makefile.find(words), words.size(), words + " -fPIC");
  directory_.Write("Makefile", makefile);
  ProgramRun run = Build({"--budget", "9s", "--whole-program", "prog"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("linked, one module of 2 units, ")) << run.error_output;
  Shell("./prog");

  // A shared library needs code for one.
  directory_.Write("Makefile",
                   "prog: main.o calc.o\n\t$(CC) -shared -o $@ main.o calc.o\n"
                   "main.o: main.c\n\t$(CC) -Oz -fpic -c $<\n"
                   "calc.o: calc.c\n\t$(CC) -Oz -fPIC -Dmain=calc -c $<\n");
  run = Build({"--budget", "1s", "--whole-program", "prog", "--clean", "rm -f prog *.o"});
  EXPECT_THAT(run.error_output, HasSubstr("are compiled with different flags for code"));
}

/// Of two local symbols of one name, merging renames one, but not in the text of assembly.
TEST_F(WholeProgramBuild, LeavesUnitsApartWhoseAssemblyNamesALocalSymbol) {
  const auto write = [this](const std::string& file, const std::string& name, int value) {
    directory_.Write(file + ".c",
                     "__attribute__((used)) static int " + name + "(void) { return " +
                         std::to_string(value) + "; }\nint " + file +
                         "(void) {\n"
                         "  int result;\n"
                         "  __asm__ volatile(\"call hidden\" : \"=a\"(result) : : \"memory\", "
                         "\"rcx\", \"rdx\", \"rsi\", \"rdi\", \"r8\", \"r9\", \"r10\", \"r11\");\n"
                         "  return result; }\n");
  };
  directory_.Write("main.c", "int f(void); int g(void);\nint main(void) { return f() * g(); }\n");
  directory_.Write("Makefile",
                   "prog: main.o f.o g.o\n\t$(CC) main.o f.o g.o -o $@\n"
                   "%.o: %.c\n\t$(CC) -Oz -c $<\n");
  write("f", "hidden", 3);
  write("g", "hidden", 5);
  ProgramRun run = Build({"--budget", "1s", "--whole-program", "prog"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("assembly names 'hidden', which is local in one unit"));
  Shell("./prog; test $? = 15");

  // That of another unit may be global.
  Shell("sed -i 's/static//' g.c");
  run = Build({"--budget", "1s", "--whole-program", "prog"});
  EXPECT_THAT(run.error_output, HasSubstr("assembly names 'hidden', which is local in one unit"));
  Shell("./prog; test $? = 15");

  // Names that stay as they are do no harm.
  Shell("sed -i 's/hidden/other/' g.c");
  run = Build({"--budget", "9s", "--whole-program", "prog"});
  EXPECT_THAT(run.output, HasSubstr("one module of 3 units")) << run.error_output;
  Shell("./prog; test $? = 15");
}

/// In one module, a label of one unit would be the function that another one calls.
TEST_F(WholeProgramBuild, LeavesUnitsApartWhoseAssemblyHasALabelOfItsOwn) {
  directory_.Write("main.c", "int f(void); int g(void);\nint main(void) { return f() * g(); }\n");
  directory_.Write("f.c",
                   "__asm__(\".text\\nhidden: movl $3, %eax\\nret\");\n"
                   "int hidden(void); int f(void) { return hidden(); }\n");
  directory_.Write("g.c", "int hidden(void); int g(void) { return hidden(); }\n");
  directory_.Write("plain.c", "int hidden(void) { return 5; }\n");
  directory_.Write("Makefile",
                   "prog: main.o f.o g.o plain.o\n\t$(CC) main.o f.o g.o plain.o -o $@\n"
                   "plain.o: plain.c\n\t$(CC) -O1 -c $<\n"
                   "%.o: %.c\n\t$(CC) -Oz -c $<\n");
  ProgramRun run = Build({"--budget", "1s", "--whole-program", "prog"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("assembly names 'hidden', which is local in one unit"));
  Shell("./prog; test $? = 15");

  // A label that no other unit knows does no harm.
  Shell("sed -i 's/hidden/other/g' g.c plain.c");
  run = Build({"--budget", "9s", "--whole-program", "prog"});
  EXPECT_THAT(run.output, HasSubstr("one module of 3 units")) << run.error_output;
  Shell("./prog; test $? = 15");
}

TEST_F(WholeProgramBuild, TakesTheUnitsOfAWholeArchive) {
  for (const std::string option : {"-Wl,", "-Xlinker "}) {
    std::string makefile = kWholeMakefile;
    const std::string words = "plain.o libparts.a -rdynamic";
    makefile.replace(
        makefile.find(words), words.size(),
        "plain.o " + option + "--whole-archive libparts.a " + option + "--no-whole-archive");
    directory_.Write("Makefile", makefile);
    Shell("rm -rf state prog *.o *.a");
    const ProgramRun run = Build({"--budget", "9s", "--whole-program", "prog"});
    ASSERT_EQ(run.status, 0) << run.error_output;
    EXPECT_THAT(run.output, HasSubstr("linked, one module of 2 units, ")) << run.error_output;
    Shell("./prog");
  }
}

TEST_F(WholeProgramBuild, KeepsInlineFunctionsOfASharedLibrary) {
  directory_.Write("inline.h",
                   "inline int count;\n"
                   "__attribute__((noinline)) inline int rare(int x) { return x * 7 + count; }\n"
                   "int is_rare(int x);\n");
  directory_.Write("a.cc",
                   "#include \"inline.h\"\n"
                   "int call(int x) { return is_rare(x) ? rare(x) : x * 3; }\n"
                   "int more(int x) { int s = 0; while (x > 0) s += call(x--); return s; }\n");
  directory_.Write("b.cc", "#include \"inline.h\"\nint is_rare(int) { return 0; }\n");
  directory_.Write("Makefile",
                   "lib.so: a.o b.o\n\t$(CXX) -shared -o $@ a.o b.o\n"
                   "%.o: %.cc\n\t$(CXX) -Oz -fPIC -std=c++17 -c $<\n");
  const ProgramRun run = Build({"--budget", "9s", "--whole-program", "lib.so"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("linked, one module of 2 units, ")) << run.error_output;
  const std::string names = Shell("nm -D --defined-only lib.so | cut -c 18-");
  EXPECT_THAT(names, HasSubstr("W _Z4rarei\n"));
  EXPECT_THAT(names, HasSubstr(" count\n"));
}

/// Units for link-time optimisation, one of them in an archive, and an object of machine code.
class LtoBuild : public WholeProgramBuild, public testing::WithParamInterface<std::string> {
 protected:
  LtoBuild() { LtoMakefile(GetParam(), GetParam()); }

  /// `calc_flags` are those of one unit alone.
  void LtoMakefile(const std::string& flags, const std::string& calc_flags) {
    directory_.Write("Makefile",
                     "prog: main.o plain.o libparts.a\n"
                     "\t$(CC) main.o -o $@ libparts.a plain.o " +
                         flags + "\nlibparts.a: calc.o\n\t" + std::string(kArProgram) +
                         " rcs $@ calc.o\n"
                         "main.o: main.c\n\t$(CC) -Oz -c $< " +
                         flags + "\ncalc.o: calc.c\n\t$(CC) -Oz -Dmain=calc -c $< " + calc_flags +
                         "\nplain.o: plain.c\n\t$(CC) -O1 -c $<\n");
  }
  bool HasLinker() {
    return Shell(": | " + Clang(" -shared -nostdlib -o any.so -x c - ") + GetParam() +
                 " && echo yes || true")
        .ends_with("yes\n");
  }
};

INSTANTIATE_TEST_SUITE_P(Linkers, LtoBuild, testing::Values("-flto", "-flto=thin -fuse-ld=lld"));

TEST_P(LtoBuild, LinksOneModuleInThePlaceOfBitcode) {
  if (!HasLinker()) GTEST_SKIP() << "no such linker here";
  Shell("make CC=" + Clang());
  const std::string behaviour = Shell("./prog");
  Shell("rm -f prog *.o *.a");
  const ProgramRun run = Build({"--budget", "9s", "--stats"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("tuning 0 units and 1 whole program for 9s"));
  EXPECT_THAT(run.output, HasSubstr("linked, one module of 2 units, ")) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr(" merged object linked\n"));
  EXPECT_EQ(Shell("./prog"), behaviour);

  Shell("cp prog tuned && rm -f prog *.o *.a");
  EXPECT_EQ(Build({"--apply"}).status, 0);
  EXPECT_EQ(Shell("cmp prog tuned"), "");

  // Other bitcode becomes another module.
  Shell("sed -i 's/argc > 5/argc > 6/' main.c");
  const ProgramRun changed = Build({"--apply"});
  ASSERT_EQ(changed.status, 0) << changed.error_output;
  EXPECT_THAT(changed.output, HasSubstr("one module of 2 units"));
  EXPECT_NE(Shell("./prog a b c d e | head -1"), "e\n");
  EXPECT_EQ(Shell("./prog a b c d e f | head -1"), "e\n");
}

TEST_P(LtoBuild, SaysWhyItKeepsThePlainLink) {
  if (!HasLinker()) GTEST_SKIP() << "no such linker here";
  const auto reason = [this](const std::string& flags, const std::string& calc_flags) {
    LtoMakefile(flags, calc_flags);
    const ProgramRun run = Build({"--budget", "1s", "--clean", "rm -f prog *.[oa]"});
    EXPECT_EQ(run.status, 0) << run.error_output;
    Shell("./prog");
    return run.error_output;
  };
  EXPECT_THAT(reason(GetParam() + " -Wl,-plugin-opt=O1", GetParam()),
              AllOf(HasSubstr("its link has the option '-plugin-opt=O1'"),
                    HasSubstr("units compiled with -flto (2) stay plain")));
  Shell("echo 'int count; __attribute__((constructor)) void a(void) { ++count; }' >> main.c");
  EXPECT_THAT(reason(GetParam(), ""), HasSubstr("constructors, and units with -flto and without"));
  Shell("echo '__attribute__((constructor)) void b(void) { plain(1); }' >> plain.c");
  EXPECT_THAT(reason(GetParam(), GetParam()), HasSubstr("plain.o' may run at another time"));
}

TEST_F(WholeProgramBuild, SaysWhyAProgramIsNotMerged) {
  ProgramRun run = Build({"--budget", "1s", "--whole-program", "nothing"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("the build links no 'nothing', but 'prog'"));
  const std::pair<std::string, std::string> options[] = {{"-Wl,--defsym=x=main", "--defsym=x=main"},
                                                         {"-rpath /lib -e main", "-e"}};
  for (const auto& [words, option] : options) {
    Makefile(words);
    run = Build({"--budget", "1s", "--whole-program", "prog", "--clean", "rm -f prog"});
    EXPECT_EQ(run.status, 0) << run.error_output;
    EXPECT_THAT(
        run.error_output,
        HasSubstr("'prog' is not tuned as one module: its link has the option '" + option + "'"));
  }
}

}  // namespace
}  // namespace autotune
