// `autotune build` on a small project with a makefile.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/built_project.h"
#include "project/linked_sizes.h"
#include "project/merge_program.h"
#include "project/object_sizes.h"
#include "support/autotune_process.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class BuildCommand : public BuiltProject {};

/// The linker keeps one of the copies of an inline function, as long as a unit calls it.
TEST_F(BuildCommand, AnObjectWithoutItsCopyMakesItsFileLarger) {
  directory_.Write(
      "copied.h",
      "int next(int);\n"
      "INLINE int copied(int x) {\n"
      "  x ^= next(x); x *= next(x + 1); x -= next(x + 2); return x + next(x + 3); }\n");
  directory_.Write("a.cc", "#include \"copied.h\"\nint a(int x) { return copied(x); }\n");
  directory_.Write(
      "main.cc",
      "#include \"copied.h\"\nint a(int); int next(int x) { return x / 3; }\n"
      "int main(int argc, char**) { return a(argc) + copied(argc) + copied(argc + 1); }\n");
  directory_.Write("Makefile",
                   "prog: a.o main.o\n\t$(CXX) a.o main.o -o $@\n"
                   "%.o: %.cc\n\t$(CXX) -Oz -DINLINE='inline __attribute__((noinline))' -c $<\n");
  ASSERT_EQ(Build({"--budget", "1s"}).status, 0);
  Shell(Clang() + " -Oz -DINLINE='inline __attribute__((always_inline))' -c a.cc -o without.o");
  const std::vector<RecordedUnit> units = folder_.Units();
  const auto a = std::ranges::find(units, "a.o", &RecordedUnit::output);
  ASSERT_NE(a, units.end());
  const fs::path without = directory_.path() / "without.o";
  const auto sizes = TextAndData({folder_.Plain(a->key()), without});
  EXPECT_LT(sizes[1].value(), sizes[0].value());
  const LinkedSizes linked(folder_);
  EXPECT_GT(linked.Change(*a, without, RunWithin()).value(), 0);
  EXPECT_EQ(linked.Change(*a, folder_.Plain(a->key()), RunWithin()), 0);
  EXPECT_EQ(linked.Change(*a, without, RunWithin(std::chrono::milliseconds(1))), std::nullopt)
      << "no time";
  fs::remove(directory_.path() / "main.o");
  EXPECT_GT(linked.Change(*a, without, RunWithin()).value(), 0) << "builds may remove it";
  const auto main = std::ranges::find(units, "main.o", &RecordedUnit::output);
  ASSERT_NE(main, units.end());
  fs::remove(folder_.Plain(main->key()));
  EXPECT_EQ(linked.Change(*a, without, RunWithin()), std::nullopt) << "the link fails";
}

TEST_F(BuildCommand, MakesObjectsSmallerAndBehaviourTheSame) {
  Shell("make CC=" + Clang());
  const std::string behaviour = Behaviour();
  Shell("mkdir plain && cp *.o plain && make clean");
  const ProgramRun run = Build({"--budget", "15s", "--stats"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("3 objects"));
  EXPECT_THAT(run.output, HasSubstr(" applied\n"));
  EXPECT_EQ(folder_.Units().size(), 3u);
  for (const RecordedUnit& unit : folder_.Units()) {
    const std::string name = fs::path(unit.output).filename();
    EXPECT_EQ(Shell("cmp plain/" + name + " " + folder_.Plain(unit.key()).string()), "");
  }
  EXPECT_GT(Tuned(), 0u) << run.output;
  EXPECT_EQ(Behaviour(), behaviour);

  // What is known is applied to a clean tree, and in the same way.
  Shell("mkdir tuned && cp *.o tuned && make clean");
  const ProgramRun again = Build({"--apply"});
  ASSERT_EQ(again.status, 0) << again.error_output;
  EXPECT_EQ(Shell("for o in *.o; do cmp $o tuned/$o; done"), "");

  const ProgramRun builds = RunAutotune(directory_, {"query", "builds", "--format", "csv"});
  EXPECT_EQ(builds.status, 0) << builds.error_output;
  EXPECT_THAT(builds.output, ContainsRegex("\n2,[^\n]*,make -j4\n1,[^\n]* of 3,0,"));
  const ProgramRun files = RunAutotune(directory_, {"query", "built", "--format", "csv"});
  EXPECT_THAT(files.output,
              ContainsRegex("\n2,object,calc.o,[0-9a-f]{8},[0-9]+,[0-9]+,[-.0-9]+,calc,"));
  const std::size_t module = files.output.find(",calc.o,") + 8;
  const ProgramRun kept = RunAutotune(directory_, {"db", "module", files.output.substr(module, 8),
                                                   (directory_.path() / "calc.bc").string()});
  EXPECT_EQ(kept.status, 0) << kept.error_output;
  for (const RecordedUnit& unit : folder_.Units()) {
    if (unit.output != "calc.o") continue;
    EXPECT_EQ(Shell("cmp calc.bc " + folder_.Module(unit.module).string()), "");
  }
}

TEST_F(BuildCommand, RecordsPackagesForADataSet) {
  // A copy of a unit of another package, at another level.
  fs::create_directories(directory_.path() / "other");
  fs::copy_file(EXAMPLES "/calc.c", directory_.path() / "other/copy.c");
  const std::string units = directory_.path() / "units";
  const auto record = [&](const std::string& package, std::vector<std::string> command) {
    std::vector<std::string> words = {
        "build", "--record", "--all-levels", "--state", units + "/" + package, "--"};
    words.insert(words.end(), command.begin(), command.end());
    const ProgramRun run = RunAutotune(directory_, words);
    EXPECT_EQ(run.status, 0) << run.error_output;
    EXPECT_THAT(run.output, HasSubstr("0 tuned"));
  };
  record("mine", {"make", "CFLAGS=-Oz -g"});
  record("other", {"sh", "-c", "cd other && $CC -O2 -c copy.c"});
  EXPECT_TRUE(fs::is_empty(units + "/mine/tuned"));
  const std::vector<std::string> build = {"dataset",        "build",  "units", units + "/mine",
                                          units + "/other", "--name", "both",  "--dir",
                                          "sets",           "--seed", "1"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), build.begin(), build.end());
    return RunAutotune(directory_, more);
  };
  const ProgramRun run = with({"--shares", "50,0,50"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("3 programs, 1 duplicates left out, 0 failed"));
  const std::string manifest = directory_.Read("sets/both/manifest.json");
  EXPECT_THAT(manifest, HasSubstr("\"file\":\"mine/words.c.bc\""));
  EXPECT_THAT(directory_.Read("sets/both/mine/words.c.bc"), Not(HasSubstr("DICompileUnit")));
  EXPECT_THAT(directory_.Read("sets/both/mine/words.c.bc"),
              Not(HasSubstr(directory_.path().string())));
  EXPECT_EQ(RunAutotune(directory_, {"dataset", "verify", "sets/both"}).status, 0);
  EXPECT_EQ(RunAutotune(directory_, {"sets/both/mine/words.c.bc", "--budget", "2s"}).status, 0);
  // The splits are the same again, and another share is taken over.
  ASSERT_EQ(with({"--shares", "50,0,50"}).status, 0);
  EXPECT_EQ(directory_.Read("sets/both/manifest.json"), manifest);
  ASSERT_EQ(with({"--split", "validation"}).status, 0);
  EXPECT_THAT(directory_.Read("sets/both/manifest.json"), Not(HasSubstr("\"split\":\"train\"")));

  const auto refuse = [&](const std::vector<std::string>& words, const std::string& reason) {
    const ProgramRun refused = RunAutotune(directory_, words);
    EXPECT_NE(refused.status, 0);
    EXPECT_EQ(refused.error_lines(), 1u) << refused.error_output;
    EXPECT_THAT(refused.error_output, HasSubstr(reason));
  };
  refuse({"dataset", "build", "units"}, "needs folders of builds");
  refuse({"dataset", "build", "units", "sets", "--dir", "s"}, "has no units of a build");
  refuse({"dataset", "build", "units", units + "/mine", "units/mine", "--dir", "s"},
         "two builds are named 'mine'");
  refuse({"dataset", "build", "units", units + "/mine", "--shares", "9,9,9"}, "add up to 100");
  refuse({"build", "--record", "--apply", "--", "make"},
         "give one of --slurm, --shard, --record and --apply");
}

/// Another machine has other folders, and here they are in the bitcode.
TEST_F(BuildCommand, RepeatsWhatAnotherMachineFound) {
  ASSERT_EQ(Build({"--record"}).status, 0);
  const std::vector<RecordedUnit> units = folder_.Units();
  const auto words = std::ranges::find(units, "words.c", &RecordedUnit::source);
  ASSERT_NE(words, units.end());
  const std::vector<std::string> search = {folder_.Module(words->module),
                                           "--objective",
                                           "object-size",
                                           "--max-evals",
                                           "400",
                                           "--db",
                                           "one.db",
                                           "--quiet"};
  ASSERT_EQ(RunAutotune(directory_, search).status, 0);
  const ProgramRun exported = RunAutotune(directory_, {"db", "export", "lists.db", "one.db"});
  EXPECT_EQ(exported.output, "lists.db: 1 list\n") << exported.error_output;
  EXPECT_THAT(directory_.Read("lists.db"), Not(HasSubstr(directory_.path().string())));
  const ProgramRun again = RunAutotune(directory_, {"db", "export", "lists.db", "one.db"});
  EXPECT_EQ(again.error_lines(), 1u);
  EXPECT_THAT(again.error_output, HasSubstr("'lists.db' exists already"));
  ASSERT_EQ(RunAutotune(directory_, {"db", "merge", "two.db", "lists.db"}).status, 0);

  Shell("mkdir second && cp *.c second && sed 's,[$]<,../second/$<,' Makefile > second/Makefile");
  const UnitFolder other(directory_.path() / "other");
  const ProgramRun run =
      RunAutotune(directory_, {"build", "--state", other.root(), "--db", "two.db", "--budget", "6s",
                               "--", "make", "-C", "second"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("repeated what the database knows of 1 unit"));
  bool same = true;
  for (const RecordedUnit& unit : other.Units()) {
    same = same && std::ranges::find(units, unit.module, &RecordedUnit::module) != units.end();
  }
  EXPECT_FALSE(same) << "the folder is not in the bitcode";
  // The first run is over for this unit.
  const ProgramRun later =
      RunAutotune(directory_, {"build", "--state", other.root(), "--db", "two.db", "--budget", "1s",
                               "--", "make", "-C", "second"});
  EXPECT_THAT(later.error_output, Not(HasSubstr("repeated")));
}

TEST_F(BuildCommand, TakesBackWhatBreaksTheCheck) {
  ASSERT_EQ(Build({"--budget", "3s"}).status, 0);
  // A tuned object that does not even link, and one that is right.
  const std::vector<RecordedUnit> units = folder_.Units();
  ASSERT_EQ(units.size(), 3u);
  Shell("echo 'int none;' > none.c && " + Clang() + " -c none.c -o none.o");
  for (const RecordedUnit& unit : units) {
    const bool broken = fs::path(unit.source) == "calc.c";
    fs::copy_file(broken ? directory_.path() / "none.o" : folder_.Plain(unit.key()),
                  folder_.Tuned(unit.key()), fs::copy_options::overwrite_existing);
  }
  const ProgramRun run = Build({"--apply", "--check", "./calc > /dev/null"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("'calc.c' is taken back"));
  EXPECT_THAT(run.output, HasSubstr("taken back: the check fails with it"));
  EXPECT_EQ(Tuned(), 2u);
  Shell("./calc");
}

TEST_F(BuildCommand, TakesBackWhatAnEarlierCallHasLinked) {
  ASSERT_EQ(Build({"--budget", "3s"}).status, 0);
  Shell("echo 'int main(void) { return 1; }' > wrong.c && " + Clang() + " -c wrong.c -o wrong.o");
  for (const RecordedUnit& unit : folder_.Units()) {
    const bool broken = fs::path(unit.source) == "calc.c";
    fs::copy_file(broken ? directory_.path() / "wrong.o" : folder_.Plain(unit.key()),
                  folder_.Tuned(unit.key()), fs::copy_options::overwrite_existing);
  }
  ASSERT_EQ(Build({"--apply"}).status, 0);
  const ProgramRun run = Build({"--budget", "1s", "--check", "./calc > /dev/null"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("'calc.c' is taken back"));
  Shell("./calc");
}

TEST_F(BuildCommand, UsesNoSuspectWithoutACheck) {
  ASSERT_EQ(Build({"--budget", "6s"}).status, 0);
  ASSERT_GT(Tuned(), 0u);
  const std::size_t tuned = Tuned();
  // As Ctrl-C leaves it while culprits are looked for.
  Shell("mkdir -p state/held && ls state/tuned | sed 's/[.].*//' > state/suspects");
  Shell("mv $(ls state/tuned/* | head -n 1) state/held/");
  const ProgramRun without = Build({"--apply"});
  EXPECT_EQ(without.status, 0) << without.error_output;
  EXPECT_THAT(without.error_output, HasSubstr("not used: the check failed with some"));
  EXPECT_EQ(Shell("ls state/held | wc -l"), std::to_string(tuned) + "\n");
  const ProgramRun with = Build({"--apply", "--check", "true"});
  EXPECT_EQ(with.status, 0) << with.error_output;
  EXPECT_GE(Tuned(), tuned);
  EXPECT_FALSE(fs::exists(folder_.Suspects())) << "the check passes with all";
}

TEST_F(BuildCommand, BlamesNoTunedObjectForASourceThatDoesNotCompile) {
  ASSERT_EQ(Build({"--budget", "15s"}).status, 0);
  const std::size_t tuned = Tuned();
  EXPECT_GT(tuned, 0u);
  Shell("echo 'int broken( {' >> words.c");
  const ProgramRun run = Build({"--apply"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("the build failed with exit status 2"));
  EXPECT_THAT(run.error_output, Not(HasSubstr("trying")));
  EXPECT_EQ(Tuned(), tuned);
}

TEST_F(BuildCommand, SaysThatABudgetIsTooShort) {
  const ProgramRun run = Build({"--budget", "100ms"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("the budget was too short to search 3 units"));
}

TEST_F(BuildCommand, RefusesACheckThatFailsAnyway) {
  const ProgramRun run = Build({"--budget", "3s", "--check", "false"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("the check fails before anything is tuned"));
  EXPECT_EQ(Tuned(), 0u);
}

TEST_F(BuildCommand, SaysWhyThereIsNothingToTune) {
  ProgramRun run = Build({}, {"make", "CFLAGS=-O2"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(
      run.error_output,
      HasSubstr("plain: not compiled for size (3); compile with -Oz, or give --all-levels"));
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{}, std::vector<std::string>{"--all-levels"}}) {
    run = Build(options, {"make", "-B", "CFLAGS=-O0"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.error_output,
                HasSubstr("plain: not optimised (3); compile with -Oz, and see docs/build.md"));
  }
  run = Build({"--apply"}, {"true"});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.error_output, HasSubstr("it saw: no call; clean the tree or give --clean"));
  run = Build({}, {"make", "-B", "CC=clang-19"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("'CC=clang-19' keeps our compiler out of the build"));
  run = Build({}, {"false"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("the build failed with exit status 1"));
  EXPECT_EQ(Build({}, {}).status, 2);
  EXPECT_EQ(RunAutotune(directory_, {"build", "make"}).status, 2);
}

TEST_F(BuildCommand, WarnsOfABuildWithoutOurCompiler) {
  ASSERT_EQ(Build({"--record"}).status, 0);
  EXPECT_THAT(Build({"--record"}).error_output, Not(HasSubstr("our compiler"))) << "idle";
  const std::vector<std::string> other = {"make", "words", "CC=" + Clang()};
  EXPECT_THAT(Build({"--record"}, other).error_output, Not(HasSubstr("our compiler"))) << "idle";
  Shell("touch words.c");
  ProgramRun run = Build({"--record"}, other);
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.error_output, HasSubstr("keeps our compiler out of the build"));
  run = Build({"--record", "--clean", "rm -f calc.o"}, {"sh", "-c", "make CC=" + Clang()});
  EXPECT_THAT(run.error_output, HasSubstr("our compiler made no object"));
}

TEST_F(BuildCommand, ShowsTheTableIfTheBuildRemovesItsFolder) {
  EXPECT_THAT(Shell("mkdir gone && cd gone && " AUTOTUNE_PROGRAM
                    " build --record --no-db --state \"$OLDPWD/state\" -- "
                    "sh -c 'make -C .. && rmdir ../gone'"),
              ContainsRegex("/calc +[0-9,]+ +[0-9,]+ +[-+0-9.%]+  linked\n"));
  EXPECT_FALSE(fs::exists(directory_.path() / "gone"));
}

TEST_F(BuildCommand, GivesItsCompilersToMakeInAnyCommand) {
  directory_.Write("outer.mk", "words:\n\t$(MAKE) -f Makefile X=2 $@\n");
  const std::vector<std::string> commands[] = {{"make", "-j2"},
                                               {"nice", "make"},
                                               {"env", "X=1", "make"},
                                               {"sh", "-c", "make $0"},
                                               {"make", "-f", "outer.mk"}};
  for (std::vector<std::string> command : commands) {
    command.emplace_back("words");
    fs::remove_all(folder_.root());
    const ProgramRun run = Build({"--record", "--clean", "rm -f words words.o"}, command);
    EXPECT_EQ(run.status, 0) << run.error_output;
    EXPECT_EQ(folder_.Units().size(), 1u) << testing::PrintToString(command);
  }
  // The user's own word counts more.
  const ProgramRun run =
      Build({"--record", "--stats"}, {"nice", "make", "-B", "words", "CC=" + Clang()});
  EXPECT_THAT(run.output, Not(HasSubstr("recorded")));
}

TEST_F(BuildCommand, TunesOtherLevelsIfAsked) {
  const ProgramRun run = Build({"--all-levels", "--budget", "15s"}, {"make", "CFLAGS=-O2 -g"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(Tuned(), 3u) << run.output;
  Shell("./calc");
}

TEST_F(BuildCommand, TunesAChangedUnitAlone) {
  ASSERT_EQ(Build({"--budget", "9s"}).status, 0);
  Shell("echo 'int added(int x) { return x * 3; }' >> calc.c");
  const ProgramRun run = Build({"--budget", "2s"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("trying what is known of 1 file\n"));
  EXPECT_THAT(run.error_output, HasSubstr("[1 of 1] calc.c\n"));
}

TEST_F(BuildCommand, TriesEarlierListsOnChangedUnits) {
  ASSERT_EQ(Build({"--budget", "9s"}).status, 0);
  const std::size_t tuned = Tuned();
  ASSERT_GE(tuned, 1u);
  Shell(
      "for f in *.c; do echo 'int added_to_it(int x) { return x * 3; }' | "
      "sed s/it/${f%.c}/ >> $f; done");
  const ProgramRun run = Build({"--apply", "--check", "./calc > /dev/null"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("trying what is known of"));
  EXPECT_GT(Tuned(), tuned) << run.output;  // those of earlier versions stay
  // What came of it is known from then on.
  EXPECT_THAT(Build({"--apply"}).error_output, Not(HasSubstr("what is known")));
}

TEST_F(BuildCommand, AnotherCheckoutBeginsWithAPlan) {
  ASSERT_EQ(Build({"--budget", "12s", "--plan", "build.plan"}).status, 0);
  const std::size_t tuned = Tuned();
  ASSERT_GE(tuned, 1u);
  const std::string plan = directory_.Read("build.plan");
  EXPECT_THAT(plan, HasSubstr("\"file\": \"calc.o\""));
  Shell("mkdir tuned && cp *.o tuned");
  const auto apply = [&](const std::string& file) {
    Shell("make clean");
    fs::remove_all(folder_.root());
    ProgramRun run = Build({"--apply", "--no-db", "--plan", file});
    EXPECT_EQ(run.status, 0) << run.error_output;
    EXPECT_GE(Tuned(), tuned) << run.output;
    return run.error_output;
  };
  // Of the same source, the compiler makes the same object during the build, or a plain one.
  EXPECT_THAT(apply("build.plan"), Not(HasSubstr("trying")));
  EXPECT_EQ(folder_.Counts().at("made by the plan"), tuned);
  EXPECT_EQ(Shell("cmp calc.o tuned/calc.o"), "");
  // A newer plan has another answer for objects that are there.
  Shell(R"(sed 's/"passes": .*\]/"passes": ["default<Oz>","globaldce"]/' build.plan > newer.plan)");
  const std::vector<std::string> newer = {"--apply", "--no-db", "--plan", "newer.plan"};
  EXPECT_THAT(Build(newer).error_output, HasSubstr("trying what is known of"));
  EXPECT_THAT(Build(newer).error_output, Not(HasSubstr("trying"))) << "it was tried";
  // Another compiler makes another object, and old plans name none.
  for (const std::string change : {"/\"object\"/y/0123456789/1234567890/", "/\"object\"/d"}) {
    Shell("sed '" + change + "' build.plan > other.plan");
    EXPECT_THAT(apply("other.plan"), HasSubstr("trying what is known of"));
    EXPECT_EQ(folder_.Counts().count("made by the plan"), 0u);
  }
  EXPECT_EQ(directory_.Read("build.plan"), plan);
  EXPECT_THAT(Build({"--apply", "--plan", "build.plan"}).error_output, Not(HasSubstr("trying")));
  Shell("sed 's/.file.: ./&elsewhere\\//; /.unit.: /d' build.plan > other.plan");
  EXPECT_THAT(Build({"--apply", "--plan", "other.plan"}).error_output,
              HasSubstr("'other.plan' names no file of this build"));

  const auto refuse = [&](const std::vector<std::string>& options, const std::string& reason) {
    const ProgramRun refused = Build(options);
    EXPECT_NE(refused.status, 0);
    EXPECT_EQ(refused.error_lines(), 1u) << refused.error_output;
    EXPECT_THAT(refused.error_output, HasSubstr(reason));
  };
  refuse({"--plan", "calc.c"}, "'calc.c' is no plan of a build");
  refuse({"--plan", "none/build.plan"}, "none/build.plan");
  refuse({"--apply", "--plan", "none"}, "none");
  refuse({"--record", "--plan", "build.plan"}, "--plan needs tuning here, or --apply");
}

TEST_F(BuildCommand, DoesNotKnowTheSizeOfAFileThatWasNeverPlain) {
  directory_.Write("Makefile", std::string(kMakefile) + "second: words.o\n\t$(CC) -o $@ words.o\n");
  ASSERT_EQ(Build({"--record"}, {"make", "words"}).status, 0);
  const Hash128 key = folder_.Units().at(0).key();
  fs::copy_file(folder_.Plain(key), folder_.Tuned(key));
  const ProgramRun run = Build({"--record"}, {"make", "words", "second"});
  EXPECT_THAT(run.output, ContainsRegex("\nsecond +- +[0-9,]+ +-  linked\n"));
  EXPECT_THAT(run.output, ContainsRegex("\nwords +[0-9,]+ +[0-9,]+ +[-+0-9.%]+  linked\n"));
  fs::remove(folder_.Tuned(key));
  const ProgramRun plain = Build({"--record"}, {"make", "second"});
  EXPECT_THAT(plain.output, ContainsRegex("\nsecond +[0-9,]+ +[0-9,]+ "));
}

TEST_F(BuildCommand, RemovesWhatAKilledCallHasLeft) {
  ASSERT_TRUE(folder_.Create());
  fs::create_directory(folder_.temporary() / "1.members");
  directory_.Write("state/tmp/1.members/x.o", "");
  ASSERT_EQ(Build({"--record"}).status, 0);
  EXPECT_TRUE(fs::is_empty(folder_.temporary()));
}

TEST_F(BuildCommand, KnowsAnObjectThatTheMakefileChanges) {
  std::string makefile = kMakefile;
  const std::string recipe = "-c -o $@ $<\n";
  directory_.Write("Makefile", makefile.replace(makefile.find(recipe), recipe.size(),
                                                "-g " + recipe + "\tobjcopy --strip-debug $@\n"));
  const ProgramRun run = Build({"--budget", "15s"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, Not(HasSubstr("did not make")));
  const std::string tuned = std::to_string(Tuned()) + " tuned\n";
  EXPECT_NE(Tuned(), 0u);
  EXPECT_THAT(run.output, HasSubstr(tuned));
  const ProgramRun again = Build({"--apply"});
  EXPECT_THAT(again.output, HasSubstr("Nothing to be done for 'all'"));
  EXPECT_THAT(again.output, HasSubstr(tuned));
  // One of plain make is none of ours.
  Shell("touch *.c && make CC=" + Clang());
  EXPECT_THAT(Build({"--apply"}).output, HasSubstr(tuned));
}

TEST_F(BuildCommand, FindsAnObjectThatTheMakefileMoves) {
  // Both objects of calc.c have the same contents, as in zlib.
  directory_.Write("Makefile",
                   "all: calc.o prog\n"
                   "prog: calc.lo\n\t$(CC) -o $@ calc.lo\n"
                   "calc.o: calc.c\n\t$(CC) -Oz -c -o $@ calc.c\n"
                   "calc.lo: calc.c\n\tmkdir -p objs\n"
                   "\t$(CC) -Oz -DPIC -fno-lto -c -o objs/calc.o calc.c\n"
                   "\tmv objs/calc.o $@\n");
  const ProgramRun run = Build({"--budget", "12s"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  const std::vector<RecordedUnit> units = folder_.Units();
  ASSERT_EQ(units.size(), 2u);
  for (const RecordedUnit& unit : units) {
    const std::string object = unit.output == "calc.o" ? "calc.o" : "calc.lo";
    EXPECT_EQ(Shell("cmp " + object + " " + folder_.Tuned(unit.key()).string()), "");
  }
  Shell("./prog");
  EXPECT_THAT(Build({"--record"}).output, HasSubstr("\n2 objects "));
}

TEST_F(BuildCommand, TunesEachProgramThatAPatternNames) {
  ProgramRun run = Build({"--budget", "9s", "--whole-program", "[rw]*", "--whole-program", "./*s"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("tuning 1 unit and 2 whole programs for 9s"));
  run = Build({"--budget", "1s", "--whole-program", "bin/*"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("the build links no 'bin/*', but '"));
}

TEST_F(BuildCommand, KeepsTheWordsOfAHostileName) {
  directory_.Write("a b; touch hacked.c", "int f(int x) { return x / 7; }\n");
  directory_.WriteScript("build it", "$CC -Oz -c \"$1\" -o \"$1.o\"");
  const ProgramRun run = Build({"--budget", "1s"}, {"./build it", "a b; touch hacked.c"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_FALSE(fs::exists(directory_.path() / "hacked.c"));
  EXPECT_EQ(folder_.Units().size(), 1u);
}

TEST_F(BuildCommand, LeavesATreeThatPlainMakeCanUse) {
  // The tuner is killed at different times: while it builds, tunes and builds again.
  for (const int milliseconds : {50, 200, 400, 800, 1'500, 2'500, 4'000}) {
    for (const int signal : {SIGKILL, SIGINT}) {
      AutotuneProcess process(
          directory_, {"build", "--state", folder_.root(), "--budget", "3s", "--", "make", "-j4"});
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      process.Signal(signal);
      process.Wait();
      WaitForOrphans();
      Shell("make CC=" + Clang());
      Shell("./calc");
    }
  }
  EXPECT_EQ(Build({"--budget", "3s"}).status, 0);
}

TEST_F(BuildCommand, GoesOnAfterCtrlC) {
  AutotuneProcess process(
      directory_, {"build", "--state", folder_.root(), "--budget", "60s", "--", "make", "-j4"});
  ASSERT_TRUE(process.WaitForError("left]"));
  process.Signal(SIGINT);
  const ProgramRun run = process.Wait();
  EXPECT_EQ(run.status, 130) << run.error_output;
  EXPECT_LT(run.seconds, 20);
  EXPECT_EQ(Build({"--apply"}).status, 0);
}

TEST_F(BuildCommand, AShardNeedsUnitsAndNoOtherBuild) {
  const ProgramRun none = Build({"--shard", "1/2", "--budget", "1s"});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.error_output, HasSubstr("our compiler made no object"));
  const ProgramRun both = Build({"--shard", "1/2", "--apply"});
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.error_output, HasSubstr("give one of --slurm, --shard, --record and --apply"));
}

}  // namespace
}  // namespace autotune
