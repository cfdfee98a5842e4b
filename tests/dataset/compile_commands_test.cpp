#include "dataset/compile_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/toolchain.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

TEST(SplitCommand, FollowsTheShell) {
  EXPECT_THAT(*SplitCommand(""), IsEmpty());
  EXPECT_THAT(*SplitCommand("  cc  -c\ta.c "), ElementsAre("cc", "-c", "a.c"));
  EXPECT_THAT(*SplitCommand(R"(-DA=\"x\" '-DB="a b"' "c\"d\\e\f" g\ h '')"),
              ElementsAre("-DA=\"x\"", "-DB=\"a b\"", "c\"d\\e\\f", "g h", ""));
  EXPECT_FALSE(SplitCommand("cc 'a.c").ok());
}

std::vector<std::string> FlagsOf(const std::string& command) {
  return RewriteCommand(*SplitCommand(command), "/p", "a.c").flags;
}

TEST(RewriteCommand, KeepsWhatTheLanguageDependsOn) {
  EXPECT_THAT(FlagsOf("gcc -std=c99 -Iinclude -I ../x -DA=1 -isystem /y -include c.h -m32 -c a.c"),
              ElementsAre("-std=c99", "-Iinclude", "-I", "../x", "-DA=1", "-isystem", "/y",
                          "-include", "c.h", "-m32"));
}

TEST(RewriteCommand, DropsWhatDecidesOnOptimisationAndOutput) {
  EXPECT_THAT(FlagsOf("gcc -O3 -g -ggdb3 -flto=auto -Werror=format -MMD -MP -MF a.d -MT a.o"
                      " -fsanitize=address -fprofile-use -Wp,-MMD,.a.o.d -pipe -o a.o -c a.c"),
              IsEmpty());
  EXPECT_THAT(FlagsOf("gcc -DA -oa.o -c -- a.c"), ElementsAre("-DA"));
}

TEST(RewriteCommand, KnowsItsSourceByAnotherName) {
  EXPECT_THAT(RewriteCommand({"gcc", "-c", "src/a.c"}, "/p", "/p/src/a.c").flags, IsEmpty());
  EXPECT_THAT(RewriteCommand({"gcc", "-c", "/p/src/a.c"}, "/p", "src/a.c").flags, IsEmpty());
  EXPECT_THAT(RewriteCommand({"gcc", "-c", "./a.c"}, "/p/src", "a.c").flags, IsEmpty());
}

TEST(RewriteCommand, FindsTheCompiler) {
  EXPECT_EQ(RewriteCommand({"ccache", "/usr/bin/gcc-12", "-c", "a.c"}, "/p", "a.c").compiler,
            kClangProgram);
  EXPECT_EQ(RewriteCommand({"/usr/bin/c++", "-c", "a.cc"}, "/p", "a.cc").compiler, kClangxxProgram);
}

Result<CompileCommands> Units(const TestDirectory& directory, const std::string& json) {
  return ReadCompileCommands(directory.Write("compile_commands.json", json), Split::kTest,
                             "clang version 19");
}

TEST(CompileCommands, NamesUnitsBelowTheirCommonFolder) {
  const TestDirectory directory;
  const auto units = Units(directory, R"([
    {"directory": "/p/build", "file": "../src/a.c", "command": "cc -c ../src/a.c"},
    {"directory": "/p/build", "file": "../src/b/c.c", "arguments": ["cc", "-c", "../src/b/c.c"]},
    {"directory": "/p/build", "file": "../src/a.c", "command": "cc -DB -c ../src/a.c"}])");
  ASSERT_TRUE(units.ok()) << units.error().message;
  std::vector<std::string> files;
  for (const Unit& unit : units->units) files.push_back(unit.file);
  EXPECT_THAT(files,
              ElementsAre("O0/a.c.bc", "O2/a.c.bc", "Oz/a.c.bc", "O0/b/c.c.bc", "O2/b/c.c.bc",
                          "Oz/b/c.c.bc", "O0/a.c.2.bc", "O2/a.c.2.bc", "Oz/a.c.2.bc"));
  EXPECT_NE(units->units[0].inputs, units->units[1].inputs);
  EXPECT_NE(units->units[0].inputs, units->units[6].inputs);
}

TEST(CompileCommands, CountsTheFlagsThatItRefuses) {
  const TestDirectory directory;
  const auto commands = Units(directory, R"([
    {"directory": "/p", "file": "a.c", "command": "cc -fplugin=x.so -MJ a.json -c a.c"},
    {"directory": "/p", "file": "b.c", "command": "cc -fplugin=x.so @flags -O2 -c b.c"}])");
  ASSERT_TRUE(commands.ok()) << commands.error().message;
  EXPECT_THAT(commands->refused,
              ElementsAre(Pair("-MJ a.json", 1u), Pair("-fplugin=x.so", 2u), Pair("@flags", 1u)));
}

TEST(CompileCommands, RefusesWhatIsNoDatabase) {
  const TestDirectory directory;
  for (const char* const text : {"", "{", "{}", "[]", "[1]", R"([{"file": "a.c"}])",
                                 R"([{"directory": "/", "file": "a.c", "command": "cc 'a.c"}])",
                                 R"([{"directory": "/", "file": "a.c", "arguments": []}])"}) {
    const auto units = Units(directory, text);
    ASSERT_FALSE(units.ok()) << text;
    EXPECT_EQ(units.error().code, ErrorCode::kBadInput);
    EXPECT_THAT(units.error().message, HasSubstr("compile_commands.json"));
  }
}

}  // namespace
}  // namespace autotune
