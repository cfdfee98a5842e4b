// Which units and links `autotune build` finds in a project, and which of them it tunes.

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/toolchain.h"
#include "project/built_project.h"
#include "support/autotune_process.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class BuildUnits : public BuiltProject {};

TEST_F(BuildUnits, KnowsWhatALinkTakesFromAnArchive) {
  directory_.Write("main.c", "int taken(void);\nint main(void) { return taken(); }\n");
  directory_.Write("taken.c", "int taken(void) { return 0; }\n");
  directory_.Write("left.c", "int left(void) { return 1; }\n");
  directory_.Write("build.sh",
                   "for name in main taken left; do $CC -Oz -c $name.c || exit 1; done\n"
                   "rm -f libparts.a\n"
                   "ar $1 libparts.a taken.o left.o && $CC -o main main.o -L. -lparts\n");
  for (const std::string kind : {"rc", "rcT"}) {
    const ProgramRun run = Build({"--record"}, {"sh", "build.sh", kind});
    ASSERT_EQ(run.status, 0) << run.error_output;
    const ProgramRun files = RunAutotune(directory_, {"query", "built", "--format", "csv"});
    EXPECT_THAT(files.output, ContainsRegex("\n[12],object,main.o,[^\n]*,main,"));
    EXPECT_THAT(files.output, ContainsRegex("\n[12],object,taken.o,[^\n]*,main,"));
    EXPECT_THAT(files.output,
                ContainsRegex("\n[12],object,left.o,[0-9a-f]*,[0-9]+,[0-9]+,[-.0-9]+,,"));
  }
}

/// A plan knows them by that. CMake names sources with their folders.
TEST_F(BuildUnits, AreTheSameInEachFolder) {
  for (const std::string flags : {"", "-g -ffile-prefix-map=$(CURDIR)=."}) {
    directory_.Write("Makefile", "calc.o: calc.c\n\t$(CC) -Oz -c $(CURDIR)/calc.c " + flags + "\n");
    Shell("rm -rf one two state && mkdir one two && cp calc.c Makefile one && cp -p one/* two");
    const ProgramRun run = Build({"--record"}, {"sh", "-c", "make -C one && make -C two"});
    ASSERT_EQ(run.status, 0) << run.error_output;
    const std::vector<RecordedUnit> units = folder_.Units();
    ASSERT_EQ(units.size(), 2u);
    EXPECT_EQ(units[0].key(), units[1].key()) << flags;
  }
}

TEST_F(BuildUnits, AnotherCheckoutLeavesPlainWhatWasTakenBack) {
  ASSERT_EQ(Build({"--record"}, {"make", "calc"}).status, 0);
  const Hash128 key = folder_.Units().at(0).key();
  Shell("echo 'int none;' > none.c && " + Clang() + " -c none.c -o " + folder_.Tuned(key).string());
  const ProgramRun run = Build(
      {"--budget", "1s", "--check", "test -e calc", "--plan", "build.plan"}, {"make", "calc"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(directory_.Read("build.plan"), HasSubstr("\"rejected\": [\n  \"calc.o\"\n]"));

  // Its key is another one there.
  Shell("make clean && echo 'int more(int x) { return x / 3; }' >> calc.c");
  fs::remove_all(folder_.root());
  const ProgramRun other = Build({"--apply", "--no-db", "--plan", "build.plan"}, {"make", "calc"});
  ASSERT_EQ(other.status, 0) << other.error_output;
  EXPECT_THAT(other.error_output, Not(HasSubstr("trying")));
  EXPECT_EQ(Tuned(), 0u);
}

TEST_F(BuildUnits, OfOneFolderLeaveTheSizesOfAnotherKnown) {
  Shell("mkdir one && cp *.c Makefile one && cp -r one two");
  ASSERT_EQ(Build({"--record"}, {"make", "-C", "one", "words"}).status, 0);
  const Hash128 key = folder_.Units().at(0).key();
  fs::copy_file(folder_.Plain(key), folder_.Tuned(key));
  const ProgramRun run = Build({"--record"}, {"make", "-C", "two", "calc"});
  EXPECT_THAT(run.output, ContainsRegex("\ntwo/calc +[0-9,]+ +[0-9,]+ "));
  Shell("echo 'int none;' > none.c && " + Clang() + " -c none.c -o " + folder_.Tuned(key).string());
  EXPECT_THAT(Build({"--apply", "--clean", "true"}, {"make", "-C", "two", "calc"}).error_output,
              HasSubstr("did not make 1 of the tuned objects again: does --clean remove them?"));
}

TEST_F(BuildUnits, AreNotSmallerForEachPlan) {
  directory_.Write("tiny.c", "int tiny(int x) { return x; }\n");
  directory_.Write("tiny.plan", R"({"version": 1, "llvm": )" + std::to_string(kLlvmMajor) + R"(,
      "units": [{"file": "tiny.o", "passes": ["default<Oz>"]}], "programs": []})");
  ProgramRun run = Build({"--apply", "--no-db", "--plan", "tiny.plan"}, {"make", "tiny.o"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("no object of the plan 'tiny.plan' is smaller here"));
  EXPECT_THAT(run.error_output, Not(HasSubstr("nothing is known")));
  run = Build({"--apply", "--no-db"}, {"make", "tiny.o"});
  EXPECT_THAT(run.error_output, HasSubstr("nothing is known of this build in '"));
}

TEST_F(BuildUnits, AreOfAPlanByTheirNameOrTheirKey) {
  Shell("mkdir one && cp *.c Makefile one && cp -r one two");
  ASSERT_EQ(Build({"--budget", "9s", "--plan", "one.plan"}, {"make", "-C", "one"}).status, 0);
  ASSERT_GT(Tuned(), 0u);
  fs::remove_all(folder_.root());
  const ProgramRun run = Build({"--apply", "--no-db", "--plan", "one.plan"}, {"make", "-C", "two"});
  EXPECT_GT(folder_.Counts()["made by the plan"], 0u);
  EXPECT_THAT(run.error_output, Not(HasSubstr("names no file of this build")));
}

TEST_F(BuildUnits, GetObjectsWhereTheirCompilerRan) {
  Shell("mkdir sub && mv *.c Makefile sub");
  directory_.WriteScript("sub/mine", "exec " + Clang() + " \"$@\"");
  const ProgramRun run =
      Build({"--budget", "9s"}, {"env", "AUTOTUNE_CC=./mine", "make", "-C", "sub"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_GT(Tuned(), 0u) << run.output << run.error_output;
}

TEST_F(BuildUnits, TunesWhatMakeRemovesAfterwards) {
  directory_.Write("part.y", "int part(int x) { return x * 3 + x / 7; }\n");
  directory_.Write("use.c", "int part(int);\nint main(int n, char **a) { return part(n) + !a; }\n");
  directory_.Write("Makefile",
                   "use: part.o use.o\n\t$(CC) -o $@ $^ && rm -f use.o\n"
                   "%.o: %.c\n\t$(CC) -Oz -c -o $@ $<\n"
                   "%.c: %.y\n\tcp $< $@\n");
  const ProgramRun run = Build({"--budget", "6s"}, {"make"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_FALSE(fs::exists(directory_.path() / "part.c"));
  EXPECT_FALSE(fs::exists(directory_.path() / "use.o"));
  EXPECT_EQ(folder_.Units().size(), 2u);
  EXPECT_THAT(run.output, HasSubstr("2 objects"));
  EXPECT_THAT(run.error_output, Not(HasSubstr("did not make")));
}

TEST_F(BuildUnits, TunesOnlyWhatIsNamed) {
  fs::create_directories(directory_.path() / "more/deep");
  fs::copy_file(EXAMPLES "/calc.c", directory_.path() / "more/deep/sum.c");
  const std::vector<std::string> command = {
      "sh", "-c", "make && cd more/deep && $CC -Oz -c sum.c && $CC -o sum sum.o"};
  const auto tuned_of = [this] {
    std::string names;
    for (const RecordedUnit& unit : folder_.Units()) {
      if (fs::exists(folder_.Tuned(unit.key()))) names += unit.source + " ";
    }
    return names;
  };
  const ProgramRun file = Build({"--no-db", "--budget", "4s", "--only", "wo*.c"}, command);
  EXPECT_THAT(file.error_output, HasSubstr("tuning 1 unit for 4s"));
  EXPECT_EQ(tuned_of(), "words.c ");
  const ProgramRun folder = Build({"--no-db", "--budget", "4s", "--only", "more"}, command);
  EXPECT_THAT(folder.error_output, HasSubstr("tuning 1 unit for 4s"));
  EXPECT_THAT(tuned_of(), HasSubstr("sum.c "));
  // What is left out stays so when new units are tried.
  Shell("touch calc.c && echo '/* new */ int more;' >> calc.c");
  const ProgramRun apply = Build({"--no-db", "--apply", "--only", "more/"}, command);
  EXPECT_EQ(apply.status, 0) << apply.error_output;
  EXPECT_THAT(apply.error_output, Not(HasSubstr("trying")));
  for (const std::string& all :
       {std::string("."), directory_.path().string(), directory_.path().string() + "/*"}) {
    const ProgramRun run = Build({"--no-db", "--budget", "1s", "--only", all}, command);
    EXPECT_THAT(run.error_output, HasSubstr("tuning 4 units for 1s")) << all;
  }
  const ProgramRun none = Build({"--only", "deep/sum.c"}, command);
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.error_output, HasSubstr("no source to tune is 'deep/sum.c'; one of 4 is '"));
}

TEST_F(BuildUnits, ForgetsUnitsThatTheBuildNoLongerMakes) {
  directory_.Write("Makefile",
                   "$(B)/words: $(B)/words.o calc.c\n"
                   "\t$(CC) -o $@ $<\n\t$(CC) -Oz -o $(B)/calc calc.c\n"
                   "$(B)/words.o: words.c\n\tmkdir -p $(B)\n\t$(CC) -Oz -c -o $@ $<\n");
  ASSERT_EQ(Build({"--record"}, {"make", "B=old"}).status, 0);
  Shell("rm -r old && echo 'int added;' >> words.c");
  const ProgramRun run = Build({"--record", "--clean", "rm -rf new"}, {"make", "B=new"});
  EXPECT_THAT(run.output, HasSubstr("\n2 objects "));
  for (const RecordedUnit& unit : folder_.Units()) {
    EXPECT_THAT(unit.output, Not(HasSubstr("old/")));
  }
  // Without `--clean`, an object in the tree counts.
  EXPECT_THAT(Build({"--record"}, {"make", "B=third"}).output, HasSubstr("\n4 objects "));
  Shell("rm -r new");
  EXPECT_THAT(Build({"--record"}, {"make", "B=third"}).output, Not(HasSubstr("\n4 objects ")));
}

TEST_F(BuildUnits, KeepsAUnitWhoseObjectTheBuildRemoves) {
  directory_.Write("Makefile",
                   "words: words.c\n\t$(CC) -Oz -c -o part.o $<\n"
                   "\t$(CC) -o $@ part.o\n\trm part.o\n");
  for (int i = 0; i < 2; ++i) {
    const ProgramRun run = Build({"--record"});
    EXPECT_THAT(run.output, HasSubstr("\n1 object ")) << run.error_output;
  }
}

TEST_F(BuildUnits, TunesWhatOneCallCompilesAndLinks) {
  directory_.Write("Makefile",
                   "all: calc second\ncalc: calc.c\n\t$(CC) -Oz -o $@ calc.c\n"
                   "second: calc.c\n\t$(CC) -Oz -DSECOND -fno-jump-tables -o $@ calc.c\n");
  const ProgramRun run = Build({"--budget", "9s", "--plan", "build.plan"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(Tuned(), 2u) << run.output;
  EXPECT_THAT(run.output, HasSubstr("\ncalc(calc.c)  "));
  EXPECT_THAT(run.output, HasSubstr("\nsecond(calc.c)  "));
  EXPECT_THAT(run.error_output, Not(HasSubstr("did not make")));
  Shell("./calc && ./second");
  const std::string plan = directory_.Read("build.plan");
  EXPECT_THAT(plan, HasSubstr("\"file\": \"calc(calc.c)\""));
  EXPECT_THAT(plan, HasSubstr("\"file\": \"second(calc.c)\""));
}

}  // namespace
}  // namespace autotune
