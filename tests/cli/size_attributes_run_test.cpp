// Size attributes and calling conventions of whole runs, and the object files that have them.

#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/autotune_process.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A program with a switch whose jump table takes more bytes than comparisons.
constexpr char kJumps[] = R"(
source_filename = "jumps.c"
target triple = "x86_64-pc-linux-gnu"
declare i32 @a(i32)
declare i32 @b(i32)
declare i32 @c(i32)
declare i32 @d(i32)
define i32 @main(i32 %x, ptr %y) #0 {
  switch i32 %x, label %other [ i32 0, label %first
                                i32 1, label %second
                                i32 2, label %third
                                i32 3, label %fourth ]
first:
  %p = call i32 @a(i32 1)
  ret i32 %p
second:
  %q = call i32 @b(i32 2)
  ret i32 %q
third:
  %r = call i32 @c(i32 3)
  ret i32 %r
fourth:
  %s = call i32 @d(i32 4)
  ret i32 %s
other:
  ret i32 0
}
attributes #0 = { minsize optsize uwtable }
)";

/// Functions that save registers for a caller that saves all for its own.
std::string SavingFunctions() {
  std::string ir = R"(
source_filename = "saves.c"
target triple = "x86_64-pc-linux-gnu"
declare i32 @g(i32, i32, i32, i32)
)";
  std::string calls;
  for (int i = 1; i < 5; ++i) {
    ir += fmt::format(R"(define internal i32 @f{0}(i32 %p, i32 %q, i32 %r, i32 %s) #0 {{
  %x = call i32 @g(i32 %p, i32 %q, i32 %r, i32 {0})
  %y = call i32 @g(i32 %q, i32 {0}, i32 %s, i32 %p)
  %z = call i32 @g(i32 %x, i32 %q, i32 {0}, i32 %y)
  %v = call i32 @g(i32 %s, i32 %r, i32 {0}, i32 %y)
  %t = add i32 %v, %z
  %u = xor i32 %t, %x
  ret i32 %u
}}
)",
                      i);
    calls += fmt::format("  call i32 @f{0}(i32 {0}, i32 2, i32 3, i32 4)\n", i);
  }
  return ir + "define i32 @main(i32 %x, ptr %y) minsize optsize uwtable {\n" + calls +
         "  call void asm sideeffect \"\", \"~{rbx},~{rbp},~{r12},~{r13},~{r14},~{r15}\"()\n"
         "  ret i32 0\n}\nattributes #0 = { noinline minsize optsize uwtable }\n";
}

TEST(SizeAttributesRun, LetsFunctionsSaveNoRegistersThatCallersDoNotNeed) {
  const TestDirectory directory;
  directory.Write("saves.ll", SavingFunctions());
  const ProgramRun run =
      RunAutotune(directory, {"--max-evals", "20", "--no-db", "-o", "out.bc", "--json", "out.json",
                              "--objective", "object-size", "saves.ll"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  const json report = json::parse(directory.Read("out.json"));
  ASSERT_FALSE(report["size_attributes"].is_null());
  EXPECT_GE(report["size_attributes"]["preserve_none_functions"], 2);
  EXPECT_LT(report["object_size"]["best"], report["size_attributes"]["object_size_without"]);
  EXPECT_THAT(run.output, HasSubstr("save no register for their callers"));
  EXPECT_THAT(directory.Read("out.attributes.csv"),
              HasSubstr("f1,autotune-convention=preserve_nonecc\n"));
  EXPECT_TRUE(RunResultLine(directory, run) == directory.Read("out.bc"))
      << "the printed line makes the same module";
}

TEST(SizeAttributesRun, NarrowsTablesIfBytesAreTheObjective) {
  const TestDirectory directory;
  std::string elements = "i32 0";
  for (int i = 1; i < 100; ++i) elements += fmt::format(", i32 {}", i * i % 97);
  directory.Write("tables.ll", fmt::format(R"(target triple = "x86_64-pc-linux-gnu"
@table = internal constant [100 x i32] [{}]
define i32 @f(i64 %i) minsize optsize {{
  %a = getelementptr inbounds [100 x i32], ptr @table, i64 0, i64 %i
  %x = load i32, ptr %a
  ret i32 %x
}}
)",
                                           elements));
  std::vector<std::string> arguments = {"--max-evals", "5",      "--no-db",  "-o",
                                        "out.bc",      "--json", "out.json", "tables.ll"};
  ASSERT_EQ(RunAutotune(directory, arguments).status, 0);
  json report = json::parse(directory.Read("out.json"));
  EXPECT_TRUE(report["size_attributes"].is_null()) << "that takes an instruction more";
  arguments.insert(arguments.end(), {"--objective", "object-size"});
  const ProgramRun run = RunAutotune(directory, arguments);
  ASSERT_EQ(run.status, 0) << run.error_output;
  report = json::parse(directory.Read("out.json"));
  ASSERT_FALSE(report["size_attributes"].is_null()) << run.output;
  EXPECT_GE(report["size_attributes"]["narrow_table_bytes"], 290);
  EXPECT_THAT(run.output, HasSubstr("tables of integers: narrower elements save "));
  EXPECT_LE(report["object_size"]["best"].get<int>() + 290,
            report["size_attributes"]["object_size_without"].get<int>());
  EXPECT_EQ(report["instructions"]["best"], 4) << "the extension counts";
  EXPECT_TRUE(RunResultLine(directory, run) == directory.Read("out.bc"))
      << "the printed line makes the same module";
  arguments.insert(arguments.end(), {"--check", "! " + Opt(" -S < {} | grep -q 'x i8'")});
  ASSERT_EQ(RunAutotune(directory, arguments).status, 0);
  report = json::parse(directory.Read("out.json"));
  EXPECT_TRUE(report["size_attributes"].is_null()) << "the check refuses them";
}

TEST(SizeAttributesRun, GivesFunctionsTheSizeAttributesOfTheSmallestCode) {
  const TestDirectory directory;
  directory.Write("jumps.ll", kJumps);
  const auto run = [&](const std::vector<std::string>& how) {
    std::vector<std::string> arguments = {"--max-evals", "20",     "--no-db",  "-o",
                                          "out.bc",      "--json", "out.json", "jumps.ll"};
    arguments.insert(arguments.end(), how.begin(), how.end());
    return RunAutotune(directory, arguments);
  };
  const ProgramRun given = run({});
  ASSERT_EQ(given.status, 0) << given.error_output;
  EXPECT_THAT(given.output, HasSubstr("size attributes chosen for 1 function"));
  const json attributes = json::parse(directory.Read("out.json"))["size_attributes"];
  ASSERT_FALSE(attributes.is_null());
  EXPECT_EQ(attributes["functions"], 1);
  EXPECT_EQ(attributes["file"], "out.attributes.csv");
  const json sizes = json::parse(directory.Read("out.json"))["object_size"];
  EXPECT_LT(sizes["best"], attributes["object_size_without"]);
  const std::string written = directory.Read("out.bc");
  // The printed line makes the same module.
  EXPECT_TRUE(RunResultLine(directory, given) == written);

  const ProgramRun kept = run({"--keep-attributes"});
  ASSERT_EQ(kept.status, 0) << kept.error_output;
  EXPECT_TRUE(json::parse(directory.Read("out.json"))["size_attributes"].is_null());
  EXPECT_FALSE(directory.Read("out.bc") == written);
  // Who asks for instructions alone gets these alone.
  ASSERT_EQ(run({"--objective", "ir-instructions"}).status, 0);
  EXPECT_TRUE(json::parse(directory.Read("out.json"))["size_attributes"].is_null());
}

TEST(SizeAttributesRun, TakesFramePointersAndUnwindTablesWhereThatIsAllowed) {
  const TestDirectory directory;
  directory.Write("framed.ll",
                  "target triple = \"aarch64-linux-gnu\"\n"
                  "declare i32 @f(i32)\n"
                  "define i32 @g(i32 %x) nounwind minsize optsize uwtable"
                  " \"frame-pointer\"=\"all\" {\n"
                  "  %a = call i32 @f(i32 %x)\n  %b = add i32 %a, %x\n  ret i32 %b\n}\n");
  std::vector<std::string> arguments = {"--max-evals", "20", "--no-db", "--objective",
                                        "object-size", "-o", "out.ll",  "framed.ll"};
  const ProgramRun kept = RunAutotune(directory, arguments);
  ASSERT_EQ(kept.status, 0) << kept.error_output;
  EXPECT_THAT(directory.Read("out.ll"), HasSubstr("\"frame-pointer\"=\"all\""));
  arguments.insert(arguments.end(), {"--allow", "frame-pointers,unwind-tables"});
  const ProgramRun run = RunAutotune(directory, arguments);
  ASSERT_EQ(run.status, 0) << run.error_output;
  const std::string written = directory.Read("out.ll");
  EXPECT_THAT(written, HasSubstr("\"frame-pointer\"=\"none\""));
  EXPECT_THAT(written, Not(HasSubstr("uwtable")));
  EXPECT_EQ(RunResultLine(directory, run), written);
}

TEST(SizeAttributesRun, ACheckMayRefuseSizeAttributes) {
  const TestDirectory directory;
  directory.Write("jumps.ll", kJumps);
  const ProgramRun run = RunAutotune(
      directory, {"--max-evals", "20", "--no-db", "-o", "out.bc", "--json", "out.json", "jumps.ll",
                  "--check", "! " + Opt(" -S < {} | grep -q no-jump-tables")});
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_TRUE(json::parse(directory.Read("out.json"))["size_attributes"].is_null());
}

TEST(SizeAttributesRun, TakesOffWhatAListHasBeyondTheLimitOfBytes) {
  const TestDirectory directory;
  // With its data, 44 bytes are less than the share that size attributes are to take off.
  directory.Write("program.ll", directory.Read(EXAMPLES "/lzpack.ll") +
                                    "@data = constant [3000 x i8] zeroinitializer\n");
  const auto report = [&](const std::vector<std::string>& how) {
    std::vector<std::string> arguments = {"--max-evals", "300",    "--no-db",  "--no-cache", "-o",
                                          "out.bc",      "--json", "out.json", "program.ll"};
    arguments.insert(arguments.end(), how.begin(), how.end());
    const ProgramRun run = RunAutotune(directory, arguments);
    EXPECT_EQ(run.status, 0) << run.error_output;
    return json::parse(directory.Read("out.json"));
  };
  const json given = report({});
  ASSERT_FALSE(given["size_attributes"].is_null());
  EXPECT_GT(given["size_attributes"]["object_size_without"], given["byte_limit"]);
  EXPECT_LE(given["object_size"]["best"], given["byte_limit"]);

  const json refused =
      report({"--check", "! " + Opt(" -S < {} | grep -qE 'minsize|optsize|no-jump-tables'")});
  EXPECT_TRUE(refused["size_attributes"].is_null());
  EXPECT_LE(refused["object_size"]["best"], refused["byte_limit"]);
  EXPECT_GT(refused["instructions"]["best"], given["instructions"]["best"])
      << "another list, that keeps to the limit alone";
}

TEST(SizeAttributesRun, ReplayGivesThemAgain) {
  const TestDirectory directory;
  std::string ir = "target triple = \"x86_64-pc-linux-gnu\"\ndeclare void @g(i32, i32, i32, i32)\n";
  for (int i = 0; i < 8; ++i) {  // an outliner, which is off there, finds much
    ir +=
        fmt::format("define void @f{0}() #0 {{\n  call void @g(i32 {0}, i32 2, i32 3, i32 4)\n", i);
    for (int k = 0; k < 4; ++k) {
      ir += fmt::format("  call void @g(i32 {0}, i32 -{0}, i32 1{0}, i32 77{0})\n", k);
    }
    ir += "  ret void\n}\n";
  }
  directory.Write("same.ll", ir + "attributes #0 = { minsize optsize }\n");
  const ProgramRun run =
      RunAutotune(directory, {"--max-evals", "20", "-o", "out.o", "--json", "out.json",
                              "--objective", "object-size", "--db", "runs.db", "same.ll"});
  ASSERT_EQ(run.status, 0) << run.error_output;
  const json report = json::parse(directory.Read("out.json"));
  ASSERT_FALSE(report["size_attributes"].is_null());
  ASSERT_FALSE(report["code_options"].is_null());
  const ProgramRun again = RunAutotune(
      directory, {"replay", "same.ll", "--run", "last", "--db", "runs.db", "-o", "again.o"});
  ASSERT_EQ(again.status, 0) << again.error_output;
  EXPECT_TRUE(directory.Read("again.o") == directory.Read("out.o"));
  const ProgramRun shown =
      RunAutotune(directory, {"show", "last", "--attributes", "--db", "runs.db"});
  EXPECT_EQ(shown.output, directory.Read("out.attributes.csv"));
}

TEST(SizeAttributesRun, WritesAnObjectFileWhereTheNameSaysSo) {
  const TestDirectory directory;
  directory.Write("jumps.ll", kJumps);
  for (const char* objective : {"", "--objective=ir-instructions"}) {
    std::vector<std::string> arguments = {"--max-evals", "20",    "--no-db",
                                          "-o",          "out.o", "jumps.ll"};
    if (*objective) arguments.emplace_back(objective);
    const ProgramRun run = RunAutotune(directory, arguments);
    ASSERT_EQ(run.status, 0) << run.error_output;
    const std::string written = directory.Read("out.o");
    EXPECT_THAT(written, StartsWith("\x7f"
                                    "ELF"));
    // The printed lines make the same file.
    RunResultLine(directory, run);
    const std::size_t llc = run.output.find("llc-");
    ASSERT_NE(llc, std::string::npos) << run.output;
    const std::string line = run.output.substr(llc, run.output.find('\n', llc) - llc);
    const std::string command = fmt::format("cd '{}' && {}", directory.path().string(), line);
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    EXPECT_TRUE(directory.Read("out.o") == written) << line;
  }
}

}  // namespace
}  // namespace autotune
