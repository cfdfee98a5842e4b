#include "eval/proof/reproduction.h"

#include <filesystem>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/process/subprocess.h"
#include "support/fake_worker_pool.h"
#include "support/llvm_tools.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

const std::string kGood = "printf 'a\\nb\\n' > $output";
const std::string kWorse = "printf 'a\\nb\\nc\\n' > $output";

/// Runs against scripts in place of `opt`. They find their arguments in $passes, $input, $output
/// and $flags, and the passes without `verify` in $plain.
class ReproductionTest : public testing::Test {
 protected:
  ReproductionTest() {
    options_.temp_root = directory_.path() / "temp";
    std::filesystem::create_directory(options_.temp_root);
    program_ = directory_.Write("my program.ll", "a\nb\n");
    candidate_.elements = {"w", "x", "y", "z"};
    candidate_.cost.instructions = 2;
  }
  ~ReproductionTest() override { EXPECT_TRUE(std::filesystem::is_empty(options_.temp_root)); }

  void Opt(const std::string& body) {
    const std::string log = (directory_.path() / "log").string();
    options_.opt_program = directory_.WriteScript(
        "opt", "passes=${1#-passes=} input=$2 output=$4 flags=$5 log=" + log +
                   "\necho \"$passes $flags\" >> $log\n"
                   "plain=$(echo \"$passes\" | sed 's/,verify//g')\n" +
                   body);
  }

  Result<Reproduction> Run() {
    return Reproduce({program_, program_.string()}, candidate_, options_, pool_, budget_);
  }

  Result<Reproduction> RunPastTheDeadline() {
    options_.repair_end = Clock::now();
    return Run();
  }

  Result<Reproduction> RunUntilCancelled() {
    const std::jthread user([this] {
      std::this_thread::sleep_for(1s);
      budget_.Cancel();
    });
    return Run();
  }

  ErrorCode RunError() {
    const Result<Reproduction> result = Run();
    EXPECT_FALSE(result.ok());
    return result.ok() ? ErrorCode::kIo : result.error().code;
  }

  /// What the script was asked for: passes, a space, and further flags.
  std::vector<std::string> Log() const {
    std::istringstream log(directory_.Read("log"));
    std::vector<std::string> lines;
    for (std::string line; std::getline(log, line);) lines.push_back(line);
    return lines;
  }

  TestDirectory directory_;
  std::filesystem::path program_;
  Candidate candidate_;
  ReproductionOptions options_;
  FakeWorkerPool pool_;
  Budget budget_{{}};
};

TEST_F(ReproductionTest, ThreeProcessesAndAVerifyingOneAgree) {
  Opt("cp \"$input\" $output");
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->pipeline, "w,x,y,z");
  EXPECT_EQ(result->cost.instructions, 2u);
  EXPECT_FALSE(result->cost.object_size);
  EXPECT_EQ(result->ir, FakeWorkerPool::MeasureText("a\nb\n", {}).next.ir);
  EXPECT_EQ(result->bitcode, "a\nb\n");
  EXPECT_FALSE(result->repaired);
  EXPECT_THAT(Log(), testing::UnorderedElementsAre("w,x,y,z ", "w,x,y,z ", "w,x,y,z ",
                                                   "w,verify,x,verify,y,verify,z,verify "));
}

TEST_F(ReproductionTest, FlagsGoToEveryProcessAndIntoTheCommand) {
  Opt(kGood);
  candidate_.opt_flags = {"-mcpu=x86-64"};
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_THAT(Log(), Each(HasSubstr(" -mcpu=x86-64")));
  EXPECT_EQ(OptCommand("opt-19", *result, "x.ll", "y.bc"),
            "opt-19 -mcpu=x86-64 -passes='w,x,y,z' x.ll -o y.bc");
}

TEST_F(ReproductionTest, OneMoreProcessWritesTheText) {
  Opt("case \"$*\" in *' -S -preserve-ll-uselistorder'*) printf 'a\\nb\\n; text\\n' > $output;; "
      "*) " +
      kGood + ";; esac");
  options_.text = true;
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->bitcode, "a\nb\n");
  EXPECT_EQ(result->text, "a\nb\n; text\n");
  EXPECT_EQ(Log().size(), 5u);
}

TEST_F(ReproductionTest, RejectsATextOfAnotherModule) {
  Opt("case \"$*\" in *' -S'*) " + kWorse + ";; *) " + kGood + ";; esac");
  options_.text = true;
  EXPECT_EQ(RunError(), ErrorCode::kBadInput);
}

TEST_F(ReproductionTest, MessagesGiveTheNameAndOptTheFile) {
  Opt("case $input in */'my program.ll') exit 1;; esac");
  const auto result = Reproduce({program_, "the user's.bc"}, candidate_, options_, pool_, budget_);
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().message, HasSubstr("on 'the user's.bc' opt failed"));
}

TEST_F(ReproductionTest, MeasuresTheObjectWhereTheClaimHasOne) {
  Opt(kGood);
  candidate_.cost.object_size = ObjectSize{20, 0};
  options_.objective = Objective::kObjectSize;
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->cost, candidate_.cost);
}

TEST_F(ReproductionTest, NoElementsAreTheProgramAsItCame) {
  Opt(kGood);
  candidate_.elements.clear();
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->pipeline, "no-op-module");
}

TEST_F(ReproductionTest, BytesThatCountForNothingMayDiffer) {
  Opt(kGood + "; echo \"; $$\" >> $output");
  EXPECT_TRUE(Run().ok());
}

TEST_F(ReproductionTest, RejectsANondeterministicPipeline) {
  Opt(kGood + "; echo $$ >> $output");
  const auto result = Run();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(result.error().message,
              AllOf(HasSubstr("disagree"), HasSubstr("my program.ll"), HasSubstr(": 3 (IR hash"),
                    HasSubstr("2 was expected")));
}

TEST_F(ReproductionTest, RejectsOneDeviationInManyProcesses) {
  options_.processes = 8;
  candidate_.elements = {"x"};
  Opt("mkdir $log.lock 2>/dev/null && " + kWorse + " || " + kGood);
  EXPECT_EQ(RunError(), ErrorCode::kBadInput);
}

TEST_F(ReproductionTest, SaysWhatOptDid) {
  candidate_.elements = {"x"};
  Opt("kill -SEGV $$");
  EXPECT_EQ(RunError(), ErrorCode::kPassCrashed);
  Opt("echo 'LLVM ERROR: Broken module found, compilation aborted!' >&2; kill -ABRT $$");
  EXPECT_EQ(RunError(), ErrorCode::kVerifierRejected);
  Opt("echo 'LLVM ERROR: out of memory' >&2; kill -ABRT $$");
  EXPECT_EQ(RunError(), ErrorCode::kOutOfMemory);
  Opt("echo 'LLVM ERROR: no such intrinsic' >&2; kill -ABRT $$");
  EXPECT_EQ(RunError(), ErrorCode::kFatalError);
  Opt("echo 'LLVM ERROR: IO failure on output stream: No space left on device' >&2; exit 1");
  EXPECT_EQ(RunError(), ErrorCode::kIo);
  Opt("echo \"opt: unknown pass name 'x'\" >&2; exit 1");
  EXPECT_EQ(RunError(), ErrorCode::kInvalidArgument);
  Opt("echo -n broken > $output");
  EXPECT_EQ(RunError(), ErrorCode::kBadInput);
}

TEST_F(ReproductionTest, RejectsInvalidIrInTheMiddle) {
  const std::string broken = "LLVM ERROR: Broken function found after pass \"X\"";
  Opt("case $passes in *verify*) echo '" + broken + "' >&2; kill -ABRT $$;; esac\n" + kGood);
  EXPECT_EQ(RunError(), ErrorCode::kVerifierRejected);
}

TEST_F(ReproductionTest, OneProcessVerifiesTheListItself) {
  const std::string broken = "LLVM ERROR: Broken function found after pass \"X\"";
  const std::string verifying = "case $passes in *verify*) ";
  options_.processes = 1;
  options_.verify = false;
  Opt(verifying + "echo '" + broken + "' >&2; kill -ABRT $$;; esac\n" + kGood);
  EXPECT_TRUE(Run().ok()) << "nobody verifies";
  options_.verify_always = true;
  EXPECT_EQ(RunError(), ErrorCode::kVerifierRejected);
  Opt(verifying + "echo \"opt: unknown function pass 'verify'\" >&2; exit 1;; esac\n" + kGood);
  const auto refused = Run();
  ASSERT_TRUE(refused.ok()) << "there is no room for `verify`: " << refused.error().message;
  EXPECT_EQ(refused->pipeline, "w,x,y,z");
  candidate_.elements = {"w"};
  Opt(verifying + "exit 1;; esac\n" + kGood);
  EXPECT_TRUE(Run().ok()) << "a level is run as it stands";
}

TEST_F(ReproductionTest, RejectsWhatHangs) {
  Opt("sleep 100");
  options_.time_limit = 200ms;
  const auto start = Clock::now();
  EXPECT_EQ(RunError(), ErrorCode::kPassTimedOut);
  EXPECT_LT(Clock::now() - start, 5s);
}

TEST_F(ReproductionTest, MissingOptComesWithAdvice) {
  options_.opt_program = "no-such-opt";
  const auto result = Run();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(result.error().message, HasSubstr("apt-get install " + std::string(kLlvmPackage)));
}

TEST_F(ReproductionTest, CanBeCancelled) {
  Opt("sleep 100");
  std::thread user([this] {
    std::this_thread::sleep_for(100ms);
    budget_.Cancel();
  });
  const auto start = Clock::now();
  EXPECT_EQ(RunError(), ErrorCode::kCancelled);
  EXPECT_LT(Clock::now() - start, 5s) << "it is not waited for";
  user.join();
}

TEST_F(ReproductionTest, WhatIsBetterThanTheClaimIsTakenAsItIs) {
  Opt("echo a > $output");
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->cost.instructions, 1u);
  EXPECT_FALSE(result->repaired);
  EXPECT_EQ(Log().size(), 4u);
}

TEST_F(ReproductionTest, RepairsWhatFallsShort) {
  Opt("case $plain in *'x,invalidate<all>,invalidate<globals-aa>,y'*) " + kGood + ";; *) " +
      kWorse + ";; esac");
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->pipeline, "w,x,invalidate<all>,invalidate<globals-aa>,y,z");
  EXPECT_EQ(result->cost.instructions, 2u);
  EXPECT_TRUE(result->repaired);
}

TEST_F(ReproductionTest, BeginsWithTheRepairThatIsProbablyNeeded) {
  options_.repaired_first = true;
  options_.repair_runs = 0;
  Opt("case $plain in *invalidate*) " + kGood + ";; *) " + kWorse + ";; esac");
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_TRUE(result->repaired);
  EXPECT_EQ(Log().size(), 4u);
  Opt("case $plain in *invalidate*) " + kWorse + ";; *) " + kGood + ";; esac");
  const auto plain = Run();
  ASSERT_TRUE(plain.ok()) << plain.error().message;
  EXPECT_FALSE(plain->repaired);
}

TEST_F(ReproductionTest, TheBetterOfTwoOrdersHoldsWhicheverCameFirst) {
  options_.repaired_first = true;
  options_.repair_runs = 0;
  candidate_.cost.instructions = 1;
  for (const std::string& without : {kWorse, std::string("kill -SEGV $$")}) {
    std::filesystem::remove(directory_.path() / "log");
    Opt("case $plain in *invalidate*) " + kGood + ";; *) " + without + ";; esac");
    const auto result = Run();
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(result->cost.instructions, 2u);
    EXPECT_TRUE(result->repaired);
    EXPECT_EQ(Log().size(), 8u);
  }
}

TEST_F(ReproductionTest, LeavesThePipelineAsItStandsWhereNoRepairIsWanted) {
  Opt(kWorse);
  options_.repair = false;
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->cost.instructions, 3u);
  EXPECT_EQ(Log().size(), 4u);
}

TEST_F(ReproductionTest, LetsOptVerifyEachPassWhereThereIsNoRoomForThat) {
  Opt("case $passes in *verify*) echo \"unknown loop pass 'verify'\" >&2; exit 1;; esac\n" + kGood);
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_TRUE(result->verified);
  EXPECT_THAT(Log(), testing::UnorderedElementsAre("w,x,y,z ", "w,x,y,z ", "w,x,y,z ",
                                                   "w,verify,x,verify,y,verify,z,verify ",
                                                   "w,x,y,z -verify-each"));
}

TEST_F(ReproductionTest, RepairsACrashWithAsFewBarriersAsNeeded) {
  candidate_.elements.clear();
  std::string expected;
  for (int i = 0; i < 40; ++i) {
    candidate_.elements.push_back("p");
    candidate_.elements.back() += std::to_string(i);
    if (i > 0) expected += ",";
    if (i == 7 || i == 31) expected += "invalidate<all>,invalidate<globals-aa>,";
    expected += candidate_.elements.back();
  }
  options_.repair_runs = 40;
  Opt("case $plain in "
      "*'p6,invalidate<all>,invalidate<globals-aa>,p7'*'p30,invalidate<all>,invalidate<globals-aa>,"
      "p31'*) " +
      kGood + ";; *) kill -SEGV $$;; esac");
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->pipeline, expected);
  EXPECT_LE(Log().size(), 3u * 4 + 40);
}

TEST_F(ReproductionTest, WithoutRunsToSpareEveryBarrierStays) {
  options_.repair_runs = 0;
  Opt("case $plain in *'x,invalidate<all>,invalidate<globals-aa>,y'*) " + kGood +
      ";; *) kill -SEGV $$;; esac");
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->pipeline,
            "w,invalidate<all>,invalidate<globals-aa>,x,invalidate<all>,invalidate<globals-aa>,y,"
            "invalidate<all>,invalidate<globals-aa>,z");
  EXPECT_EQ(Log().size(), 8u);
}

TEST_F(ReproductionTest, AShorterRepairThatDoesNotHoldIsDropped) {
  const std::string all =
      "w,invalidate<all>,invalidate<globals-aa>,x,invalidate<all>,invalidate<globals-aa>,y,"
      "invalidate<all>,invalidate<globals-aa>,z";
  const std::string verified =
      "w,verify,invalidate<all>,invalidate<globals-aa>,x,verify,invalidate<all>,invalidate<globals-"
      "aa>,y,verify,invalidate<all>,invalidate<globals-aa>,z,verify";
  Opt("case $passes in '" + all + "'|'" + verified + "') " + kGood +
      ";; *verify*) kill -SEGV $$;; *invalidate*) " + kGood + ";; *) kill -SEGV $$;; esac");
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->pipeline, all);
}

TEST_F(ReproductionTest, WhatNoRepairImprovesComesBackWithItsTrueCost) {
  Opt(kWorse);
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->pipeline, "w,x,y,z");
  EXPECT_EQ(result->cost.instructions, 3u);
  EXPECT_FALSE(result->repaired);
}

TEST_F(ReproductionTest, AFailedRepairReportsTheFirstFailure) {
  Opt("case $passes in *invalidate*) exit 1;; *) kill -SEGV $$;; esac");
  EXPECT_EQ(RunError(), ErrorCode::kPassCrashed);
}

TEST_F(ReproductionTest, AFailedRepairKeepsWhatHolds) {
  Opt("case $passes in *invalidate*) kill -SEGV $$;; *) " + kWorse + ";; esac");
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->pipeline, "w,x,y,z");
}

TEST_F(ReproductionTest, ACancelledRepairKeepsWhatHolds) {
  Opt("case $passes in *invalidate*) sleep 100;; *) " + kWorse + ";; esac");
  const auto result = RunUntilCancelled();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->pipeline, "w,x,y,z");
}

TEST_F(ReproductionTest, ACancelledShorteningKeepsTheRepair) {
  // The barriers that are left cure it, but proving that takes too long.
  Opt("case $plain in *'invalidate<globals-aa>,x,'*'invalidate<globals-aa>,y,'*) " + kGood +
      ";; *'x,invalidate<all>,invalidate<globals-aa>,y'*) [ -e $log.tried ] && sleep 100; " +
      "touch $log.tried; " + kGood + ";; *) " + kWorse + ";; esac");
  const auto result = RunUntilCancelled();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_TRUE(result->repaired);
  EXPECT_EQ(result->cost.instructions, 2u);
}

TEST_F(ReproductionTest, WhatHoldsIsNotRepairedPastTheDeadline) {
  Opt("case $plain in *invalidate*) " + kGood + ";; *) " + kWorse + ";; esac");
  const auto result = RunPastTheDeadline();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->cost.instructions, 3u);
  EXPECT_EQ(Log().size(), 4u);
}

TEST_F(ReproductionTest, ARepairOfWhatHoldsEndsAtTheDeadline) {
  Opt("case $plain in *invalidate*) sleep 100;; *) " + kWorse + ";; esac");
  options_.repair_end = Clock::now() + 1s;
  const auto start = Clock::now();
  const auto result = Run();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->pipeline, "w,x,y,z");
  EXPECT_LT(Clock::now() - start, 30s);
}

TEST_F(ReproductionTest, WhatFailsIsRepairedPastTheDeadline) {
  Opt("case $plain in *invalidate*) " + kGood + ";; *) kill -SEGV $$;; esac");
  const auto result = RunPastTheDeadline();
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->cost.instructions, 2u);
  EXPECT_EQ(Log().size(), 8u);
}

TEST_F(ReproductionTest, TheCommandDoesWhatWasRun) {
  Opt("cp \"$input\" \"$output\"");
  const std::string pipeline = "function(simplifycfg<no-keep-loops;hoist-common-insts>),dce";
  const auto output = directory_.path() / "it's out.bc";
  const std::string command =
      OptCommand(options_.opt_program, Reproduction{.pipeline = pipeline}, program_, output);
  EXPECT_THAT(command, HasSubstr(" -passes='" + pipeline + "' '"));
  const auto result = RunSubprocess({"/bin/sh", "-c", command}, {}, budget_);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->Succeeded()) << result->error_output;
  EXPECT_EQ(directory_.Read("it's out.bc"), "a\nb\n");
  EXPECT_THAT(Log(), Each(pipeline + " "));
  EXPECT_EQ(OptCommand("opt-19", Reproduction{.pipeline = "dce"}, "-x.ll", "-"),
            "opt-19 -passes='dce' ./-x.ll -o ./-");
  // LLVM reads more options from such a file.
  EXPECT_EQ(OptCommand("opt-19", Reproduction{.pipeline = "dce"}, "@x.ll", "@y.bc"),
            "opt-19 -passes='dce' ./@x.ll -o ./@y.bc");
}

TEST_F(ReproductionTest, NoStoredTextLeavesItsWord) {
  const std::string pipeline = "dce'; touch evil; '";
  Reproduction stored;
  stored.pipeline = pipeline;
  stored.opt_flags = {"-mcpu=$(touch evil)", "; ls"};
  const std::string command = OptCommand("opt", stored, "a'$(touch evil)\n.ll", "b`ls`");
  const std::string script =
      "cd '" + directory_.path().string() + "' && set -- " + command + " && printf '%s|' \"$@\"";
  const auto run = RunSubprocess({"bash", "-c", script}, {}, budget_);
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run->output,
            "opt|-mcpu=$(touch evil)|; ls|-passes=" + pipeline + "|a'$(touch evil)\n.ll|-o|b`ls`|");
  EXPECT_FALSE(std::filesystem::exists(directory_.path() / "evil"));
}

TEST_F(ReproductionTest, RunsNothingWithFlagsThatTheProgramDoesNotWrite) {
  Opt(kGood);
  candidate_.opt_flags = {"-load=evil.so"};
  const auto result = Run();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(result.error().message, HasSubstr("'-load=evil.so'"));
  EXPECT_TRUE(Log().empty());
}

}  // namespace
}  // namespace autotune
