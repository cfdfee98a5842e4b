// The programs autotune-cc and autotune-c++, as a build uses them.

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/file.h"
#include "core/hash.h"
#include "core/toolchain.h"
#include "support/llvm_tools.h"
#include "support/test_directory.h"
#include "wrapper/compiler_call.h"
#include "wrapper/foreground.h"
#include "wrapper/link_trace.h"
#include "wrapper/unit_folder.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kSource[] =
    "#include \"square.h\"\n"
    "int table[100];\n"
    "int sum(int n) { int s = 0; for (int i = 0; i < n; ++i) s += square(table[i % 100]);\n"
    "  return s; }\n";

class CompilerWrapper : public testing::Test {
 protected:
  CompilerWrapper() {
    EXPECT_TRUE(folder_.Create());
    directory_.Write("square.h", "static int square(int x) { return x * x; }\n");
    directory_.Write("sum.c", kSource);
    directory_.Write("main.c", "int sum(int);\nint main(void) { return sum(7); }\n");
  }

  /// Runs a shell command in the directory with our folder in the environment. Returns its exit
  /// status; `output` and `errors` are its streams.
  int Run(const std::string& command, const std::string& environment = "") {
    const std::string line = "cd '" + directory_.path().string() + "' && export AUTOTUNE_BUILD='" +
                             folder_.root().string() + "' " + environment + " && { " + command +
                             "\n} > stdout 2> stderr";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  std::string Errors() const { return directory_.Read("stderr"); }
  std::string Output() const { return directory_.Read("stdout"); }
  std::size_t Counted(const std::string& event) const {
    const auto counts = folder_.Counts();
    const auto found = counts.find(event);
    return found == counts.end() ? 0 : found->second;
  }
  std::size_t Files() const {
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(directory_.path())) {
      files += entry.is_regular_file() ? 1 : 0;
    }
    return files;
  }

  TestDirectory directory_;
  const UnitFolder folder_{directory_.path() / "state"};
};

/// A compile with the wrapper, and the same with the plain compiler.
std::string Wrapped(const std::string& words) { return AUTOTUNE_CC " " + words; }

TEST_F(CompilerWrapper, MakesTheObjectThatTheCompilerMakes) {
  for (const std::string words : {"-Oz -c sum.c", "-Os -g -fPIC -ffunction-sections -c sum.c",
                                  "-O2 -c sum.c", "-Oz -MMD -MF sum.d -c sum.c", "-c sum.c"}) {
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
  for (const std::string flags : {"-O2", "-Oz -flto", "-Oz -fsanitize=undefined"}) {
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

TEST_F(CompilerWrapper, CompilesCxx) {
  directory_.Write("x.cc", "#include <vector>\nint f(std::vector<int>& v) { return v.at(1); }\n");
  ASSERT_EQ(Run(AUTOTUNE_CXX " -std=c++20 -Oz -c x.cc"), 0) << Errors();
  EXPECT_EQ(folder_.Units().size(), 1u);
}

TEST_F(CompilerWrapper, DropsTheFlagsOfGcc) {
  ASSERT_EQ(Run(Wrapped("-fconserve-stack -Oz -c sum.c")), 0) << Errors();
  EXPECT_EQ(Counted("dropped -fconserve-stack"), 1u);
  for (const std::string_view flag : GccOnlyFlags()) {
    EXPECT_NE(Run(Clang(" -fsyntax-only sum.c ") + std::string(flag)), 0) << flag;
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

/// A program of two units and one that isn't ours.
class MergedLink : public CompilerWrapper {
 protected:
  MergedLink() {
    directory_.Write("other.c",
                     "int sum(int n) { return 30 + n; }\nint main(void) "
                     "{ return sum(7); }\n");
    EXPECT_EQ(Run(Clang(" -c other.c")), 0);
    Build("");
    Merge();
    fs::copy_file(directory_.path() / "other.o", folder_.Tuned(program_.key));
  }

  /// Notes the units of the recorded link as one program.
  void Merge() {
    const RecordedLink link = folder_.Links().at(0);
    program_ = {};
    program_.key = HashBytes("key");
    program_.output = directory_.path() / "program";
    program_.link = link.hash();
    program_.units_of_link = {0, 1};
    for (const RecordedUnit& unit : folder_.Units()) {
      program_.units.emplace_back(unit.OutputPath().string(), unit.key());
    }
    const auto objects = TraceLink(link, link.words, folder_.NewTemporary(".out"), folder_, RunIt);
    EXPECT_TRUE(objects);
    program_.inputs = HashInputs(*objects, program_, folder_);
    EXPECT_TRUE(folder_.AddMerged(program_));
  }

  /// Builds a file whose sum.c has this function as well, links it with these words, and takes the
  /// merged object, which lacks it.
  Status LinkWithout(const std::string& function, const std::string& words) {
    directory_.Write("sum.c", "int sum(int n) { return n; }\n" + function + "\n");
    EXPECT_EQ(Run(Wrapped("-Oz -fPIC -c sum.c && ") + Wrapped("-Oz -fPIC -c main.c && ") +
                  Wrapped("sum.o main.o -o program " + words)),
              0)
        << Errors();
    Merge();
    return LinkMerged(folder_.Links().at(0), program_, folder_.Tuned(program_.key),
                      folder_.NewTemporary(".out"), folder_, RunIt);
  }

  static Status RunIt(const std::vector<std::string>& words) {
    const Result<ForegroundEnd> end = RunForeground(words);
    return end && end->Succeeded() ? Status() : Error{ErrorCode::kBadInput, "it fails"};
  }

  /// Returns the exit status of the program.
  int Build(const std::string& environment) {
    EXPECT_EQ(Run(Wrapped("-Oz -c sum.c && ") + Wrapped("-Oz -c main.c && ") +
                      Wrapped("sum.o main.o -o program"),
                  environment),
              0)
        << Errors();
    EXPECT_THAT(Errors(), IsEmpty());
    return Run("./program");
  }

  static constexpr char kApply[] = "AUTOTUNE_BUILD_MODE=apply";
  MergedProgram program_;
};

TEST_F(MergedLink, TakesTheMergedObject) {
  EXPECT_NE(Build(""), 37) << "only in apply mode";
  EXPECT_EQ(Build(kApply), 37);
  EXPECT_TRUE(folder_.HasMerged(program_.output, program_.key));
  EXPECT_EQ(Counted("merged object linked"), 1u);
  EXPECT_NE(Build(""), 37);
  EXPECT_FALSE(folder_.MayHaveMerged(program_.output));
}

TEST_F(MergedLink, MayDropWhatLibrariesHaveThemselves) {
  const std::string weak = "__attribute__((weak)) int more(int x) { return x; }";
  EXPECT_TRUE(LinkWithout(weak, "-rdynamic"));
  EXPECT_EQ(LinkWithout("int more(int x) { return x; }", "-rdynamic").error().message,
            "its dynamic symbols would change: 'more'");
  EXPECT_EQ(LinkWithout(weak, "-shared").error().message,
            "its dynamic symbols would change: 'more'");
  EXPECT_TRUE(LinkWithout("#include <stdio.h>\nvoid* more(void) { return &stdout; }", ""));
}

/// The merged object calls `more` of an archive, which the plain link does not need.
class LinkWithArchive : public MergedLink {
 protected:
  /// Returns why the link fails if this is the member of the archive.
  std::string Link(const std::string& member) {
    directory_.Write("more.c", member);
    directory_.Write("other.c", "int more(int); int main(void) { return more(7); }\n");
    EXPECT_EQ(Run(Clang(" -c more.c other.c && llvm-ar-19 rc libmore.a more.o && ") +
                  Wrapped("-Oz -c sum.c && ") + Wrapped("-Oz -c main.c && ") +
                  Wrapped("sum.o main.o libmore.a -o program")),
              0)
        << Errors();
    Merge();
    fs::copy_file(directory_.path() / "other.o", folder_.Tuned(program_.key),
                  fs::copy_options::overwrite_existing);
    const Status linked = LinkMerged(folder_.Links().at(0), program_, folder_.Tuned(program_.key),
                                     directory_.path() / "merged", folder_, RunIt);
    return linked ? "" : linked.error().message;
  }

  static constexpr char kMore[] = "int more(int x) { return 30 + x; }\n";
};

TEST_F(LinkWithArchive, MayTakeOneMoreMember) {
  EXPECT_EQ(Link(kMore), "");
  EXPECT_EQ(Run("./merged"), 37);
}

TEST_F(LinkWithArchive, TakesNoMemberThatRunsByItself) {
  EXPECT_EQ(Link(std::string(kMore) + "__attribute__((constructor)) void early(void) {}\n"),
            "'more.o' would be linked, too, and runs before or after main");
}

TEST_F(LinkWithArchive, TakesNoMemberThatDefinesWhatPlainObjectsUse) {
  directory_.Write("square.h",
                   "extern int seen(void) __attribute__((weak));\n"
                   "static int square(int x) { return seen ? 0 : x * x; }\n");
  EXPECT_EQ(Link(std::string(kMore) + "int seen(void) { return 1; }\n"),
            "'more.o' would be linked, too, and defines 'seen'");
}

/// The plain link takes a member of an archive that the merged object does not need.
class LinkWithoutMember : public MergedLink {
 protected:
  /// Returns why the link fails. `words` come last in it.
  std::string Link(const std::string& sum, const std::string& merged,
                   const std::string& words = "libmore.a") {
    directory_.Write("sum.c", sum);
    directory_.Write("other.c", merged);
    EXPECT_EQ(Run(Clang(" -c more.c other.c && llvm-ar-19 rc libmore.a more.o && ") +
                  Clang(" -shared -fPIC more.c -o libshared.so && ") + Wrapped("-Oz -c sum.c && ") +
                  Wrapped("-Oz -c main.c && ") + Wrapped("sum.o main.o -o program " + words)),
              0)
        << Errors();
    Merge();
    fs::copy_file(directory_.path() / "other.o", folder_.Tuned(program_.key),
                  fs::copy_options::overwrite_existing);
    const Status linked = LinkMerged(folder_.Links().at(0), program_, folder_.Tuned(program_.key),
                                     directory_.path() / "merged", folder_, RunIt);
    return linked ? "" : linked.error().message;
  }

  static constexpr char kCalls[] = "int more(int); int sum(int n) { return more(n); }\n";
  static constexpr char kAlone[] = "int main(void) { return 7; }\n";
};

TEST_F(LinkWithoutMember, MayLoseWhatNothingNeeds) {
  directory_.Write("more.c", "int more(int x) { return x; }\n");
  EXPECT_EQ(Link(kCalls, kAlone), "");
}

TEST_F(LinkWithoutMember, LosesNoMemberThatRunsByItself) {
  directory_.Write("more.c",
                   "int more(int x) { return x; }\n"
                   "__attribute__((constructor)) void early(void) {}\n");
  EXPECT_EQ(Link(kCalls, kAlone), "'more.o' would not be linked, and runs before or after main");
}

TEST_F(LinkWithoutMember, TakesNoWeakDefinitionForAStrongOne) {
  directory_.Write("more.c", "int more(int x) { return x; }\n");
  EXPECT_EQ(Link(kCalls, std::string("__attribute__((weak)) int more(int x) { return -x; }\n"
                                     "int main(void) { return more(7); }\n")),
            "'more.o' would not be linked, and defines 'more'");
}

TEST_F(LinkWithoutMember, LosesNoSharedLibrary) {
  directory_.Write("more.c", "int more(int x) { return x; }\n");
  const std::string words = "-Wl,--as-needed ./libshared.so";
  EXPECT_EQ(Link(kCalls, kAlone, words), "it would need other shared libraries");
}

TEST_F(MergedLink, IsPlainIfAUnitHasChanged) {
  directory_.Write("square.h", "static int square(int x) { return x * x + 1; }\n");
  EXPECT_EQ(Build(kApply), 7);
  EXPECT_EQ(Counted("merged program has changed"), 1u);
}

TEST_F(MergedLink, IsPlainIfAnotherCompilerMadeAnObject) {
  directory_.Write("square.h", "static int square(int x) { return x * x + 1; }\n");
  ASSERT_EQ(Run(Clang(" -Oz -c sum.c && ") + Wrapped("sum.o main.o -o program"), kApply), 0);
  EXPECT_EQ(Run("./program"), 7);
}

TEST_F(MergedLink, IsPlainIfItsWordsHaveChanged) {
  ASSERT_EQ(Run(Wrapped("main.o sum.o -o program"), kApply), 0);
  EXPECT_NE(Run("./program"), 37);
}

TEST_F(MergedLink, IsPlainIfTheMergedObjectDoesNotLink) {
  ASSERT_TRUE(folder_.Replace(folder_.Tuned(program_.key), "no object"));
  EXPECT_NE(Build(kApply), 37);
  EXPECT_EQ(Counted("merged program has changed"), 1u);
}

TEST_F(MergedLink, IsPlainIfAUnitWouldBeLinkedBesideIt) {
  // The words that go are those of the units; this one stays.
  ASSERT_EQ(Run(Wrapped("sum.o main.o -Wl,sum.o,--allow-multiple-definition -o program")), 0);
  program_.link = folder_.Links().at(0).hash();
  ASSERT_TRUE(folder_.AddMerged(program_));
  ASSERT_EQ(Run(Wrapped("sum.o main.o -Wl,sum.o,--allow-multiple-definition -o program"), kApply),
            0);
  EXPECT_NE(Run("./program"), 37);
}

TEST_F(MergedLink, IsPlainIfItsDynamicSymbolsWouldChange) {
  const std::string words = "sum.o main.o -rdynamic -o program";
  ASSERT_EQ(Run(Wrapped(words)), 0);
  program_.link = folder_.Links().at(0).hash();
  ASSERT_TRUE(folder_.AddMerged(program_));
  ASSERT_EQ(Run(Wrapped(words), kApply), 0);
  EXPECT_NE(Run("./program"), 37);
  EXPECT_EQ(Counted("merged program has changed"), 1u);
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
