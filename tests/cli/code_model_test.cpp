#include <cstdlib>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPicLevel =
    "!llvm.module.flags = !{!0}\n!0 = !{i32 8, !\"PIC Level\", i32 2}\n";

/// Variables here and elsewhere, calls and a table of jumps: code that depends on the model.
std::string Module(const std::string& triple, const std::string& attributes = "") {
  return "target triple = \"" + triple + "\"\n" + R"(
@counter = dso_local global i32 7
@elsewhere = external global i32
@pointer = dso_local constant ptr @counter
declare void @print(i32)
define dso_local i32 @f(i32 %x) )" +
         attributes + R"( {
  %slot = alloca i32
  store i32 %x, ptr %slot
  %c = load i32, ptr @counter
  %e = load i32, ptr @elsewhere
  %q = sdiv i32 %c, %e
  store i32 %q, ptr @counter
  %y = load i32, ptr %slot
  switch i32 %y, label %z [ i32 0, label %a
    i32 1, label %b
    i32 2, label %c2
    i32 3, label %d
    i32 4, label %b
    i32 5, label %a ]
a:
  call void @print(i32 1)
  ret i32 10
b:
  ret i32 %q
c2:
  call void @print(i32 %q)
  ret i32 -7
d:
  %r = call i32 @f(i32 3)
  ret i32 %r
z:
  ret i32 77
}
)";
}

void RunIn(const TestDirectory& directory, const std::string& line) {
  const std::string command = "cd '" + directory.path().string() + "' && " + line;
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

/// Text + data of an object file.
std::uint64_t SizeOf(const TestDirectory& directory, const std::string& object) {
  RunIn(directory, std::string(kSizeProgram) + " " + object + " > stock.size");
  std::istringstream table(directory.Read("stock.size"));
  std::string header;
  std::getline(table, header);
  std::uint64_t text = 0, data = 0;
  table >> text >> data;
  return text + data;
}

/// Text + data of the object file that stock `llc` makes.
std::uint64_t StockSize(const TestDirectory& directory, const std::string& module,
                        const std::string& flags) {
  RunIn(directory, std::string(kLlcProgram) + " -filetype=obj " + module + " " + flags +
                       " -o stock.o 2>/dev/null");
  return SizeOf(directory, "stock.o");
}

struct Case {
  std::string name;
  std::string module;
  std::vector<std::string> options;
  std::string llc_flags;
  std::string described;
};

void PrintTo(const Case& tried, std::ostream* out) { *out << tried.name; }

class ReportedSizes : public testing::TestWithParam<Case> {};

TEST_P(ReportedSizes, AreThoseOfStockTools) {
  const Case& tried = GetParam();
  const TestDirectory directory;
  directory.Write("in.ll", tried.module);
  std::vector<std::string> arguments = {"--objective", "object-size", "--max-evals", "40",
                                        "--threads",   "1",           "--json",      "report.json",
                                        "-o",          "out.bc",      "in.ll"};
  arguments.insert(arguments.begin(), tried.options.begin(), tried.options.end());
  const ProgramRun run = RunAutotune(directory, arguments);
  ASSERT_EQ(run.status, 0) << run.error_output;
  const json report = json::parse(directory.Read("report.json"));
  EXPECT_EQ(report["object_size"]["O0"], StockSize(directory, "in.ll", tried.llc_flags));
  EXPECT_EQ(report["object_size"]["best"], StockSize(directory, "out.bc", tried.llc_flags));
  // The printed line makes an object file of that size.
  const std::size_t line = run.output.find(std::string(kLlcProgram) + " -filetype=obj ");
  ASSERT_NE(line, std::string::npos);
  RunIn(directory, run.output.substr(line, run.output.find('\n', line) - line));
  EXPECT_EQ(report["object_size"]["best"], SizeOf(directory, "out.o"));
  EXPECT_THAT(run.output, HasSubstr("\ntext+data measured as: " + tried.described + "\n"));
  EXPECT_THAT(RunAutotune(directory, {"show", "last"}).output,
              HasSubstr("\ntext+data measured as: " + tried.described + "\n"));
}

INSTANTIATE_TEST_SUITE_P(
    CodeModels, ReportedSizes,
    testing::Values(Case{"PicByItsLevel",
                         Module("x86_64-unknown-linux-gnu") + kPicLevel,
                         {},
                         "-relocation-model=pic",
                         "pic"},
                    Case{"StaticWithoutLevel",
                         Module("loongarch64-unknown-linux-gnu"),
                         {},
                         "-relocation-model=static",
                         "static"},
                    Case{"TargetWithoutPic",
                         Module("msp430-none-elf") + kPicLevel,
                         {},
                         "-relocation-model=static",
                         "static"},
                    Case{"AsAskedFor",
                         Module("thumbv7m-none-eabi") + kPicLevel,
                         {"--relocation-model=static", "--mcpu=cortex-m4", "--mattr=+dsp",
                          "--function-sections", "--data-sections"},
                         "-relocation-model=static -mcpu=cortex-m4 -mattr=+dsp -function-sections "
                         "-data-sections",
                         "static, cortex-m4, +dsp, function-sections, data-sections"}),
    [](const auto& info) { return info.param.name; });

TEST(CodeModelOptions, WhatTheTargetLacksIsOneLineBeforeTheSearch) {
  const TestDirectory directory;
  directory.Write("in.ll", Module("msp430-none-elf"));
  const auto refusal = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments = options;
    arguments.insert(arguments.end(), {"--no-db", "in.ll"});
    const ProgramRun run = RunAutotune(directory, arguments);
    EXPECT_NE(run.status, 0);
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    EXPECT_LT(run.seconds, 20);
    return run.error_output;
  };
  EXPECT_THAT(refusal({"--mcpu", "z80"}), HasSubstr("'z80' for the target 'msp430-none-elf', but "
                                                    "generic, msp430, msp430x\n"));
  EXPECT_THAT(refusal({"--relocation-model", "pic"}), HasSubstr("but static\n"));
  EXPECT_THAT(refusal({"--mattr", "+speed"}), HasSubstr("no feature 'speed'"));
  EXPECT_THAT(refusal({"--relocation-model", "dynamic"}),
              HasSubstr("--relocation-model: there is no relocation model 'dynamic', but: pic, "
                        "static, dynamic-no-pic, ropi, rwpi, ropi-rwpi\n"));
}

TEST(CodeModelOptions, AFunctionsOwnCpuIsAWarning) {
  const TestDirectory directory;
  directory.Write("own.ll", Module("x86_64-unknown-linux-gnu", "\"target-cpu\"=\"x86-64\""));
  const std::vector<std::string> arguments = {"--no-db", "--max-evals", "20", "own.ll"};
  const auto with_cpu = [&](const std::string& cpu) {
    std::vector<std::string> all = {"--mcpu", cpu};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return RunAutotune(directory, all).error_output;
  };
  EXPECT_THAT(with_cpu("haswell"),
              HasSubstr("warning: 1 of 1 functions name a CPU of their own (target-cpu), which "
                        "wins over --mcpu haswell\n"));
  EXPECT_THAT(with_cpu("x86-64"), Not(HasSubstr("--mcpu")));
  EXPECT_THAT(RunAutotune(directory, arguments).error_output, Not(HasSubstr("--mcpu")));
}

TEST(CodeModelOptions, WithoutACodeGeneratorThereIsAReason) {
  const TestDirectory directory;
  directory.Write("gpu.ll",
                  "target triple = \"nvptx64-nvidia-cuda\"\n"
                  "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n");
  const ProgramRun refused =
      RunAutotune(directory, {"--no-db", "--objective", "object-size", "gpu.ll"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_EQ(refused.error_lines(), 1u) << refused.error_output;
  EXPECT_THAT(refused.error_output, HasSubstr("LLVM can't generate code for 'gpu.ll': no object "
                                              "file: no object files for nvptx64-nvidia-cuda\n"));
  const ProgramRun warned = RunAutotune(directory, {"--no-db", "--max-evals", "5", "gpu.ll"});
  EXPECT_EQ(warned.status, 0) << warned.error_output;
  EXPECT_THAT(warned.error_output, HasSubstr("no object files for nvptx64-nvidia-cuda\n"));
  const ProgramRun replayed =
      RunAutotune(directory, {"replay", "--no-db", "gpu.ll", "--passes", "function(sroa)"});
  EXPECT_EQ(replayed.status, 0) << replayed.error_output;
  EXPECT_THAT(replayed.error_output, HasSubstr("no object files for nvptx64-nvidia-cuda\n"));
}

TEST(CodeModelOptions, NothingStoredUnderAnotherModelIsUsed) {
  const TestDirectory directory;
  directory.Write("in.ll", Module("riscv32-unknown-elf"));
  const auto sizes = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments = options;
    arguments.insert(arguments.end(), {"--objective", "object-size", "--max-evals", "40",
                                       "--threads", "1", "--json", "-", "in.ll"});
    return json::parse(RunAutotune(directory, arguments).output)["object_size"];
  };
  const json fixed = sizes({"--relocation-model=static"});
  const json independent = sizes({"--relocation-model=pic"});
  EXPECT_GT(independent["O0"], fixed["O0"]);
  EXPECT_EQ(independent, sizes({"--relocation-model=pic", "--no-db"}));
  EXPECT_EQ(fixed, sizes({"--relocation-model=static", "--no-db"}));
  EXPECT_EQ(RunAutotune(directory, {"query", "--format", "csv", "--sql",
                                    "SELECT code_model, best IS NOT NULL FROM runs ORDER BY run"})
                .output,
            "code_model,best IS NOT NULL\nstatic,1\npic,1\n");
}

TEST(CodeModelOptions, ABoardStatesItsOwn) {
  const TestDirectory directory;
  directory.Write("in.ll", Module("thumbv7m-none-eabi") + kPicLevel);
  directory.Write("board.toml",
                  "name = \"board\"\nmethods = [\"random\"]\nprograms = [\"in.ll\"]\nseeds = "
                  "[1]\nbudgets = [\"500ms\"]\nthreads = 1\nobjective = \"object-size\"\n"
                  "relocation-model = \"static\"\nmcpu = \"cortex-m4\"\n");
  const ProgramRun made = RunAutotune(directory, {"leaderboard", "board.toml"});
  ASSERT_EQ(made.status, 0) << made.error_output;
  EXPECT_THAT(made.output, HasSubstr("Object sizes are measured as: static, cortex-m4.\n"));
  const std::string size =
      std::to_string(StockSize(directory, "in.ll", "-relocation-model=static -mcpu=cortex-m4"));
  EXPECT_EQ(RunAutotune(directory, {"query", "--format", "csv", "--sql",
                                    "SELECT code_model, o0, verified FROM runs"})
                .output,
            "code_model,o0,verified\n\"static, cortex-m4\"," + size + ",1\n");
  const ProgramRun again = RunAutotune(directory, {"leaderboard", "board.toml"});
  EXPECT_EQ(again.output, made.output);  // nothing is left to run
}

TEST(CodeModelOptions, TheCheckGetsWhatWasMeasured) {
  const TestDirectory directory;
  const std::vector<std::string> common = {"--no-db",    "--max-evals", "20",
                                           "--check-as", "exe",         kWords};
  const auto accepts = [&](std::vector<std::string> arguments, const std::string& type) {
    arguments.insert(arguments.end(), {"--check", "readelf -h {} | grep -q ' " + type + " ('"});
    arguments.insert(arguments.end(), common.begin(), common.end());
    return RunAutotune(directory, arguments).status == 0;
  };
  EXPECT_TRUE(accepts({}, "DYN"));
  EXPECT_TRUE(accepts({"--relocation-model=static"}, "EXEC"));
  EXPECT_FALSE(accepts({"--relocation-model=static"}, "DYN"));
}

}  // namespace
}  // namespace autotune
