#include <algorithm>
#include <csignal>
#include <iterator>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/autotune_process.h"
#include "support/examples.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kExamples = {kCalc, kRoutes, kWords};

/// Lists in the database `results.db` for the examples.
void FindLists(const TestDirectory& directory) {
  std::vector<std::string> arguments = {"--db", "results.db", "--max-evals", "120", "-q"};
  arguments.insert(arguments.end(), kExamples.begin(), kExamples.end());
  const ProgramRun run = RunAutotune(directory, arguments);
  ASSERT_EQ(run.status, 0) << run.error_output;
}

ProgramRun Coreset(const TestDirectory& directory, std::vector<std::string> more) {
  more.insert(more.begin(), {"coreset", "--from", "results.db"});
  return RunAutotuneTrain(directory, std::move(more));
}

std::vector<std::string> ListsOf(const std::string& text) {
  std::vector<std::string> lists;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with('#')) lists.push_back(line);
  }
  return lists;
}

TEST(CoresetCommand, ChoosesTheSameListsOnAnyNumberOfThreads) {
  const TestDirectory directory;
  FindLists(directory);
  std::vector<std::string> arguments = kExamples;
  arguments.insert(arguments.end(), {"--jobs", "1"});
  const ProgramRun run = Coreset(directory, arguments);
  ASSERT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.output, HasSubstr("3 programs"));
  EXPECT_THAT(run.error_output, HasSubstr("trying 3 of 3 lists on 3 programs"));
  EXPECT_THAT(run.error_output, HasSubstr("[3/3]"));
  EXPECT_THAT(run.error_output, HasSubstr("all programs are of one family"));
  const std::vector<std::string> lists = ListsOf(run.output);
  ASSERT_GE(lists.size(), 1u);
  for (const std::string& list : lists) {
    const ProgramRun replayed =
        RunAutotune(directory, {"replay", kExamples.front(), "--passes", list, "--no-db"});
    EXPECT_EQ(replayed.status, 0) << replayed.error_output;
  }
  arguments.back() = "3";
  EXPECT_EQ(Coreset(directory, arguments).output, run.output);
  arguments.insert(arguments.end(), {"-k", "1", "-q"});
  const ProgramRun one = Coreset(directory, arguments);
  EXPECT_EQ(ListsOf(one.output), std::vector<std::string>{lists.front()});
  EXPECT_THAT(one.error_output, Not(HasSubstr("[3/3]")));
}

TEST(CoresetCommand, PrintsWhatEachListDoesForEachProgram) {
  const TestDirectory directory;
  FindLists(directory);
  std::vector<std::string> arguments = kExamples;
  arguments.insert(arguments.end(), {"--table", "-q"});
  const ProgramRun run = Coreset(directory, arguments);
  ASSERT_EQ(run.status, 0) << run.error_output;
  std::size_t lists = 0;
  std::vector<std::vector<double>> table;
  for (const std::string& line : ListsOf(run.output)) {
    if (!line.starts_with('=')) {
      EXPECT_TRUE(table.empty());
      ++lists;
      continue;
    }
    const std::size_t colon = line.find(':');
    ASSERT_NE(colon, std::string::npos) << line;
    EXPECT_LT(std::stod(line.substr(1)), -300) << "as clang wrote it, so -Oz takes a lot off it";
    std::istringstream words(line.substr(colon + 1));
    table.emplace_back(std::istream_iterator<double>(words), std::istream_iterator<double>());
  }
  ASSERT_EQ(table.size(), 3u);
  double best = 0;
  for (const std::vector<double>& program : table) {
    ASSERT_EQ(program.size(), lists);
    best += std::max(std::ranges::max(program), 0.0) / 3;
  }
  // The same as above the lists: "makes 3 programs 12.34% smaller".
  const std::size_t said = run.output.find("3 programs ") + 11;
  EXPECT_NEAR(std::stod(run.output.substr(said)), best / 10, 0.1);
  EXPECT_GT(best, 0);
}

/// So -Oz, which takes off a lot, is not what they are measured by.
TEST(CoresetCommand, MeasuresListsByTheInput) {
  const TestDirectory directory;
  directory.Write("lists.txt", "default<Oz>\n");
  std::vector<std::string> arguments = {"coreset", "--lists", "lists.txt", "--table", "-q"};
  arguments.insert(arguments.end(), kExamples.begin(), kExamples.end());
  const ProgramRun by_oz = RunAutotuneTrain(directory, arguments);
  ASSERT_EQ(by_oz.status, 0) << by_oz.error_output;
  EXPECT_THAT(ListsOf(by_oz.output), testing::Each(testing::StartsWith("=")));
  arguments.emplace_back("--against-input");
  const ProgramRun by_input = RunAutotuneTrain(directory, arguments);
  ASSERT_EQ(by_input.status, 0) << by_input.error_output;
  EXPECT_THAT(by_input.output, HasSubstr("smaller than they came"));
  const std::vector<std::string> lines = ListsOf(by_input.output);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0], "default<Oz>");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    ASSERT_TRUE(lines[i].starts_with("=0:")) << lines[i];
    EXPECT_GT(std::stoi(lines[i].substr(3)), 300) << lines[i];
  }
}

TEST(CoresetCommand, TriesListsOfATextFileBesides) {
  const TestDirectory directory;
  directory.Write("lists.txt", "function(dce)\nfunction(function-simplification<Oz>)\n");
  std::vector<std::string> arguments = {"coreset", "--lists", "lists.txt", "-q"};
  arguments.insert(arguments.end(), kExamples.begin(), kExamples.end());
  const ProgramRun alone = RunAutotuneTrain(directory, arguments);
  EXPECT_EQ(alone.status, 0) << alone.error_output;
  EXPECT_THAT(alone.error_output, HasSubstr("trying 2 of 2 lists"));
  FindLists(directory);
  arguments.insert(arguments.end(), {"--from", "results.db", "--max-lists", "1"});
  const ProgramRun both = RunAutotuneTrain(directory, arguments);
  EXPECT_EQ(both.status, 0) << both.error_output;
  EXPECT_THAT(both.error_output, HasSubstr("trying 3 of 5 lists"));
}

TEST(CoresetCommand, SaysWhatTheListsAreWorthOnOtherFamilies) {
  const TestDirectory directory;
  FindLists(directory);
  for (const std::string family : {"a", "b", "c"}) {
    std::filesystem::create_directory(directory.path() / family);
    std::filesystem::copy(kExamples[family[0] - 'a'], directory.path() / family / "program.ll");
  }
  const ProgramRun run =
      Coreset(directory, {"a/program.ll", "b/program.ll", "c/program.ll", "missing.ll"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("can't read 'missing.ll'"));
  EXPECT_THAT(run.error_output, HasSubstr("one half of the programs (2 and 1,"));
  EXPECT_THAT(run.error_output, HasSubstr("held out"));
}

TEST(CoresetCommand, StoppedItChoosesByTheProgramsThatAreDone) {
  const TestDirectory directory;
  FindLists(directory);
  std::vector<std::string> arguments = {"coreset", "--from", "results.db", "--jobs", "1"};
  for (int i = 0; i < 200; ++i) arguments.push_back(kExamples.front());
  AutotuneProcess stopped(directory, arguments, [] {}, Program::kAutotuneTrain);
  ASSERT_TRUE(stopped.WaitForError("[1/200]")) << directory.Read("stderr");
  stopped.Signal(SIGINT);
  const ProgramRun run = stopped.Wait();
  EXPECT_EQ(run.status, 130) << run.error_output;
  EXPECT_THAT(run.error_output, Not(HasSubstr("[200/200]")));
  EXPECT_THAT(run.error_output, Not(HasSubstr("error")));
  EXPECT_GE(ListsOf(run.output).size(), 1u);
}

TEST(CoresetCommand, SaysWhatIsWrongInOneLine) {
  const TestDirectory directory;
  const auto expect = [&](std::vector<std::string> arguments, int status, const char* message) {
    arguments.insert(arguments.begin(), "coreset");
    const ProgramRun run = RunAutotuneTrain(directory, arguments);
    EXPECT_EQ(run.status, status);
    EXPECT_THAT(run.error_output, HasSubstr(message));
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    EXPECT_EQ(run.output, "");
  };
  expect({kExamples.front()}, 2, "needs --from");
  expect({"--from", "x.db"}, 2, "no program given");
  expect({"--from", "x.db", "-k", "0", "a.ll"}, 2, "--count: 0 is below 1");
  expect({"--from", "x.db", "--cost-weight", "nan", "a.ll"}, 2, "--cost-weight: 'nan'");
  expect({"--from", "x.db", kExamples.front()}, 1, "there is no database 'x.db'");
}

}  // namespace
}  // namespace autotune
