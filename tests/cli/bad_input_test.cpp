#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/autotune_process.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kFunction = R"(target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
define i32 @f(i32 %x) {
  %slot = alloca i32
  store i32 %x, ptr %slot
  %y = load i32, ptr %slot
  ret i32 %y
}
)";

/// A run that must fail with one line on standard error and nothing on standard output.
void ExpectRefusal(const TestDirectory& directory, const std::vector<std::string>& arguments,
                   int status, const std::string& reason) {
  const ProgramRun run = RunAutotune(directory, arguments);
  EXPECT_EQ(run.status, status) << run.error_output;
  EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  EXPECT_THAT(run.error_output, testing::StartsWith("autotune: error: "));
  EXPECT_THAT(run.error_output, HasSubstr(reason));
  EXPECT_THAT(run.output, IsEmpty());
}

TEST(BadInput, IsRefusedInOneLine) {
  const TestDirectory directory;
  directory.Write("empty.bc", "");
  directory.Write("noise.bc", "\x01\x02\xff\xfe\n\n\x80garbage\n");
  directory.Write("magic.bc", "BC\xC0\xDE and nothing more");
  directory.Write("syntax.ll", "define i32 @f( {\n  what\n");
  directory.Write("invalid.ll", "define i32 @f() {\n  %x = add i32 %x, 1\n  ret i32 %x\n}\n");
  directory.Write("bodies.ll", "declare i32 @f()\n");
  directory.Write("library.a", "!<arch>\nfoo.o/");
  directory.Write("thin.a", "!<thin>\nfoo.o/");
  directory.Write("compile_commands.json", "[]\n");
  ExpectRefusal(directory, {"none.bc"}, 1, "none.bc");
  ExpectRefusal(directory, {"empty.bc"}, 1, "empty");
  ExpectRefusal(directory, {"."}, 1, "directory");
  ExpectRefusal(directory, {"noise.bc"}, 1, "noise.bc");
  ExpectRefusal(directory, {"magic.bc"}, 1, "magic.bc");
  ExpectRefusal(directory, {"syntax.ll"}, 1, "syntax.ll': line 2: ");
  ExpectRefusal(directory, {AUTOTUNE_PROGRAM}, 1,
                "it is a program or a library; 'clang -c -emit-llvm'");
  ExpectRefusal(directory, {"library.a"}, 1, "it is an archive");
  ExpectRefusal(directory, {"thin.a"}, 1, "to tune a member: autotune thin.a:MEMBER");
  ExpectRefusal(directory, {"compile_commands.json"}, 1, "autotune dataset build compile-commands");
  ExpectRefusal(directory, {"invalid.ll"}, 1, "invalid.ll");
  ExpectRefusal(directory, {"bodies.ll"}, 1, "nothing to optimise");
}

TEST(BadInput, CutOffBitcodeIsRefusedInOneLine) {
  const TestDirectory directory;
  directory.Write("whole.ll", kFunction);
  const std::string assemble =
      "cd '" + directory.path().string() + "' && " + Opt(" whole.ll -o whole.bc");
  ASSERT_EQ(std::system(assemble.c_str()), 0);
  const std::string whole = directory.Read("whole.bc");
  directory.Write("cut.bc", whole.substr(0, whole.size() / 2));
  ExpectRefusal(directory, {"cut.bc"}, 1, "cut.bc");
  ExpectRefusal(directory, {"cut.bc"}, 1, "no LLVM module, or not all of one: clang-");
}

TEST(BadInput, TheReportOfAnEarlierRunDoesNotStay) {
  const TestDirectory directory;
  directory.Write("noise.bc", "garbage\n");
  directory.Write("out.json", "{}\n");
  EXPECT_EQ(RunAutotune(directory, {"--json", "out.json", "noise.bc"}).status, 1);
  const auto report = nlohmann::json::parse(directory.Read("out.json"));
  EXPECT_EQ(report["program"], "noise.bc");
  EXPECT_THAT(report["error"], HasSubstr("can't read 'noise.bc'"));
}

TEST(BadInput, UsageErrorsExitWithTwo) {
  const TestDirectory directory;
  ExpectRefusal(directory, {}, 2, "no program");
  ExpectRefusal(directory, {"--budget", "0", "a.bc"}, 2, "budget");
  ExpectRefusal(directory, {"--nonsense", "a.bc"}, 2, "nonsense");
  ExpectRefusal(directory, {"shwo", "last"}, 2,
                "no file and no command 'shwo'; did you mean 'show'?");
  ExpectRefusal(directory, {"hlep"}, 2, "did you mean 'help'?");
  ExpectRefusal(directory, {"query", "bset"}, 2, "did you mean 'best'?");
  ExpectRefusal(directory, {"--budgte", "1s", "x.bc"}, 2, "did you mean '--budget'?");
  ExpectRefusal(directory, {"doctor", "now"}, 2, "doctor");
  ExpectRefusal(directory, {"doctor", "--now"}, 2, "--now");
  ExpectRefusal(directory, {"actions", "--all"}, 2, "--all");
  ExpectRefusal(directory, {"db", "merge", "a.db", "--all"}, 2, "--all");
}

TEST(BadInput, OutputsAreCheckedBeforeAnythingElse) {
  const TestDirectory directory;
  // The program does not exist either: had that been looked at first, it would be the message.
  ExpectRefusal(directory, {"-o", "none/out.bc", "none.bc"}, 1, "there is no directory");
  ExpectRefusal(directory, {"--json", ".", "none.bc"}, 1, "it is a directory");
  ExpectRefusal(directory, {"-o", "/proc/out.bc", "none.bc"}, 1, "/proc/out.bc");
}

TEST(BadInput, MissingProgramsAreNamed) {
  const TestDirectory directory;
  directory.Write("a.ll", kFunction);
  ExpectRefusal(directory, {"--opt", "./no-opt", "a.ll"}, 1, "no-opt");
  ExpectRefusal(directory, {"--worker", "./no-worker", "a.ll"}, 1, "no-worker");
  ExpectRefusal(directory, {"--worker", "/bin/true", "a.ll"}, 1, "/bin/true");
}

TEST(BadInput, AnOptThatWritesNothingIsNamed) {
  const TestDirectory directory;
  directory.Write("a.ll", kFunction);
  const ProgramRun run =
      RunAutotune(directory, {"-q", "--max-evals", "1", "--opt", "/bin/true", "a.ll"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("error: '/bin/true' wrote nothing"));
}

TEST(BadInput, AFolderForTemporaryFilesIsNeeded) {
  const TestDirectory directory;
  directory.Write("a.ll", kFunction);
  const ProgramRun run = RunAutotune(directory, {"a.ll"}, [] { setenv("TMPDIR", "/nosuch", 1); });
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("TMPDIR"));
}

TEST(BadInput, WithoutObjectCodeThereIsNoObjectSizeToReduce) {
  const TestDirectory directory;
  directory.Write("asm.ll", std::string(kFunction) + R"(
define void @g() {
  call void asm sideeffect "bogus_instruction", ""()
  ret void
}
)");
  ExpectRefusal(directory, {"--objective", "object-size", "asm.ll"}, 1, "can't generate code");
  const ProgramRun run = RunAutotune(directory, {"-q", "--max-evals", "10", "asm.ll"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("object sizes can't be shown"));
}

TEST(BadInput, ADamagedDatabaseMakesNoOther) {
  const TestDirectory directory;
  directory.Write("prog.ll", kFunction);
  ASSERT_EQ(RunAutotune(directory, {"-q", "--max-evals", "10", "--db", "a.db", "prog.ll"}).status,
            0);
  std::string bytes = directory.Read("a.db");
  ASSERT_GT(bytes.size(), 12'288u);
  directory.Write("damaged.db", bytes.replace(8'192, 4'096, 4'096, 'x'));
  for (const std::string command : {"merge", "export"}) {
    ExpectRefusal(directory, {"db", command, "made.db", "damaged.db"}, 1, "damaged.db");
    EXPECT_FALSE(std::filesystem::exists(directory.path() / "made.db")) << command;
  }
}

TEST(BadInput, ADatabaseIsAFileWhateverItsName) {
  const TestDirectory directory;
  directory.Write("prog.ll", kFunction);
  for (const std::string name : {":memory:", "file:a.db"}) {
    const std::vector<std::string> words = {"-q", "--max-evals", "10", "--db", name, "prog.ll"};
    ASSERT_EQ(RunAutotune(directory, words).status, 0);
    const ProgramRun run = RunAutotune(directory, {"query", "runs", "--db", name});
    EXPECT_EQ(run.status, 0) << run.error_output;
    EXPECT_THAT(run.output, HasSubstr("prog.ll"));
  }
}

TEST(BadInput, OddButUsableProgramsGetAWarning) {
  const TestDirectory directory;
  directory.Write(
      "odd.ll",
      "define i32 @f(i32 %x) noinline optnone {\n  %y = add i32 %x, 0\n  ret i32 %y\n}\n");
  const ProgramRun run = RunAutotune(directory, {"-q", "odd.ll"});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.error_output, HasSubstr("every function is optnone"));
  EXPECT_THAT(run.error_output, HasSubstr("no target triple"));

  // The line in the warning mends it.
  const std::size_t begin = run.error_output.find(Opt(" -passes=forceattrs"));
  ASSERT_NE(begin, std::string::npos);
  const std::string line =
      run.error_output.substr(begin, run.error_output.find('\n', begin) - begin);
  ASSERT_EQ(std::system(("cd '" + directory.path().string() + "' && " + line).c_str()), 0);
  const ProgramRun stripped = RunAutotune(directory, {"-q", "odd.stripped.bc"});
  EXPECT_EQ(stripped.status, 0);
  EXPECT_THAT(stripped.error_output, testing::Not(HasSubstr("optnone")));
}

}  // namespace
}  // namespace autotune
