#include "tune/memory/run_list.h"

#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/merge.h"
#include "db/sample_runs.h"
#include "tune/input/given_pipeline.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class RunListTest : public ResultsTest {
 protected:
  void Finish(RunId run, const RunResult& result) {
    ASSERT_TRUE(results_.FinishRun(run, result).ok());
  }
  void Find(RunId run, std::vector<std::string> passes, std::uint64_t instructions) {
    ASSERT_TRUE(
        results_.AddProgress(run, 10, {{1, 10, std::move(passes), {instructions, {}}}}).ok());
  }
  Result<GivenPipeline> Given(std::string run) {
    PipelineChoice choice;
    choice.run = std::move(run);
    return ReadPipeline(choice, file_);
  }
};

TEST_F(RunListTest, IsTheProvedOneEvenWhereABetterWasFound) {
  const RunId run = Start(RunOf(1));
  Find(run, {"found"}, 150);
  Finish(run, Finished(160, {"first", "second"}));
  const auto pipeline = Given(std::to_string(run));
  ASSERT_TRUE(pipeline.ok()) << pipeline.error().message;
  EXPECT_EQ(pipeline->text, "first,second");
  EXPECT_THAT(pipeline->opt_flags, IsEmpty());
  EXPECT_EQ(pipeline->run->program, ToHex(RunOf(1).program.id));
  EXPECT_EQ(pipeline->run->path, "/tmp/p1.bc");
}

TEST_F(RunListTest, IsTheFoundOneOfARunThatWasKilled) {
  Add(RunOf(1), Finished(160, {"older"}));
  Find(Start(RunOf(2)), {"found"}, 150);
  EXPECT_EQ(Given("last")->text, "found");
}

/// A merge gives older runs new numbers.
TEST_F(RunListTest, IsThatOfTheRunThatBeganLast) {
  const std::filesystem::path file = folder_.path() / "other.db";
  {
    const std::unique_ptr<Database> other = *Database::Open(file);
    ResultsDb results(*other);
    ASSERT_TRUE(results.FinishRun(*results.StartRun(RunOf(2)), Finished(160, {"older"})).ok());
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // times are whole seconds
  Add(RunOf(1), Finished(160, {"newest"}));
  ASSERT_EQ(MergeResults(*database_, file_, file)->added, 1u);
  EXPECT_EQ(Given("last")->text, "newest");
}

TEST_F(RunListTest, OfClangsOwnLevelHasItsFlags) {
  RunResult result = Finished(200, {});
  result.list->level = "clang_Oz";
  result.list->pipeline = "globaldce,function(sroa)";
  result.list->opt_flags = {"-relocation-model=pic", "-mcpu=x86-64"};
  Add(RunOf(1), result);
  const auto pipeline = Given("last");
  ASSERT_TRUE(pipeline.ok()) << pipeline.error().message;
  EXPECT_EQ(pipeline->text, "globaldce,function(sroa)");
  EXPECT_THAT(pipeline->opt_flags, ElementsAre("-relocation-model=pic", "-mcpu=x86-64"));
}

// A merged database may come from anybody.
TEST_F(RunListTest, GivesOptNoFlagThatTheProgramDoesNotWrite) {
  for (const std::string flag :
       {"-load=evil.so", "-load-pass-plugin=evil.so", "-o", "-mcpu=../x", "@flags", "evil.ll"}) {
    RunResult result = Finished(200, {"function(sroa)"});
    result.list->opt_flags = {"-mcpu=x86-64", flag};
    Add(RunOf(1), result);
    const auto pipeline = Given("last");
    ASSERT_FALSE(pipeline.ok()) << flag;
    EXPECT_EQ(pipeline.error().code, ErrorCode::kBadInput);
    EXPECT_THAT(pipeline.error().message, HasSubstr("'" + flag + "'"));
    EXPECT_FALSE(ReadRunList(*database_, "last").ok());
  }
}

TEST_F(RunListTest, GivesOptNoPassThatTouchesFiles) {
  for (const std::string pass : {"function(dot-cfg)", "function(view-cfg)", "insert-gcov-profiling",
                                 "pgo-instr-use", "memprof-use<profile-filename=/etc/passwd>"}) {
    Add(RunOf(1), Finished(200, {"function(sroa)", pass}));
    const auto pipeline = Given("last");
    ASSERT_FALSE(pipeline.ok()) << pass;
    EXPECT_THAT(pipeline.error().message, HasSubstr("--allow "));
  }
}

TEST_F(RunListTest, WarnsOnAnotherProgramAlone) {
  Add(RunOf(1), Finished(160, {"first"}));
  const GivenPipeline pipeline = *Given("last");
  EXPECT_FALSE(WarnOfAnotherProgram(pipeline, RunOf(1).program.id));
  EXPECT_FALSE(WarnOfAnotherProgram({.text = "typed"}, RunOf(2).program.id));
  EXPECT_EQ(WarnOfAnotherProgram(pipeline, RunOf(2).program.id),
            "run 1 was on another program, '/tmp/p1.bc'");
}

TEST_F(RunListTest, SaysWhichOptionsMakeItsProgramWhole) {
  RunDescription run = RunOf(1);
  run.options = R"({"whole_program": {"kept": "main,?raw,malloc,x;y", "given": "/tmp/given.bc"}})";
  Add(run, Finished(160, {"first"}));
  EXPECT_EQ(Given("last")->run->kept, "main,?raw,malloc,x;y");
  EXPECT_EQ(WarnOfAnotherProgram(*Given("last"), RunOf(2).program.id),
            "run 1 was on another program, '/tmp/given.bc' with --whole-program --keep malloc");
}

TEST_F(RunListTest, IsMissedInOneLine) {
  EXPECT_THAT(Given("last").error().message, HasSubstr("no runs yet"));
  const RunId run = Start(RunOf(1));
  EXPECT_THAT(Given("last").error().message, HasSubstr("run 1 has found no list"));
  Find(run, {}, 400);  // the program as it came
  EXPECT_THAT(Given("last").error().message, HasSubstr("run 1 has found no list"));
  EXPECT_THAT(Given("7").error().message, HasSubstr("there is no run 7"));
  EXPECT_EQ(Given("first").error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace autotune
