#include <cstdlib>
#include <sstream>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/autotune_process.h"
#include "support/examples.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(AutotuneReport, WritesAPageOfTheSelectedRuns) {
  const TestDirectory directory;
  for (const std::string label : {"first", "second"}) {
    const ProgramRun tuned = RunAutotune(
        directory, {"--method", "greedy", "--max-evals", "3", "--label", label, kWords});
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

/// The elements of a well-formed document whose attribute has a value that begins like this.
std::size_t CountElements(const boost::property_tree::ptree& tree, const std::string& attribute,
                          const std::string& prefix) {
  std::size_t count = tree.get("<xmlattr>." + attribute, "").starts_with(prefix) ? 1 : 0;
  for (const auto& [name, child] : tree) {
    if (name != "<xmlattr>") count += CountElements(child, attribute, prefix);
  }
  return count;
}

std::size_t CountPlots(const TestDirectory& directory, const std::string& file) {
  std::istringstream text(directory.Read(file));
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(text, tree);
  EXPECT_EQ(tree.count("svg"), 1u);
  return CountElements(tree, "id", "gnuplot_plot_");
}

TEST(AutotuneReport, DrawsCurvesAndBarsForPapers) {
  const TestDirectory directory;
  for (const std::string method : {"greedy", "random"}) {
    const ProgramRun tuned =
        RunAutotune(directory, {"--method", method, "--max-evals", "300", kWords});
    ASSERT_EQ(tuned.status, 0) << tuned.error_output;
  }
  const ProgramRun drawn = RunAutotune(directory, {"report", "--svg", "for/paper"});
  ASSERT_EQ(drawn.status, 0) << drawn.error_output;
  EXPECT_THAT(drawn.error_output, HasSubstr("wrote for/paper/anytime.svg"));
  EXPECT_EQ(CountPlots(directory, "for/paper/anytime.svg"), 4u);  // two bands, two medians
  EXPECT_EQ(CountPlots(directory, "for/paper/programs.svg"), 2u);
  EXPECT_THAT(directory.Read("for/paper/programs.svg"), HasSubstr("words.ll"));
}

TEST(AutotuneReport, SaysThatGnuplotIsMissing) {
  const TestDirectory directory;
  ASSERT_EQ(RunAutotune(directory, {"--max-evals", "3", kWords}).status, 0);
  AutotuneProcess process(directory, {"report", "--svg", "figures"},
                          [] { setenv("PATH", "/nonexistent", 1); });
  const ProgramRun run = process.Wait();
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("--svg needs gnuplot: apt-get install gnuplot-nox"));
}

TEST(AutotuneReport, WrongUsageIsOneLine) {
  const TestDirectory directory;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"report", "--nonsense"},
        {"report", "nonsense"},
        {"report", "-o", "module.ll"},
        {"report", "--db", ""}}) {
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
  EXPECT_THAT(help.output, HasSubstr("-o, --output FILE"));
}

}  // namespace
}  // namespace autotune
