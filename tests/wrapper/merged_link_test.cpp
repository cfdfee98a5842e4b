// Links by autotune-cc with one module in the place of units.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hash.h"
#include "core/toolchain.h"
#include "wrapper/foreground.h"
#include "wrapper/link_trace.h"
#include "wrapper/wrapped_project.h"

namespace autotune {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;

/// A program of two units and one that isn't ours.
class MergedLink : public WrappedProject {
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

  /// Returns the exit status of the program. `flags` end each call.
  int Build(const std::string& environment, const std::string& flags = "") {
    EXPECT_EQ(
        Run(Wrapped("-Oz -c sum.c " + flags + " && ") + Wrapped("-Oz -c main.c " + flags + " && ") +
                Wrapped("sum.o main.o -o program " + flags),
            environment),
        0)
        << Errors();
    EXPECT_THAT(Errors(), AnyOf(IsEmpty(), HasSubstr("unused during compilation: '-fuse-ld")));
    return Run("./program");
  }

  bool HasLld() {
    return Run(": | " + Clang(" -fuse-ld=lld -shared -nostdlib -o lld.so -x c -")) == 0;
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

TEST_F(MergedLink, TakesTheMergedObjectForBitcode) {
  std::vector<std::string> all = {"-flto"};
  if (HasLld()) all.emplace_back("-flto=thin -fuse-ld=lld");
  for (const std::string& flags : all) {
    EXPECT_NE(Build("", flags), 37);
    Merge();
    EXPECT_EQ(Build(kApply, flags), 37) << flags;
    EXPECT_TRUE(folder_.HasMerged(program_.output, program_.key));
    directory_.Write("square.h", "static int square(int x) { return x * x + 1; }\n");
    EXPECT_EQ(Build(kApply, flags), 7) << flags;
    directory_.Write("square.h", "static int square(int x) { return x * x; }\n");
  }
}

/// gold says only what the plugin makes.
TEST_F(MergedLink, HearsOfAllBitcode) {
  directory_.WriteScript("mine", "echo main.o; echo /none/lto-llvm-1.o");
  const auto objects = TraceLink({directory_.path().string(), "program", {"./mine"}, {"main.o"}},
                                 {"main.o"}, folder_.NewTemporary(".out"), folder_, RunIt);
  ASSERT_FALSE(objects);
  EXPECT_EQ(objects.error().message, "its linker does not say which bitcode it reads");
}

TEST_F(MergedLink, CompilesASourceAmongItsWordsForNoDependencies) {
  directory_.Write("macro.c", "int main(void) { return VALUE; }\n");
  const RecordedLink link{directory_.path().string(),
                          "program",
                          {std::string(kClangProgram)},
                          {"macro.c", "-Wp,-DVALUE=7", "-Wp,-MMD,macro.d"}};
  const auto objects = TraceLink(link, link.words, directory_.path() / "macro", folder_, RunIt);
  ASSERT_FALSE(objects);
  EXPECT_THAT(objects.error().message, HasSubstr(".o', which is gone"));
  EXPECT_EQ(Run("./macro"), 7);
  EXPECT_FALSE(fs::exists(directory_.path() / "macro.d"));
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

/// An archive has a member `more`. Only one of the plain and the merged link takes it.
class LinkWithArchive : public MergedLink {
 protected:
  /// Returns why the link of an object in the place of both units fails; empty if it doesn't. All
  /// but `merged`, the object's source, are sources of the plain program. `words` end both links.
  std::string Link(const std::string& more, const std::string& sum, const std::string& merged,
                   const std::string& words = "libmore.a") {
    directory_.Write("more.c", more);
    directory_.Write("sum.c", sum);
    directory_.Write("other.c", merged);
    EXPECT_EQ(Run(Clang(" -c more.c other.c && llvm-ar-19 rc libmore.a more.o && ") +
                  Clang(" -shared -fPIC more.c -o libshared.so && ") +
                  Wrapped(flags_ + " -Oz -c sum.c && ") + Wrapped(flags_ + " -Oz -c main.c && ") +
                  Wrapped("sum.o main.o -o program " + flags_ + " " + words)),
              0)
        << Errors();
    Merge();
    fs::copy_file(directory_.path() / "other.o", folder_.Tuned(program_.key),
                  fs::copy_options::overwrite_existing);
    const Status linked = LinkMerged(folder_.Links().at(0), program_, folder_.Tuned(program_.key),
                                     directory_.path() / "merged", folder_, RunIt);
    return linked ? "" : linked.error().message;
  }

  std::string flags_;  ///< of the units and their link
  const std::string more_ = "int more(int x) { return 30 + x; }\n";
  const std::string constructor_ = "__attribute__((constructor)) void early(void) {}\n";
  const std::string sum_calls_ = "int more(int); int sum(int n) { return more(n); }\n";
  const std::string merged_calls_ = "int more(int); int main(void) { return more(7); }\n";
  const std::string merged_alone_ = "int main(void) { return 7; }\n";
};

TEST_F(LinkWithArchive, MayTakeOneMoreMember) {
  EXPECT_EQ(Link(more_, kSource, merged_calls_), "");
  EXPECT_EQ(Run("./merged"), 37);
}

TEST_F(LinkWithArchive, TakesNoMoreMemberThanLinkTimeOptimisation) {
  flags_ = "-flto";
  EXPECT_EQ(Link(more_, kSource, merged_calls_), "'more.o' would be linked, too");
  EXPECT_EQ(Link(more_, sum_calls_, merged_calls_), "");
  EXPECT_EQ(Link(more_, sum_calls_, merged_alone_), "");
  EXPECT_EQ(Link(more_ + constructor_, sum_calls_, merged_alone_),
            "'more.o' would not be linked, and runs before or after main");
}

TEST_F(MergedLink, KnowsThatGnuLdMayTakeAFirstMemberWithoutNeed) {
  directory_.Write("none.c", "int none;\n");
  ASSERT_EQ(Run(Clang(" -flto -c none.c && ") + Clang(" -flto -Oz -c sum.c && ") +
                "llvm-ar-19 rc libsum.a none.o sum.o && " + Wrapped("-flto -Oz -c main.c && ") +
                Wrapped("main.o -o program -flto -L. -lsum")),
            0)
      << Errors();
  const RecordedLink link = folder_.Links().at(0);
  const auto objects = TraceLink(link, link.words, folder_.NewTemporary(".out"), folder_, RunIt);
  ASSERT_FALSE(objects);
  EXPECT_EQ(objects.error().message, "its linker may take 'none.o' too early");
}

TEST_F(LinkWithArchive, TakesNoMemberThatRunsByItself) {
  EXPECT_EQ(Link(more_ + constructor_, kSource, merged_calls_),
            "'more.o' would be linked, too, and runs before or after main");
}

TEST_F(LinkWithArchive, TakesNoMemberThatDefinesWhatPlainObjectsUse) {
  const std::string sum =
      "extern int seen(void) __attribute__((weak));\n"
      "int sum(int n) { return seen ? 0 : n; }\n";
  EXPECT_EQ(Link(more_ + "int seen(void) { return 1; }\n", sum, merged_calls_),
            "'more.o' would be linked, too, and defines 'seen'");
}

TEST_F(LinkWithArchive, MayLoseAMemberThatNothingNeeds) {
  EXPECT_EQ(Link(more_, sum_calls_, merged_alone_), "");
}

TEST_F(LinkWithArchive, LosesNoMemberThatRunsByItself) {
  EXPECT_EQ(Link(more_ + constructor_, sum_calls_, merged_alone_),
            "'more.o' would not be linked, and runs before or after main");
}

TEST_F(LinkWithArchive, TakesNoWeakDefinitionForAStrongOne) {
  const std::string merged =
      "__attribute__((weak)) int more(int x) { return -x; }\n"
      "int main(void) { return more(7); }\n";
  EXPECT_EQ(Link(more_, sum_calls_, merged), "'more.o' would not be linked, and defines 'more'");
}

TEST_F(LinkWithArchive, LosesNoSharedLibrary) {
  EXPECT_EQ(Link(more_, sum_calls_, merged_alone_, "-Wl,--as-needed ./libshared.so"),
            "it would need other shared libraries");
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

}  // namespace
}  // namespace autotune
