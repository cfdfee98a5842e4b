#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/autotune_process.h"

namespace autotune {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

ProgramRun Validate(const std::vector<std::string>& options) {
  const TestDirectory directory;
  std::vector<std::string> arguments = {"validate", "-q"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return RunAutotune(directory, arguments);
}

TEST(ValidateCommand, AcceptsAListThatChangesNoOutput) {
  const ProgramRun run = Validate({"--passes", "default<Oz>", "--programs", "4"});
  EXPECT_EQ(run.status, 0) << run.output << run.error_output;
  EXPECT_THAT(run.output,
              ContainsRegex("^[234] programs print the same, 0 broken, [012] left out"));
  EXPECT_EQ(run.error_output, "");
}

/// `poison-checking` calls a function that the program doesn't have.
TEST(ValidateCommand, NamesThePassThatBreaksAProgram) {
  const ProgramRun run = Validate({"--passes", "function(sroa),poison-checking,function(adce)",
                                   "--programs", "2", "--first-seed", "7"});
  EXPECT_EQ(run.status, 1) << run.output << run.error_output;
  EXPECT_THAT(run.output,
              ContainsRegex("seed [78] \\(O[0z]\\): after pass 2, poison-checking: linking"));
  EXPECT_THAT(run.output, HasSubstr("0 programs print the same, "));
}

TEST(ValidateCommand, RefusesWhatItCannotRun) {
  const ProgramRun unknown = Validate({"--passes", "function(no-such-pass)", "--programs", "2"});
  EXPECT_EQ(unknown.status, 2) << unknown.output << unknown.error_output;
  EXPECT_THAT(unknown.error_output, HasSubstr("no-such-pass"));
  const ProgramRun plan =
      Validate({"--passes", "autotune-plan<plan.json>", "--allow", "autotune-plan"});
  EXPECT_EQ(plan.status, 2) << plan.output;
  EXPECT_THAT(plan.error_output, HasSubstr("a plan is for one program"));
  EXPECT_EQ(Validate({}).status, 2);
  EXPECT_EQ(Validate({"--passes", "function(gvn)", "bench.bc"}).status, 2);
}

}  // namespace
}  // namespace autotune
