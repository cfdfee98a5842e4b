#include "tune/output/result_module.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample_result.h"

namespace autotune {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(ResultModule, TimeIsToBlameForMissingCodeOnlyWhereItWas) {
  TuneResult outcome = SampleResult();
  outcome.job.output = "out.o";
  for (const Status& written :
       {WriteModule(outcome), WriteModule(outcome.job, outcome.result.reproduction)}) {
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().code, ErrorCode::kFatalError);
    EXPECT_THAT(written.error().message,
                AllOf(HasSubstr("no code for it"), HasSubstr("'-o out.best.bc' needs none"),
                      Not(HasSubstr("--budget"))));
  }
  outcome.result.level = Level::kOz;
  outcome.result.reproduction.processes = 0;
  outcome.result.reproduction.bitcode = "BC";
  EXPECT_EQ(WriteModule(outcome).error().code, ErrorCode::kNoTime);
  EXPECT_THAT(WriteModule(outcome).error().message, HasSubstr("give a larger --budget"));
  outcome.baselines.levels.at(Level::kOz).sizing = Error{ErrorCode::kFatalError, "can't select"};
  EXPECT_EQ(WriteModule(outcome).error().code, ErrorCode::kFatalError);
}

}  // namespace
}  // namespace autotune
