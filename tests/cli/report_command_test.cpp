#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/autotune_process.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(AutotuneReport, WritesAPageOfTheSelectedRuns) {
  const TestDirectory directory;
  for (const std::string label : {"first", "second"}) {
    const ProgramRun tuned = RunAutotune(directory, {"--method", "greedy", "--max-evals", "3",
                                                     "--label", label, EXAMPLES "/words.ll"});
    ASSERT_EQ(tuned.status, 0) << tuned.error_output;
  }
  const ProgramRun all = RunAutotune(directory, {"report"});
  EXPECT_EQ(all.status, 0) << all.error_output;
  EXPECT_THAT(all.output, IsEmpty());
  EXPECT_THAT(all.error_output, HasSubstr("wrote report.html (runs: 2, settings: 2)"));
  EXPECT_THAT(directory.Read("report.html"), HasSubstr("<th>greedy"));
  const ProgramRun one = RunAutotune(directory, {"report", "--label", "second", "-o", "one.html"});
  EXPECT_EQ(one.status, 0) << one.error_output;
  EXPECT_THAT(one.error_output, HasSubstr("wrote one.html (runs: 1, settings: 1)"));
  EXPECT_THAT(directory.Read("one.html"), HasSubstr("<h1>autotune report: label second</h1>"));

  const ProgramRun none = RunAutotune(directory, {"report", "--label", "third", "-o", "no.html"});
  EXPECT_EQ(none.status, 1);
  EXPECT_EQ(none.error_lines(), 1u);
  EXPECT_THAT(none.error_output, HasSubstr("there are no runs of label third"));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "no.html"));
}

TEST(AutotuneReport, WrongUsageIsOneLine) {
  const TestDirectory directory;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"report", "--nonsense"}, {"report", "nonsense"}}) {
    const ProgramRun run = RunAutotune(directory, arguments);
    EXPECT_EQ(run.status, 2) << run.error_output;
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  }
  const ProgramRun nowhere = RunAutotune(directory, {"report", "-o", "no/such/folder.html"});
  EXPECT_EQ(nowhere.status, 1);
  EXPECT_EQ(nowhere.error_lines(), 1u) << nowhere.error_output;
  const ProgramRun help = RunAutotune(directory, {"report", "--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.output, HasSubstr("usage: autotune report"));
}

}  // namespace
}  // namespace autotune
