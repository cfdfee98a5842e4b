#include "project/build_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Answer SomeAnswer() {
  Answer answer{"globalopt,function(sroa,gvn<memdep>)", "-force-attribute=f:noinline"};
  answer.code_options = {"-disable-lsr", "-regalloc=basic"};
  answer.least_saved = 100;
  FunctionAttributes& quoted = answer.attributes.emplace_back();
  quoted.name = "a \"b\"\\";
  quoted.best = {
      .optsize = true, .no_jump_tables = true, .preserve_none = true, .tune_cpu = "bdver2"};
  quoted.body = 0xfedcba9876543210;
  FunctionAttributes& given = answer.attributes.emplace_back();
  given.name = "z";
  given.body = 1;
  given.given = {.no_frame_pointer = true, .tune_cpu = "generic"};
  given.best = {.minsize = true, .no_frame_pointer = true, .tune_cpu = "generic"};
  return answer;
}

TEST(BuildPlan, ItsTextHoldsAllOfIt) {
  const TestDirectory directory;
  BuildPlan plan{.llvm = 19, .units = {}, .programs = {}};
  plan.units["src/a.o"] = {SomeAnswer(), 100, 90, MadeObject{HashBytes("unit"), HashBytes("it")}};
  plan.plain["src/b.o"] = HashBytes("plain");
  plan.rejected = {"src/c.o", "tool"};
  plan.programs["prog"] = {{"default<Oz>", {}, {}}, {}, {}};
  directory.Write("plan", BuildPlanText(plan));
  const Result<BuildPlan> read = ReadBuildPlan(directory.path() / "plan");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(BuildPlanText(*read), BuildPlanText(plan));
  EXPECT_EQ(read->llvm, 19);
  const PlannedFile& unit = read->units.at("src/a.o");
  EXPECT_EQ(unit.before, 100u);
  EXPECT_EQ(unit.after, 90u);
  ASSERT_TRUE(unit.made);
  EXPECT_EQ(unit.made->key, HashBytes("unit"));
  EXPECT_EQ(unit.made->contents, HashBytes("it"));
  EXPECT_EQ(read->plain, plan.plain);
  EXPECT_EQ(read->rejected, plan.rejected);
  EXPECT_EQ(unit.answer.pipeline, SomeAnswer().pipeline);
  EXPECT_EQ(unit.answer.opt_flags, SomeAnswer().opt_flags);
  EXPECT_EQ(unit.answer.code_options, SomeAnswer().code_options);
  EXPECT_EQ(unit.answer.least_saved, 100u);
  ASSERT_EQ(unit.answer.attributes.size(), 2u);
  const FunctionAttributes& quoted = unit.answer.attributes[0];
  EXPECT_EQ(quoted.name, "a \"b\"\\");
  EXPECT_EQ(quoted.best, SomeAnswer().attributes[0].best);
  EXPECT_EQ(quoted.body, 0xfedcba9876543210);
  EXPECT_EQ(unit.answer.attributes[1].best, SizeAttributes{.minsize = true}) << "what was given";
  EXPECT_EQ(read->programs.at("prog").answer.pipeline, "default<Oz>");
}

TEST(RecipeOf, IsAPlanAndWordsForClang) {
  const auto recipe = RecipeOf(SomeAnswer());
  ASSERT_TRUE(recipe);
  EXPECT_THAT(recipe->words, ElementsAre("-fvectorize", "-fno-slp-vectorize", "-mllvm",
                                         "-force-attribute=f:noinline", "-mllvm", "-disable-lsr",
                                         "-mllvm", "-regalloc=basic"));
  EXPECT_THAT(recipe->plan, HasSubstr(R"json({"module": "globalopt,function(sroa,gvn<memdep>)"},
  {"module": "autotune-narrow-tables<100>"},
  {"attributes": [
    {"name": "a \"b\"\\", "attributes": ["optsize","no-jump-tables=true",)json"
                                      R"json("autotune-convention=preserve_nonecc",)json"
                                      R"json("tune-cpu=bdver2"]},
    {"name": "z", "attributes": ["minsize"]}
  ]})json"));
}

TEST(RecipeOf, RefusesFlagsThatClangHasNotOrThatNoSearchGives) {
  for (const char* const flags : {"-relocation-model=pic", "-mcpu=x", "-load=evil.so",
                                  "-force-attribute=f:noreturn", "-function-sections"}) {
    EXPECT_FALSE(RecipeOf({.pipeline = "sroa", .opt_flags = flags})) << flags;
  }
}

TEST(BuildPlan, ReadsEachPassThatASearchMayFind) {
  for (const char* const pass : {"strip", "strip-dead-prototypes", "strip-nondebug"}) {
    EXPECT_TRUE(ReadAnswer(AnswerText({.pipeline = pass}))) << pass;
  }
  EXPECT_FALSE(ReadAnswer(AnswerText({.pipeline = "internalize,globaldce"})));
}

TEST(BuildPlan, OneFunctionIsOneLine) {
  EXPECT_THAT(AnswerText(SomeAnswer()),
              HasSubstr("\n    [\"z\", \"0000000000000001\", \"minsize\"]\n"));
}

TEST(BuildPlan, OfAnEarlierVersionNamesNothingRejected) {
  const TestDirectory directory;
  directory.Write("plan", R"({"version": 1, "llvm": 19, "units": [], "programs": []})");
  const Result<BuildPlan> read = ReadBuildPlan(directory.path() / "plan");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->rejected.empty());
}

TEST(BuildPlan, ReadsListsOfEarlierVersions) {
  const auto answer = ReadAnswer("sroa,gvn\n-relocation-model=pic -mcpu=x");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->pipeline, "sroa,gvn");
  EXPECT_EQ(answer->opt_flags, "-relocation-model=pic -mcpu=x");
  EXPECT_EQ(ReadAnswer("sroa\n")->opt_flags, "");
  EXPECT_FALSE(ReadAnswer(""));
}

TEST(BuildPlan, RefusesOtherFiles) {
  const TestDirectory directory;
  const auto refuse = [&](const std::string& text, const std::string& why) {
    directory.Write("plan", text);
    const Result<BuildPlan> read = ReadBuildPlan(directory.path() / "plan");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
    EXPECT_THAT(read.error().message, HasSubstr("is no plan of a build: "));
    EXPECT_THAT(read.error().message, HasSubstr(why));
  };
  const auto with = [](const std::string& function) {
    return R"({"version": 1, "llvm": 19, "programs": [], "units": [{"file": "a.o",
      "passes": ["sroa"], "functions": [)" +
           function + "]}]}";
  };
  refuse("int main(void) { return 0; }", "parse error");
  refuse("[]", "");
  refuse(R"({"version": 2})", "its version is 2, not 1");
  refuse(R"({"version": 1, "llvm": 19, "units": [{"file": "a.o"}], "programs": []})", "passes");
  refuse(with(R"(["f", "12", "noreturn"])"), "unknown attributes");
  refuse(with(R"(["f", "12", "tune-cpu=a,b"])"), "unknown attributes");
  refuse(with(R"(["f", "xyz", "minsize"])"), "unknown attributes");
  refuse(R"({"version": 1, "llvm": 19, "programs": [], "units": [{"file": "a.o",
      "passes": ["sroa"], "code": ["-load=evil.so"]}]})",
         "unknown attributes or options");
  refuse(R"({"version": 1, "llvm": 19, "programs": [], "units": [{"file": "a.o",
      "passes": ["internalize", "globaldce"]}]})",
         "no passes");
  EXPECT_EQ(ReadBuildPlan(directory.path() / "none").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace autotune
