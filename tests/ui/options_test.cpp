#include "ui/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/registry.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// The one line that refuses these arguments.
std::string Refusal(const std::vector<std::string>& arguments) {
  const Result<TuneOptions> options = ParseTuneOptions(arguments);
  EXPECT_FALSE(options.ok()) << testing::PrintToString(arguments);
  if (options) return "";
  EXPECT_EQ(options.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(options.error().message.find('\n'), std::string::npos);
  return options.error().message;
}

TEST(TuneOptions, HasDefaults) {
  const Result<TuneOptions> options = ParseTuneOptions({"bench.bc"});
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->program, "bench.bc");
  EXPECT_EQ(options->budget, 60s);
  EXPECT_EQ(options->method, DefaultMethod());
  EXPECT_EQ(options->objective, Objective::kIrInstructions);
  EXPECT_FALSE(options->max_evaluations);
}

TEST(TuneOptions, ReadsEveryKindOfValue) {
  const Result<TuneOptions> options = ParseTuneOptions({"--budget=2m",
                                                        "--max-evals",
                                                        "100",
                                                        "-o",
                                                        "out.ll",
                                                        "--objective",
                                                        "object-size",
                                                        "--json",
                                                        "-",
                                                        "--memory-limit",
                                                        "512M",
                                                        "--method",
                                                        "random",
                                                        "--action-space",
                                                        "autophase42",
                                                        "--color",
                                                        "never",
                                                        "-q",
                                                        "--check",
                                                        "./t {}",
                                                        "--check-as",
                                                        "exe",
                                                        "--check-link",
                                                        "-lm",
                                                        "bench.bc",
                                                        "--seed",
                                                        "7"});
  ASSERT_TRUE(options.ok()) << options.error().message;
  EXPECT_EQ(options->budget, 2min);
  EXPECT_EQ(options->max_evaluations, 100u);
  EXPECT_EQ(options->output, "out.ll");
  EXPECT_EQ(options->objective, Objective::kObjectSize);
  EXPECT_EQ(options->json, "-");
  EXPECT_EQ(options->memory_limit, 512ull << 20);
  EXPECT_EQ(options->method, "random");
  EXPECT_EQ(options->action_space, "autophase42");
  EXPECT_EQ(options->color, ColorMode::kNever);
  EXPECT_TRUE(options->quiet);
  EXPECT_EQ(options->check_as, CheckAs::kExecutable);
  EXPECT_EQ(options->check_link, "-lm");
  EXPECT_EQ(options->seed, 7u);
}

TEST(TuneOptions, ReadsACodeModel) {
  EXPECT_EQ(ParseTuneOptions({"bench.bc"})->code_model, CodeModel());
  EXPECT_EQ(ParseTuneOptions({"--relocation-model=ropi-rwpi", "--mcpu", "cortex-m4",
                              "--mattr=+dsp,-fpregs", "--function-sections", "--data-sections",
                              "bench.bc"})
                ->code_model,
            (CodeModel{Relocation::kRopiRwpi, "cortex-m4", "+dsp,-fpregs", true, true}));
  EXPECT_THAT(Refusal({"--relocation-model=PIC", "bench.bc"}),
              HasSubstr("--relocation-model: there is no relocation model 'PIC', but: pic, "));
  EXPECT_THAT(Refusal({"--mcpu=", "bench.bc"}), HasSubstr("mcpu"));
  EXPECT_THAT(Refusal({"--mcpu=a b", "bench.bc"}), HasSubstr("--mcpu: 'a b' is no name of a CPU"));
  for (const std::string features : {"dsp", "+", "+dsp,", ",+dsp", "+dsp,,-fpu", "+d;sp"}) {
    EXPECT_THAT(Refusal({"--mattr=" + features, "bench.bc"}), HasSubstr("write +dsp,-fpu"));
  }
}

TEST(TuneOptions, ReadsWhatFunctionsMayLose) {
  const auto options = ParseTuneOptions(
      {"--allow", "frame-pointers", "--allow=unwind-tables", "-o", "a.bc", "b.bc"});
  ASSERT_TRUE(options.ok()) << options.error().message;
  EXPECT_TRUE(options->allowed.frame_pointers);
  EXPECT_TRUE(options->allowed.unwind_tables);
  EXPECT_EQ(AllowText(options->allowed), "frame-pointers,unwind-tables");
  EXPECT_EQ(AllowText({.unwind_tables = true}), "unwind-tables");
  const auto calls = ParseTuneOptions({"--allow", "always-inline", "b.bc"});
  ASSERT_TRUE(calls.ok()) << calls.error().message;
  EXPECT_TRUE(calls->allowed.always_inline);
  EXPECT_EQ(AllowText(calls->allowed), "always-inline");
  EXPECT_THAT(Refusal({"--allow", "inline", "-o", "a.bc", "b.bc"}),
              HasSubstr("'inline' is none of always-inline, frame-pointers and unwind-tables"));
  EXPECT_THAT(Refusal({"--allow", "frame-pointers", "b.bc"}), HasSubstr("need -o"));
  EXPECT_THAT(Refusal({"--allow", "frame-pointers", "--objective", "ir-instructions", "-o", "a.bc",
                       "b.bc"}),
              HasSubstr("bytes that count"));
}

TEST(TuneOptions, ReadsWhatAWholeProgramKeeps) {
  const Result<TuneOptions> options =
      ParseTuneOptions({"--whole-program", "--keep", "a,_Z1bv", "--keep=$c.1", "bench.bc"});
  ASSERT_TRUE(options.ok()) << options.error().message;
  EXPECT_TRUE(options->whole_program);
  EXPECT_THAT(options->keep, testing::ElementsAre("a", "_Z1bv", "$c.1"));
  EXPECT_FALSE(ParseTuneOptions({"bench.bc"})->whole_program);
  EXPECT_EQ(Refusal({"--keep", "a", "bench.bc"}), "--keep needs --whole-program");
  EXPECT_THAT(Refusal({"--whole-program", "--keep", ",", "a.bc"}), HasSubstr("name a symbol"));
  for (const std::string name : {"a b", "a;b", "-load=x", "*", "m?in", "a>", "a'"}) {
    EXPECT_THAT(Refusal({"--whole-program", "--keep=" + name, "bench.bc"}),
                HasSubstr("is no name of a symbol"));
  }
}

TEST(TuneOptions, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(Refusal({"--bugdet", "60s", "a.bc"}), HasSubstr("bugdet"));
  EXPECT_THAT(Refusal({"--budg", "60s", "a.bc"}), HasSubstr("budg"));
  EXPECT_THAT(Refusal({"--method", "magic", "a.bc"}), HasSubstr("greedy"));
  EXPECT_THAT(Refusal({"--objective", "speed", "a.bc"}), HasSubstr("ir-instructions"));
  EXPECT_THAT(Refusal({}), HasSubstr("no program"));
}

TEST(TuneOptions, RefusesValuesOutOfBounds) {
  EXPECT_THAT(Refusal({"--budget", "0", "a.bc"}), HasSubstr("--budget: '0'"));
  EXPECT_THAT(Refusal({"--budget", "soon", "a.bc"}), HasSubstr("'soon'"));
  EXPECT_THAT(Refusal({"--budget", "-1s", "a.bc"}), HasSubstr("budget"));
  EXPECT_THAT(Refusal({"a.bc", "--budget"}), HasSubstr("budget"));
  EXPECT_THAT(Refusal({"--max-evals", "0", "a.bc"}), HasSubstr("below 1"));
  EXPECT_THAT(Refusal({"--threads", "0", "a.bc"}), HasSubstr("below 1"));
  EXPECT_THAT(Refusal({"--threads", "5000", "a.bc"}), HasSubstr("above 1,024"));
  EXPECT_THAT(Refusal({"--memory-limit", "1M", "a.bc"}), HasSubstr("below 64M"));
  EXPECT_THAT(Refusal({"-o", "", "a.bc"}), HasSubstr("--output"));
}

TEST(TuneOptions, RefusesContradictions) {
  EXPECT_THAT(Refusal({"--db", "x.db", "--no-db", "a.bc"}), HasSubstr("--no-db"));
  EXPECT_THAT(Refusal({"-q", "-v", "a.bc"}), HasSubstr("--quiet"));
  EXPECT_THAT(Refusal({"--quick", "--json", "x", "a.bc"}), HasSubstr("leave out --json"));
  EXPECT_THAT(Refusal({"--quick", "-v", "a.bc"}), HasSubstr("leave out --verbose"));
  EXPECT_THAT(Refusal({"--check-as", "exe", "a.bc"}), HasSubstr("--check"));
  EXPECT_THAT(Refusal({"--check", "./t {}", "--check-link", "-lm", "a.bc"}), HasSubstr("exe"));
  EXPECT_THAT(Refusal({"--check", "./t {}", "--count-executed", "a.bc"}), HasSubstr("exe"));
  EXPECT_THAT(Refusal({"--link", "ld {} -o {out}", "a.bc"}), HasSubstr("-o FILE.o"));
  EXPECT_THAT(Refusal({"--link", "ld {}", "-o", "a.o", "a.bc"}), HasSubstr("{out}"));
  EXPECT_THAT(Refusal({"--link", "ld {} -o {out}", "-o", "a.o", "--plan", "p.json", "a.bc"}),
              HasSubstr("--plan excludes --link"));
  EXPECT_THAT(Refusal({"--cache", "x.db", "--no-db", "a.bc"}), HasSubstr("--no-db"));
  EXPECT_THAT(Refusal({"--no-cache", "--cache-size=1G", "a.bc"}), HasSubstr("--no-cache"));
  EXPECT_THAT(Refusal({"--cache-size", "1K", "a.bc"}), HasSubstr("below 1M"));
  EXPECT_THAT(Refusal({"--check", "./t", "a.bc"}), HasSubstr("{}"));
  EXPECT_THAT(Refusal({"-o", "out.s", "a.bc"}), HasSubstr(".ll"));
  EXPECT_THAT(Refusal({"-o", "x.bc", "--json", "x.bc", "a.bc"}), HasSubstr("--json: 'x.bc'"));
}

TEST(TuneOptions, PicksFromAFront) {
  const TuneOptions options =
      ParseTuneOptions({"--objective", "both", "--pick", "bytes", "-o", "a.o", "a.bc"}).value();
  EXPECT_TRUE(options.front);
  EXPECT_EQ(options.pick, Pick::kBytes);
  EXPECT_TRUE(options.choose_inlining);
  EXPECT_TRUE(options.size_attributes);
  EXPECT_FALSE(ParseTuneOptions({"--objective", "object-size", "a.bc"})->front);
  EXPECT_EQ(Refusal({"--pick", "bytes", "a.bc"}), "--pick needs --objective both");
  EXPECT_EQ(Refusal({"--objective", "both", "a.bc", "b.bc"}), "--objective both takes one program");
  EXPECT_EQ(Refusal({"--objective", "both", "--max-evals", "9", "a.bc"}),
            "--objective both and --max-evals exclude each other");
  EXPECT_THAT(Refusal({"--objective", "both", "--plan", "p.json", "a.bc"}),
              HasSubstr("--plan exclude each other"));
}

TEST(TuneOptions, RefusesToOverwriteTheInput) {
  const TestDirectory directory;
  const std::string program = directory.Write("a.bc", "x");
  EXPECT_THAT(Refusal({"-o", directory.path() / "." / "a.bc", program}), HasSubstr("is the input"));
}

TEST(TuneOptions, RefusesToWriteAReportOverAModule) {
  const TestDirectory directory;
  const std::string program = directory.Write("program", "x");
  EXPECT_THAT(Refusal({"--json", directory.path() / "." / "program", "a.bc", program}),
              HasSubstr("is an input"));
  EXPECT_THAT(Refusal({"--json", "a.ll", "b.ll"}), HasSubstr("'a.ll' is a module's name"));
  EXPECT_TRUE(ParseTuneOptions({"--json", "a.ll.json", "a.ll"}).ok());
}

TEST(TuneOptions, RefusesTwoResultsForOneFile) {
  for (const char* report : {"--json", "--plan"}) {
    EXPECT_THAT(ParseTuneOptions({report, "a.o", "-o", "a.o", "a.bc"}).error().message,
                HasSubstr(report));
  }
  const std::vector<std::string> bytes = {"--objective", "object-size", "-o", "z.o"};
  for (const std::vector<std::string>& last :
       {std::vector<std::string>{"--json", "z.attributes.csv", "a.bc"}, {"z.attributes.csv"}}) {
    std::vector<std::string> arguments = bytes;
    arguments.insert(arguments.end(), last.begin(), last.end());
    const auto options = ParseTuneOptions(arguments);
    ASSERT_FALSE(options.ok());
    EXPECT_THAT(options.error().message, HasSubstr("z.attributes.csv"));
  }
}

TEST(TuneOptions, TakesSeveralPrograms) {
  const TestDirectory directory;
  const std::string output = directory.path().string();
  const Result<TuneOptions> options =
      ParseTuneOptions({"a.bc", "--total-budget", "1h", "sub/b.ll", "-o", output});
  ASSERT_TRUE(options.ok()) << options.error().message;
  EXPECT_THAT(options->programs, testing::ElementsAre("a.bc", "sub/b.ll"));
  EXPECT_EQ(options->total_budget, 1h);
  const TuneOptions second = OptionsFor(*options, options->programs[1]);
  EXPECT_EQ(second.program, "sub/b.ll");
  EXPECT_EQ(second.output, output + "/b.bc");
}

TEST(TuneOptions, MakesADirectoryWhereTheOutputEndsLikeOne) {
  const TestDirectory directory;
  const std::string output = directory.path() / "new/tuned/";
  const Result<TuneOptions> options = ParseTuneOptions({"-o", output, "a.bc", "sub/b.ll"});
  ASSERT_TRUE(options.ok()) << options.error().message;
  EXPECT_TRUE(std::filesystem::is_directory(output));
  EXPECT_EQ(OptionsFor(*options, options->programs[1]).output, output + "b.bc");
  const std::string file = directory.Write("file", "x");
  EXPECT_THAT(Refusal({"-o", file + "/", "a.bc"}), HasSubstr("can't make '" + file + "/'"));
}

TEST(TuneOptions, RefusesToWriteSeveralProgramsToOneFile) {
  const TestDirectory directory;
  EXPECT_THAT(Refusal({"-o", "out.bc", "a.bc", "b.bc"}), HasSubstr("has to be a directory"));
  EXPECT_THAT(Refusal({"-o", directory.path(), "x/a.bc", "y/a.ll"}), HasSubstr("'y/a.ll'"));
  EXPECT_THAT(Refusal({"--budget", "1s", "--total-budget", "9s", "a.bc"}),
              HasSubstr("exclude each other"));
}

TEST(TuneOptions, NoModelLeavesNoModel) {
  EXPECT_TRUE(ParseTuneOptions({"--no-model", "a.bc"})->no_model);
  EXPECT_THAT(Refusal({"--no-model", "--model", "x.pf", "a.bc"}), HasSubstr("exclude each other"));
  EXPECT_EQ(Refusal({"--no-model", "--experiment", "e", "a.bc"}),
            "--experiment knows methods by name alone: leave out --no-model");
  EXPECT_EQ(Refusal({"--model", "x.pf", "--experiment", "e", "a.bc"}),
            "--experiment knows methods by name alone: leave out --model");
  EXPECT_THAT(Refusal({"--no-model", "--method", "passformer", "a.bc"}), HasSubstr("asks a model"));
}

TEST(TuneOptions, HelpNeedsNoProgram) {
  EXPECT_TRUE(ParseTuneOptions({"--help"})->help);
  EXPECT_TRUE(ParseTuneOptions({"-h"})->help);
  EXPECT_TRUE(ParseTuneOptions({"--version"})->version);
}

TEST(TuneOptions, AreAllDescribedWithinAHundredColumns) {
  const std::string text = DescribeTuneOptions();
  for (const char* flag : {"--budget",
                           "--total-budget",
                           "--output",
                           "--json",
                           "--threads",
                           "--seed",
                           "--max-evals",
                           "--objective",
                           "--action-space",
                           "--method",
                           "--pass-timeout",
                           "--memory-limit",
                           "--check",
                           "--check-as",
                           "--check-timeout",
                           "--db",
                           "--no-db",
                           "--cache",
                           "--no-cache",
                           "--cache-size",
                           "--opt",
                           "--worker",
                           "--fail-unless-better",
                           "--color",
                           "-q",
                           "-v"}) {
    EXPECT_THAT(text, HasSubstr(flag));
  }
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 100u) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(PipelineOptions, NameNoCache) {
  const Result<TuneOptions> parsed = ParsePipelineOptions(
      {"bench.bc", "--db", "results.db", "--passes", "sroa"}, {.name = "replay", .flags = "db"});
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  TuneOptions options = *parsed;
  ChooseFiles(options);
  EXPECT_EQ(options.database, "results.db");
  EXPECT_EQ(options.cache, "");
}

TEST(Methods, HaveNamesThatAreFound) {
  for (const Method& method : Methods()) EXPECT_EQ(FindMethod(method.name).name, method.name);
  EXPECT_EQ(FindMethod(DefaultMethod()).name, DefaultMethod());
}

}  // namespace
}  // namespace autotune
