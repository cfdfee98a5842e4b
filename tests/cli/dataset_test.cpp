// `autotune dataset` as a user runs it, on sources that the test brings along.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/autotune_process.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// Runs a shell command in the directory; its output.
std::string Shell(const TestDirectory& directory, const std::string& command) {
  const std::string line =
      fmt::format("cd '{}' && ({}) > shell-output", directory.path().string(), command);
  EXPECT_EQ(std::system(line.c_str()), 0) << command;
  return directory.Read("shell-output");
}

ProgramRun Dataset(const TestDirectory& directory, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"dataset", "--dir", "sets", "--jobs", "2"});
  // The action comes first.
  std::rotate(arguments.begin() + 1, arguments.begin() + 5, arguments.begin() + 6);
  return RunAutotune(directory, std::move(arguments));
}

void ExpectSuccess(const ProgramRun& run, const std::string& text) {
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr(text));
}

void ExpectRefusal(const ProgramRun& run, int status, const std::string& reason) {
  EXPECT_EQ(run.status, status);
  EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr(reason));
}

/// A function of `n` additions: each a shape of its own.
std::string Function(int n) {
  std::string text = "int f(int x) {\n";
  for (int i = 0; i < n; ++i) text += "  x += x;\n";
  return text + "  return x;\n}\n";
}

/// A mirror of packages `a` (train) and `b` (test), and the recipe for them.
void WriteMirror(const TestDirectory& directory) {
  fs::create_directories(directory.path() / "a-1/src");
  for (int i = 0; i < 12; ++i) {
    directory.Write(fmt::format("a-1/src/f{:02}.c", i), Function(i + 1));
  }
  directory.Write("a-1/src/needs.c", "#include <no/such.h>\n");
  directory.Write("a-1/src/twin.c", Function(1) + "/* f00.c in other words */\n");
  // Found before the system's where the recipe says so.
  fs::create_directories(directory.path() / "a-1/own");
  directory.Write("a-1/own/assert.h", "#define OWN 1\n");
  directory.Write("a-1/src/own.c", "#include <assert.h>\nint h(int x) { return x * OWN; }\n");
  directory.Write("a-1/src/config.c",
                  "#include \"made.h\"\nint there(int);\nint g(void) { return there(MADE); }\n");
  fs::create_directories(directory.path() / "b-1");
  directory.Write("b-1/main.c", "int f(int);\nint main(void) { return f(0); }\n");
  directory.Write("b-1/f.c", Function(30));
  Shell(directory, "tar czf a.tar.gz a-1 && tar cJf b.tar.xz b-1");
  const auto package = [&](const std::string& name, const std::string& archive) {
    return fmt::format("[[package]]\nname = '{}'\nversion = '1'\narchive = '{}'\nsha256 = '{}'\n",
                       name, archive, Shell(directory, "sha256sum " + archive).substr(0, 64));
  };
  directory.Write("recipe.toml",
                  "name = 'tiny'\nsource = 'a test'\nlicence = 'none'\n" +
                      package("a", "a.tar.gz") +
                      "split = 'train'\nunits = ['src/*.c']\n"
                      "flags = ['-Iown']\nprepare = 'echo \"#define MADE 1\" > made.h'\n" +
                      package("b", "b.tar.xz") +
                      "split = 'test'\n[[package.program]]\nname = 'b'\nfiles = ['*.c']\n");
}

std::vector<std::string> BuildTiny(const TestDirectory& directory) {
  return {"build",       "debian-c", "--recipe",
          "recipe.toml", "--mirror", "file://" + directory.path().string()};
}

TEST(Dataset, BuildsProgramsAndUnitsOfPackages) {
  const TestDirectory directory;
  WriteMirror(directory);
  ExpectSuccess(Dataset(directory, BuildTiny(directory)),
                "35 programs, 13 duplicates left out, 3 failed");
  const ProgramRun info = Dataset(directory, {"info", "debian-c"});
  ExpectSuccess(info, "a test");
  EXPECT_THAT(info.output, HasSubstr("O0/train/a/src/needs.bc: src/needs.c:1:10: fatal error"));
  const std::string manifest = directory.Read("sets/debian-c/manifest.json");
  EXPECT_THAT(manifest, HasSubstr("Oz/test/b/b.bc"));
  // One has a body, the other is declared.
  EXPECT_THAT(manifest, HasSubstr("\"file\":\"O0/train/a/src/config.bc\",\"split\":\"train\","
                                  "\"functions\":1,"));
  // Nothing of where it was built is in a module.
  EXPECT_THAT(directory.Read("sets/debian-c/O0/test/b/b.bc"),
              Not(HasSubstr(directory.path().string())));
}

TEST(Dataset, GoesOnAfterAKillToTheSameEnd) {
  const TestDirectory whole;
  WriteMirror(whole);
  ASSERT_EQ(Dataset(whole, BuildTiny(whole)).status, 0);

  const TestDirectory killed;
  // The same archives, byte for byte.
  Shell(killed, fmt::format("cp '{0}'/*.tar.* '{0}/recipe.toml' .", whole.path().string()));
  const fs::path journal = killed.path() / "sets/debian-c/.journal";
  int kills = 0;
  for (const int lines : {1, 9, 20}) {
    AutotuneProcess process(
        killed, {"dataset", "build", "debian-c", "--dir", "sets", "--jobs", "1", "--recipe",
                 "recipe.toml", "--mirror", "file://" + killed.path().string()});
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (std::chrono::steady_clock::now() < patience) {
      const std::string text = killed.Read("sets/debian-c/.journal");
      if (std::ranges::count(text, '\n') >= lines) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    process.Signal(SIGKILL);
    // On a busy machine it may have ended before.
    if (process.Wait().status != 1000 + SIGKILL) break;
    ++kills;
    EXPECT_TRUE(fs::exists(journal));
  }
  EXPECT_GE(kills, 1);
  ASSERT_EQ(Dataset(killed, BuildTiny(killed)).status, 0);
  EXPECT_EQ(killed.Read("sets/debian-c/manifest.json"), whole.Read("sets/debian-c/manifest.json"));
  ExpectSuccess(Dataset(killed, {"verify", "debian-c"}), "as they were built");
}

TEST(Dataset, NamesThePackageThatCanNotBeHad) {
  const TestDirectory directory;
  WriteMirror(directory);
  fs::remove(directory.path() / "b.tar.xz");
  ExpectRefusal(Dataset(directory,
                        [&] {
                          std::vector<std::string> words = BuildTiny(directory);
                          words.push_back("--quiet");
                          return words;
                        }()),
                1, "package b: can't download");
  directory.Write("b.tar.xz", "another release");
  const ProgramRun run = Dataset(directory, BuildTiny(directory));
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("has SHA-256"));
}

TEST(Dataset, ImportsFoldersAndArchives) {
  const TestDirectory directory;
  fs::create_directories(directory.path() / "ir/sub");
  directory.Write("ir/a.ll", "define void @f() {\n  ret void\n}\n");
  directory.Write("ir/sub/b.ll", "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n");
  directory.Write("ir/broken.ll", "define void @f( {\n");
  directory.Write("ir/bodies.ll", "declare i32 @puts(ptr)\n");
  directory.Write("ir/README", "not a module\n");
  ExpectSuccess(Dataset(directory, {"build", "import", "ir", "--split", "validation"}),
                "2 programs, 2 of them distinct, 2 failed");
  Shell(directory, "tar cjf ir.tar.bz2 ir");
  ExpectSuccess(
      Dataset(directory, {"build", "import", "file://" + (directory.path() / "ir.tar.bz2").string(),
                          "--name", "packed"}),
      "2 programs, 2 of them distinct, 2 failed");
  EXPECT_EQ(directory.Read("sets/packed/sub/b.ll"), directory.Read("ir/sub/b.ll"));
  const std::string hash = Shell(directory, "sha256sum ir.tar.bz2 | tr a-f A-F").substr(0, 64);
  ExpectSuccess(
      Dataset(directory, {"build", "import", "ir.tar.bz2", "--name", "checked", "--sha256", hash}),
      "2 programs");
  ExpectSuccess(Dataset(directory, {"list"}), "packed");
  const std::vector<std::string> add = {"add", "packed", "ir/sub/b.ll", "--split", "train"};
  ExpectSuccess(Dataset(directory, add), "3 programs");
  ExpectSuccess(Dataset(directory, {"build", "import", "ir.tar.bz2", "--name", "packed"}),
                "3 programs");
  const ProgramRun info = Dataset(directory, {"info", "packed"});
  EXPECT_THAT(info.output, HasSubstr("broken.ll"));
  EXPECT_THAT(info.output, HasSubstr("bodies.ll: no function has a body"));
  EXPECT_THAT(info.output, HasSubstr("train"));
}

TEST(Dataset, NamesAnArchiveWithoutItsEndingAndAFolderAsItIs) {
  const TestDirectory directory;
  fs::create_directories(directory.path() / "f.tar");
  directory.Write("f.tar/a.ll", "define void @f() {\n  ret void\n}\n");
  Shell(directory, "tar cjf g.tar.bz2 f.tar");
  ExpectSuccess(Dataset(directory, {"build", "import", "f.tar/"}), "sets/f.tar: 1 programs");
  ExpectSuccess(Dataset(directory, {"build", "import", "g.tar.bz2"}), "sets/g: 1 programs");
}

TEST(Dataset, TheMedianOfTwoIsBetweenThem) {
  const TestDirectory directory;
  directory.Write("a.ll", "define void @f() {\n  ret void\n}\n");
  directory.Write("b.ll",
                  "define i32 @f(i32 %x) {\n  %a = add i32 %x, 7\n  %b = mul i32 %a, %x\n"
                  "  ret i32 %b\n}\n");
  ExpectSuccess(Dataset(directory, {"add", "mine", "a.ll", "b.ll"}), "2 programs");
  ExpectSuccess(Dataset(directory, {"info", "mine"}), "         1         2         3\n");
}

TEST(Dataset, KeepsASetFromTheImportOfAnother) {
  const TestDirectory directory;
  for (const char* const project : {"a", "b"}) {
    fs::create_directories(directory.path() / project / "ir");
    directory.Write(fmt::format("{}/ir/{}.ll", project, project),
                    fmt::format("define void @{}() {{\n  ret void\n}}\n", project));
  }
  ExpectSuccess(Dataset(directory, {"build", "import", "a/ir"}), "1 programs");
  const std::string manifest = directory.Read("sets/ir/manifest.json");
  ExpectRefusal(Dataset(directory, {"build", "import", "b/ir"}), 2, "a set 'ir' already");
  EXPECT_EQ(directory.Read("sets/ir/manifest.json"), manifest);
  EXPECT_EQ(directory.Read("sets/ir/a.ll"), directory.Read("a/ir/a.ll"));
  // The same words mean another folder here.
  EXPECT_THAT(Shell(directory, fmt::format("cd b; {} dataset build import ir --dir ../sets 2>&1 "
                                           "|| true",
                                           AUTOTUNE_PROGRAM)),
              HasSubstr("a set 'ir' already"));
  ExpectSuccess(Dataset(directory, {"build", "import", "b/ir", "--name", "other"}), "1 programs");

  // The same source may have changed, whatever it is called; the same programs may have moved.
  directory.Write("a/ir/more.ll", "define i32 @g(i32 %x) {\n  ret i32 %x\n}\n");
  fs::remove(directory.path() / "a/ir/a.ll");
  ExpectSuccess(Dataset(directory, {"build", "import", "./a/ir/"}), "1 programs");
  fs::rename(directory.path() / "a", directory.path() / "c");
  ExpectSuccess(Dataset(directory, {"build", "import", "c/ir"}), "1 programs");
  ExpectSuccess(Dataset(directory, {"build", "import", "b/ir", "--fresh"}), "1 programs");
  EXPECT_EQ(directory.Read("sets/ir/b.ll"), directory.Read("b/ir/b.ll"));
}

TEST(Dataset, AddReplacesNothing) {
  const TestDirectory directory;
  for (const char* const folder : {"a", "b"}) {
    fs::create_directory(directory.path() / folder);
    directory.Write(fmt::format("{}/f.ll", folder),
                    fmt::format("define void @{}() {{\n  ret void\n}}\n", folder));
  }
  ExpectSuccess(Dataset(directory, {"add", "x", "a/f.ll", "--split", "train"}), "1 programs");
  const std::string manifest = directory.Read("sets/x/manifest.json");
  ExpectRefusal(Dataset(directory, {"add", "x", "b/f.ll"}), 2, "another 'added/f.ll'");
  EXPECT_EQ(directory.Read("sets/x/added/f.ll"), directory.Read("a/f.ll"));
  ExpectSuccess(Dataset(directory, {"add", "x", "a/f.ll"}), "1 programs");
  EXPECT_EQ(directory.Read("sets/x/manifest.json"), manifest);
  ExpectSuccess(Dataset(directory, {"add", "x", "a/f.ll", "--split", "test"}), "1 programs");
  EXPECT_THAT(directory.Read("sets/x/manifest.json"), HasSubstr("\"split\":\"test\""));
}

TEST(Dataset, VerifyNamesWhatIsDamaged) {
  const TestDirectory directory;
  fs::create_directories(directory.path() / "ir");
  for (const char* const name : {"a", "b", "c"}) {
    directory.Write(fmt::format("ir/{}.ll", name), "define void @f() {\n  ret void\n}\n");
  }
  ExpectSuccess(Dataset(directory, {"build", "import", "ir"}),
                "3 programs, 1 of them distinct, 0 failed");
  ExpectSuccess(Dataset(directory, {"info", "ir"}), "3 programs, 1 of them distinct, 0 failed");
  ExpectSuccess(Dataset(directory, {"verify", "ir"}), "3 programs");
  directory.Write("sets/ir/a.ll", "; changed\n");
  fs::remove(directory.path() / "sets/ir/b.ll");
  directory.Write("sets/ir/d.ll", "");
  const ProgramRun run = Dataset(directory, {"verify", "ir"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.output, "a.ll: changed\nb.ll: missing\nd.ll: not in the manifest\n");
  // Building again mends it.
  ASSERT_EQ(Dataset(directory, {"build", "import", "ir"}).status, 0);
  EXPECT_EQ(Dataset(directory, {"verify", "ir"}).status, 0);
}

TEST(Dataset, CompilesAProjectAfterItsCompileCommands) {
  const TestDirectory directory;
  fs::create_directories(directory.path() / "src");
  directory.Write("src/good.c", "#ifndef WANTED\n#error\n#endif\nint f(void) { return 1; }\n");
  directory.Write("src/bad.c", "#include \"generated.h\"\n");
  directory.Write("src/plus.cpp",
                  "template <class T> T g(T x) { return x; }\nint h() { return g(1); }\n");
  const auto entry = [&](const std::string& file, const std::string& compiler) {
    return fmt::format(R"({{"directory": "{}", "file": "src/{}", "command":
        "{} -O3 -Werror -g -DWANTED -MD -MF x.d -o out.o -c src/{}"}})",
                       directory.path().string(), file, compiler, file);
  };
  directory.Write("compile_commands.json", "[" + entry("good.c", "gcc") + "," +
                                               entry("bad.c", "gcc") + "," +
                                               entry("plus.cpp", "ccache g++") + "]");
  ExpectSuccess(
      Dataset(directory, {"build", "compile-commands", "compile_commands.json", "--name", "mine"}),
      "6 programs, 6 of them distinct, 3 failed");
  EXPECT_THAT(Dataset(directory, {"info", "mine"}).output,
              HasSubstr("O0/bad.c.bc: src/bad.c:1:10: fatal error: 'generated.h' file not found"));
  EXPECT_FALSE(fs::exists(directory.path() / "x.d"));
}

TEST(Dataset, GeneratesProgramsWithCsmith) {
  const TestDirectory directory;
  const std::vector<std::string> build = {"build", "csmith", "--count", "2", "--first-seed", "7"};
  ExpectSuccess(Dataset(directory, build), "6 programs");
  const std::string manifest = directory.Read("sets/csmith/manifest.json");
  EXPECT_THAT(manifest, HasSubstr("seed 8"));
  ExpectSuccess(
      Dataset(directory, {"build", "csmith", "--count", "2", "--first-seed", "7", "--fresh"}),
      "6 programs");
  EXPECT_EQ(directory.Read("sets/csmith/manifest.json"), manifest);
}

TEST(Dataset, MistakesAreRefusedInOneLine) {
  const TestDirectory directory;
  directory.Write("empty/.keep", "");
  fs::create_directories(directory.path() / "bare");
  directory.Write("notes.tar", "no archive");
  directory.Write("a.txt", "no module");
  ExpectRefusal(RunAutotune(directory, {"dataset"}), 2, "needs one of");
  ExpectRefusal(Dataset(directory, {"frob"}), 2, "'frob'");
  ExpectRefusal(Dataset(directory, {"build"}), 2, "needs to know what");
  ExpectRefusal(Dataset(directory, {"build", "debian"}), 2, "'debian'");
  ExpectRefusal(Dataset(directory, {"build", "csmith", "3"}), 2, "no argument");
  ExpectRefusal(Dataset(directory, {"build", "import"}), 2, "one argument");
  ExpectRefusal(Dataset(directory, {"build", "csmith", "--count", "many"}), 2, "--count");
  // Before it takes all memory; and seeds would go on at 0 after the last.
  ExpectRefusal(Dataset(directory, {"build", "csmith", "--count", "1000001"}), 2, "--count");
  ExpectRefusal(Dataset(directory, {"build", "csmith", "--count", "1", "--first-seed",
                                    "18446744073709551615"}),
                2, "--first-seed");
  ExpectRefusal(Dataset(directory, {"build", "csmith", "--split", "all"}), 2, "--split");
  ExpectRefusal(Dataset(directory, {"build", "csmith", "--name", ".hidden"}), 2, "no name");
  ExpectRefusal(Dataset(directory, {"build", "import", "none"}), 1, "none");
  ExpectRefusal(Dataset(directory, {"build", "import", "bare"}), 1, "no .bc or .ll");
  ExpectRefusal(Dataset(directory, {"build", "import", "notes.tar"}), 1, "notes.tar");
  const std::string hash(64, '0');
  ExpectRefusal(Dataset(directory, {"build", "import", "notes.tar", "--sha256", hash}), 1,
                "notes.tar");
  Shell(directory, "tar cf archive.tar a.txt");
  ExpectRefusal(Dataset(directory, {"build", "import", "archive.tar", "--sha256", hash}), 1,
                "'archive.tar' has SHA-256");
  ExpectRefusal(Dataset(directory, {"build", "import", "bare", "--sha256", hash}), 2, "a folder");
  ExpectRefusal(Dataset(directory, {"build", "import", "notes.tar", "--sha256", "12"}), 2,
                "64 hexadecimal digits");
  ExpectRefusal(Dataset(directory, {"build", "compile-commands", "none.json"}), 1, "none.json");
  ExpectRefusal(Dataset(directory, {"build", "debian-c", "--recipe", "none.toml"}), 1, "none.toml");
  ExpectRefusal(Dataset(directory, {"add", "x", "a.txt"}), 1, "a.txt");
  ExpectRefusal(Dataset(directory, {"info", "nowhere"}), 1, "nowhere");
  ExpectRefusal(Dataset(directory, {"verify"}), 2, "one data set");
  EXPECT_EQ(Dataset(directory, {"list"}).output, "no data sets in sets\n");
}

}  // namespace
}  // namespace autotune
