// `autotune build` on a small project with a makefile.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/linked_sizes.h"
#include "project/object_sizes.h"
#include "support/autotune_process.h"
#include "support/llvm_tools.h"
#include "wrapper/unit_folder.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kMakefile[] =
    "CC = cc\n"
    "CFLAGS = -Oz\n"
    "all: words routes calc\n"
    "words: words.o\n"
    "\t$(CC) -o $@ words.o\n"
    "routes: routes.o\n"
    "\t$(CC) -o $@ routes.o\n"
    "calc: calc.o\n"
    "\t$(CC) -o $@ calc.o\n"
    "%.o: %.c\n"
    "\t$(CC) $(CFLAGS) -c -o $@ $<\n"
    "clean:\n"
    "\trm -f *.o words routes calc\n";

class BuildCommand : public testing::Test {
 protected:
  BuildCommand() {
    directory_.Write("Makefile", kMakefile);
    for (const std::string name : {"words", "routes", "calc"}) {
      fs::copy_file(EXAMPLES "/" + name + ".c", directory_.path() / (name + ".c"));
    }
  }

  ProgramRun Build(std::vector<std::string> options,
                   std::vector<std::string> command = {"make", "-j4"}) {
    std::vector<std::string> words = {"build", "--state", folder_.root()};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("--");
    words.insert(words.end(), command.begin(), command.end());
    return RunAutotune(directory_, words);
  }

  /// Runs a shell command in the project and returns what it prints.
  std::string Shell(const std::string& command) {
    const std::string line =
        "cd '" + directory_.path().string() + "' && { " + command + "; } > shell 2>&1";
    EXPECT_EQ(std::system(line.c_str()), 0) << command << '\n' << directory_.Read("shell");
    return directory_.Read("shell");
  }

  std::string Behaviour() { return Shell("./words < words.c; ./routes; ./calc; true"); }

  /// Waits until no process works in the project: make outlives a tuner that was killed.
  void WaitForOrphans() const {
    const auto busy = [this] {
      std::error_code error;
      for (const auto& process : fs::directory_iterator("/proc")) {
        const fs::path folder = fs::read_symlink(process.path() / "cwd", error);
        if (!error && folder == directory_.path()) return true;
      }
      return false;
    };
    while (busy()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }

  std::size_t Tuned() const {
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& each : fs::directory_iterator(folder_.root() / "tuned")) {
      ++files;
    }
    return files;
  }

  TestDirectory directory_;
  const UnitFolder folder_{directory_.path() / "state"};
};

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
  EXPECT_GT(linked.Change(*a, without).value(), 0);
  EXPECT_EQ(linked.Change(*a, folder_.Plain(a->key())), 0);
  fs::remove(directory_.path() / "main.o");
  EXPECT_EQ(linked.Change(*a, without), std::nullopt) << "the link fails";
}

TEST_F(BuildCommand, MakesObjectsSmallerAndBehaviourTheSame) {
  Shell("make CC=" + Clang());
  const std::string behaviour = Behaviour();
  Shell("mkdir plain && cp *.o plain && make clean");
  const ProgramRun run = Build({"--budget", "9s", "--stats"});
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

  Shell("mkdir second && cp *.c second && sed 's,[$]<,$(CURDIR)/$<,' Makefile > second/Makefile");
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

TEST_F(BuildCommand, BlamesNoTunedObjectForASourceThatDoesNotCompile) {
  ASSERT_EQ(Build({"--budget", "9s"}).status, 0);
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
  EXPECT_THAT(run.error_output, HasSubstr("plain: not compiled for size (3)"));
  run = Build({}, {"make", "-B", "CC=clang-19"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("'CC=clang-19' keeps our compiler out of the build"));
  run = Build({}, {"false"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("the build failed with exit status 1"));
  EXPECT_EQ(Build({}, {}).status, 2);
  EXPECT_EQ(RunAutotune(directory_, {"build", "make"}).status, 2);
}

TEST_F(BuildCommand, TunesOtherLevelsIfAsked) {
  const ProgramRun run = Build({"--all-levels", "--budget", "9s"}, {"make", "CFLAGS=-O2 -g"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(Tuned(), 3u) << run.output;
  Shell("./calc");
}

TEST_F(BuildCommand, TunesAChangedUnitAlone) {
  ASSERT_EQ(Build({"--budget", "9s"}).status, 0);
  Shell("echo 'int added(int x) { return x * 3; }' >> calc.c");
  const ProgramRun run = Build({"--budget", "2s"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("[1/1] calc.c"));
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
  const ProgramRun run = Build({"--budget", "9s"});
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
}

/// A program of two units, one of them in an archive, and an object that isn't compiled for size.
constexpr char kWholeMakefile[] =
    "prog: main.o plain.o libparts.a\n"
    "\t$(CC) main.o -o $@ plain.o libparts.a -rdynamic\n"
    "libparts.a: calc.o\n\tar rcs $@ calc.o\n"
    "main.o: main.c\n\t$(CC) -Oz -c $<\n"
    "calc.o: calc.c\n\t$(CC) -Oz -Dmain=calc -c $<\n"
    "plain.o: plain.c\n\t$(CC) -O1 -c $<\n";

class WholeProgramBuild : public BuildCommand {
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

  // A changed source is compiled, not forgotten.
  Shell("sed -i 's/x - 2/x - 3/; s/argc > 5/argc > 6/' main.c");
  const ProgramRun changed = Build({"--apply"});
  ASSERT_EQ(changed.status, 0) << changed.error_output;
  EXPECT_THAT(changed.output, HasSubstr("it has changed since it was tuned as one module"));
  Makefile("");
  Shell("make CC=" + Clang());
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
  std::string logs;
  for (const std::string shard : {"1/3", "2/3", "3/3"}) {
    logs += Build({"--shard", shard, "--budget", "9s", "--whole-program", "prog"}).error_output;
  }
  EXPECT_TRUE(fs::exists(folder_.Tuned(Key())));
  for (const std::string target : {"a.c", "b.c", "prog"}) {
    const std::size_t at = logs.find("] " + target);
    EXPECT_NE(at, logs.npos) << logs;
    EXPECT_EQ(logs.find("] " + target, at + 1), logs.npos) << logs;
  }
}

TEST_F(WholeProgramBuild, KeepsWhatTheDynamicTableGives) {
  Makefile("-rdynamic");
  const ProgramRun run = Build({"--budget", "9s", "--whole-program", "./prog"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(Shell("nm -D prog | grep -c ' T unused$'"), "1\n") << run.output;
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

TEST_F(WholeProgramBuild, IsPlainIfTheLinkTakesOtherObjects) {
  ASSERT_EQ(Build({"--budget", "9s", "--whole-program", "prog"}).status, 0);
  // The archive has another member now, of the same symbol.
  directory_.Write("other.c", "int calc(void) { return 99; }\n");
  Shell(
      "sed -i 's/ar rcs $@ calc.o/ar rcs $@ other.o/; s/libparts.a: calc.o/libparts.a: other.o/'"
      " Makefile && printf 'other.o: other.c\\n\\t$(CC) -Oz -c $<\\n' >> Makefile"
      " && rm -f libparts.a");
  const ProgramRun run = Build({"--apply"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("it has changed since it was tuned as one module"));
  Shell("./prog; test $? = 99");
}

TEST_F(WholeProgramBuild, IsNotMadeAgainAndAgainIfItDoesNotFit) {
  ASSERT_EQ(Build({"--budget", "9s", "--whole-program", "prog"}).status, 0);
  directory_.Write("plain.c",
                   "int called_by_plain(int);\n"
                   "int plain(int x) { return called_by_plain(x) + 5; }\n");
  EXPECT_EQ(Build({"--apply"}).status, 0);
  const ProgramRun run = Build({"--apply"});
  EXPECT_THAT(run.output, HasSubstr("'prog' is up to date"));
  EXPECT_THAT(run.output, HasSubstr("it has changed since it was tuned as one module"));
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

TEST_F(WholeProgramBuild, TakesTheUnitsOfAWholeArchive) {
  std::string makefile = kWholeMakefile;
  const std::string words = "plain.o libparts.a -rdynamic";
  makefile.replace(makefile.find(words), words.size(),
                   "plain.o -Wl,--whole-archive libparts.a -Wl,--no-whole-archive");
  directory_.Write("Makefile", makefile);
  const ProgramRun run = Build({"--budget", "9s", "--whole-program", "prog"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("linked, one module of 2 units, ")) << run.error_output;
  Shell("./prog");
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

TEST_F(WholeProgramBuild, SaysWhyAProgramIsNotMerged) {
  ProgramRun run = Build({"--budget", "1s", "--whole-program", "nothing"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("the build links no 'nothing', but 'prog'"));
  Makefile("-Wl,--defsym=x=main");
  run = Build({"--budget", "1s", "--whole-program", "prog", "--clean", "rm -f prog"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(
      run.error_output,
      HasSubstr("'prog' is not tuned as one module: its link has the option '--defsym=x=main'"));
}

TEST_F(BuildCommand, TunesEachProgramThatAPatternNames) {
  ProgramRun run = Build({"--budget", "9s", "--whole-program", "[rw]*", "--whole-program", "./*s"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("tuning 1 unit and 2 whole programs for 9s"));
  run = Build({"--budget", "1s", "--whole-program", "bin/*"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("the build links no 'bin/*', but '"));
}

TEST_F(BuildCommand, TunesWhatOneCallCompilesAndLinks) {
  directory_.Write("Makefile", "calc: calc.c\n\t$(CC) -Oz -o $@ calc.c\n");
  const ProgramRun run = Build({"--budget", "9s"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(Tuned(), 1u) << run.output;
  EXPECT_THAT(run.output, HasSubstr("\ncalc.c  "));
  EXPECT_THAT(run.error_output, Not(HasSubstr("did not make")));
  Shell("./calc");
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
  ASSERT_TRUE(process.WaitForError("[1/3]"));
  process.Signal(SIGINT);
  const ProgramRun run = process.Wait();
  EXPECT_EQ(run.status, 130) << run.error_output;
  EXPECT_LT(run.seconds, 20);
  EXPECT_EQ(Build({"--apply"}).status, 0);
}

/// Slurm's `sbatch` is a script that runs the tasks of an array side by side, at once.
class SlurmBuild : public BuildCommand {
 protected:
  SlurmBuild() {
    fs::create_directory(directory_.path() / "bin");
    directory_.WriteScript("bin/sbatch", R"(
printf '%s\n' "$@" >> "$0.words"
while case $1 in --*) true;; *) false;; esac; do
  case $1 in
    --array=1-*) tasks=$(seq "${1#--array=1-}");;
    --output=*) log=${1#--output=};;
  esac
  shift
done
[ -n "$tasks" ] && [ -e lost ] && tasks=lost
for task in ${tasks:-end}; do
  [ $task = lost ] || SLURM_ARRAY_TASK_ID=$task sh "$@" > "${log%/*}/$task.log" 2>&1 &
done
wait
echo 7)");
  }

  ProgramRun Submit(std::vector<std::string> options) {
    std::vector<std::string> words = {"build", "--state", folder_.root(), "--slurm=2"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", "make", "-j4", "CFLAGS=-Oz"});
    return RunAutotune(directory_, words, [] {
      setenv("PATH", ("bin:" + std::string(std::getenv("PATH"))).c_str(), 1);
    });
  }
  std::string Logs() const {
    return directory_.Read("state/slurm/1.log") + directory_.Read("state/slurm/2.log");
  }
};

TEST_F(SlurmBuild, BeginsWithTheUsersDatabase) {
  ASSERT_EQ(
      RunAutotune(directory_, {"build", "--state", "first", "--budget", "9s", "--", "make"}).status,
      0);
  Shell("make clean");
  const ProgramRun run = Submit({"--budget=9s"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(Logs(), HasSubstr("repeated what the database knows of"));
  EXPECT_THAT(directory_.Read("state/slurm/end.log"), HasSubstr("of-2.db: "));
  EXPECT_THAT(directory_.Read("state/slurm/result"), HasSubstr("3 objects"));
}

TEST_F(SlurmBuild, BuildsIfNoTaskHasRun) {
  directory_.Write("lost", "");
  const ProgramRun run = Submit({"--budget=9s", "--db=all.db"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(directory_.Read("state/slurm/result"), HasSubstr("3 objects"));
}

TEST_F(SlurmBuild, TunesEachUnitOnceAndThenBuilds) {
  const auto build = [this] {
    return Submit({"--budget=10s", "--db=all.db", "--check=test -e 'it'\"'\"'s'"});
  };
  EXPECT_EQ(build().status, 1) << "the check fails";
  EXPECT_FALSE(fs::exists(folder_.root() / "slurm")) << "nothing was submitted";
  directory_.Write("it's", "");
  const std::string behaviour = Behaviour();
  const ProgramRun submitted = build();
  EXPECT_EQ(submitted.status, 0) << submitted.error_output;
  EXPECT_THAT(submitted.output, HasSubstr("Job 7 of Slurm tunes the units. Then job 7 builds"));
  const std::string logs = Logs();
  for (const std::string unit : {"words.c", "routes.c", "calc.c"}) {
    const std::size_t at = logs.find("] " + unit);
    EXPECT_NE(at, logs.npos) << logs;
    EXPECT_EQ(logs.find("] " + unit, at + 1), logs.npos) << logs;
  }
  EXPECT_THAT(directory_.Read("state/slurm/result"), HasSubstr("3 objects"))
      << directory_.Read("state/slurm/end.log");
  EXPECT_GT(Tuned(), 0u) << logs;
  EXPECT_EQ(Behaviour(), behaviour);
  EXPECT_THAT(directory_.Read("state/slurm/end.log"), HasSubstr("1-of-2.db: 2 runs added"));
  EXPECT_THAT(directory_.Read("bin/sbatch.words"), HasSubstr("--dependency=afterany:7\n"));
}

TEST_F(BuildCommand, SlurmGetsNoProgramThatIsNotThere) {
  const ProgramRun run = Build({"--slurm", "2", "--whole-program", "nothing"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("nothing"));
  EXPECT_FALSE(fs::exists(folder_.root() / "slurm"));
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
