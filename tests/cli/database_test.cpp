#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Something that ends soon.
std::vector<std::string> ShortRun(std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"--method", "greedy", "--max-evals", "3", kWords};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

json Query(const TestDirectory& directory, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "query");
  arguments.insert(arguments.end(), {"--format", "json"});
  const ProgramRun run = RunAutotune(directory, arguments);
  EXPECT_EQ(run.status, 0) << run.error_output;
  return json::parse(run.output, nullptr, false);
}

TEST(AutotuneDatabase, ARunCanBeAskedForAndShown) {
  const TestDirectory directory;
  const ProgramRun tuned = RunAutotune(directory, {"--method", "greedy", "--max-evals", "450",
                                                   "--label", "first", "--json", "r.json", kWords});
  ASSERT_EQ(tuned.status, 0) << tuned.error_output;
  const json report = json::parse(directory.Read("r.json"));
  const json runs = Query(directory, {"runs"});
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0]["status"], "finished");
  EXPECT_EQ(runs[0]["label"], "first");
  EXPECT_EQ(runs[0]["best"], report["instructions"]["best"]);
  EXPECT_EQ(runs[0]["evaluations"], report["evaluations"]);
  EXPECT_EQ(runs[0]["ratio"], report["ratio"]);
  const json best = Query(directory, {"best", "program=words*"});
  EXPECT_EQ(best[0]["pipeline"], report["pipeline"]);
  EXPECT_DOUBLE_EQ(best[0]["reward"], report["reward"]);
  const json curve = Query(directory, {"--sql", "SELECT value FROM improvement ORDER BY number"});
  ASSERT_EQ(curve.size(), report["curve"].size());
  EXPECT_EQ(curve.back()["value"], report["curve"].back()[2]);

  // Each pass of the list with its effect: from the program down to the result.
  const json effects = Query(directory, {"--sql",
                                         "SELECT pass, instructions, removed "
                                         "FROM pass_effect ORDER BY position"});
  ASSERT_EQ(effects.size(), report["passes"].size());
  std::int64_t count = report["instructions"]["O0"];
  for (std::size_t i = 0; i < effects.size(); ++i) {
    EXPECT_EQ(effects[i]["pass"], report["passes"][i]);
    count -= effects[i]["removed"].get<std::int64_t>();
    EXPECT_EQ(effects[i]["instructions"], count);
  }
  EXPECT_EQ(count, report["instructions"]["best"]);

  const ProgramRun shown = RunAutotune(directory, {"show", "last"});
  EXPECT_EQ(shown.status, 0) << shown.error_output;
  EXPECT_THAT(shown.output, HasSubstr("run 1, finished"));
  EXPECT_THAT(shown.output, HasSubstr(report["pipeline"].get<std::string>()));
  EXPECT_THAT(shown.output, HasSubstr("best so far"));
}

TEST(AutotuneDatabase, ParametersAreWhatTheyLookLike) {
  const TestDirectory directory;
  ASSERT_EQ(RunAutotune(directory, ShortRun({"--budget", "1500ms", "--label", "007"})).status, 0);
  for (const char* parameter : {"budget=1500ms", "budget=1.5s", "budget=1.5", "label=007"}) {
    EXPECT_EQ(Query(directory, {"leaderboard", parameter}).size(), 1u) << parameter;
  }
  EXPECT_TRUE(Query(directory, {"leaderboard", "budget=2s"}).empty());
}

TEST(AutotuneDatabase, EveryCommandReadsTheFileItIsGiven) {
  const TestDirectory directory;
  ASSERT_EQ(RunAutotune(directory, ShortRun({"--db=r.db"})).status, 0);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"show", "last"}, {"query", "runs"}, {"report"}}) {
    std::vector<std::string> with = arguments;
    with.push_back("--db=r.db");
    EXPECT_EQ(RunAutotune(directory, with).status, 0) << arguments.front();
    EXPECT_EQ(RunAutotune(directory, arguments).status, 1) << arguments.front();
  }
}

TEST(AutotuneDatabase, AKilledRunLeavesItsBestList) {
  const TestDirectory directory;
  {
    AutotuneProcess process(directory, {"--budget", "30s", "--verbose", kWords});
    ASSERT_TRUE(process.WaitForError("proved Oz"));
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (Query(directory, {"--sql", "SELECT run FROM list_pass"}).empty()) {
      ASSERT_LT(std::chrono::steady_clock::now(), end);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    process.Signal(SIGKILL);
    EXPECT_EQ(process.Wait().status, 1000 + SIGKILL);
  }
  EXPECT_EQ(
      Query(directory, {"--sql", "SELECT count(*) AS n FROM list WHERE verified = 0"})[0]["n"], 1);
  EXPECT_EQ(Query(directory, {"--sql", "PRAGMA integrity_check"})[0]["integrity_check"], "ok");
  const ProgramRun next = RunAutotune(directory, ShortRun());
  EXPECT_EQ(next.status, 0) << next.error_output;
  EXPECT_EQ(Query(directory, {"runs"}).size(), 2u);
}

TEST(AutotuneDatabase, AStoppedRunIsInterruptedAndProved) {
  const TestDirectory directory;
  AutotuneProcess process(directory, {"--budget", "30s", "--verbose", kWords});
  ASSERT_TRUE(process.WaitForError("proved Oz"));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  process.Signal(SIGINT);
  EXPECT_EQ(process.Wait().status, 130);
  const json runs = Query(directory, {"runs"});
  EXPECT_EQ(runs[0]["status"], "interrupted");
  EXPECT_EQ(runs[0]["verified"], 1);
}

TEST(AutotuneDatabase, AFileThatCannotBeUsedCostsOneWarningAndNotTheResult) {
  const TestDirectory directory;
  directory.Write("notes.txt", std::string(5000, 'x'));
  directory.Write("file", "");
  for (const std::string database : {"notes.txt", "file/in/a/file.db", "/proc/autotune.db"}) {
    const ProgramRun run =
        RunAutotune(directory, ShortRun({"--db", database, "-q", "-o", "out.bc"}));
    EXPECT_EQ(run.status, 0) << run.error_output;
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    EXPECT_THAT(run.error_output, HasSubstr("going on without the database"));
    EXPECT_THAT(run.output, HasSubstr(Opt()));
    EXPECT_THAT(directory.Read("out.bc"), Not(IsEmpty()));
    std::filesystem::remove(directory.path() / "out.bc");
  }
  EXPECT_EQ(directory.Read("notes.txt"), std::string(5000, 'x'));
}

TEST(AutotuneDatabase, NoDbKeepsNothing) {
  const TestDirectory directory;
  EXPECT_EQ(RunAutotune(directory, ShortRun({"--no-db"})).status, 0);
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "autotune"));
  const ProgramRun query = RunAutotune(directory, {"query", "runs"});
  EXPECT_EQ(query.status, 1);
  EXPECT_EQ(query.error_lines(), 1u);
  EXPECT_THAT(query.error_output, HasSubstr("there is no database"));
}

TEST(AutotuneDatabase, ReadersMakeNoDatabase) {
  const TestDirectory directory;
  const auto none = directory.path() / "none.db";
  const std::string empty = directory.Write("empty.db", "");
  for (const std::string& file : {none.string(), empty}) {
    const std::vector<std::vector<std::string>> readers = {
        {"query", "best", "--db", file},
        {"show", "last", "--db", file},
        {"report", "--db", file, "-o", (directory.path() / "report.html").string()},
        {"replay", kWords, "--run", "last", "--db", file},
        {"db", "merge", (directory.path() / "into.db").string(), file}};
    for (const std::vector<std::string>& reader : readers) {
      const ProgramRun run = RunAutotune(directory, reader);
      EXPECT_EQ(run.status, 1) << reader.front();
      EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
      EXPECT_THAT(run.error_output, HasSubstr("there is no database"));
    }
  }
  EXPECT_FALSE(std::filesystem::exists(none));
  EXPECT_EQ(std::filesystem::file_size(empty), 0u);
  EXPECT_FALSE(std::filesystem::exists(empty + "-wal"));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "into.db"));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "report.html"));
}

TEST(AutotuneDatabase, WrongUsageIsOneLine) {
  const TestDirectory directory;
  const std::vector<std::vector<std::string>> wrong = {{"query", "nonsense"},
                                                       {"query", "best", "x=1"},
                                                       {"query", "best", "words"},
                                                       {"query", "best", "objective=size"},
                                                       {"query", "best", "program="},
                                                       {"query", "best", "program=a", "program=b"},
                                                       {"query", "runs", "limit=abc"},
                                                       {"query", "runs", "limit=-1"},
                                                       {"query", "runs", "status=foo"},
                                                       {"query", "leaderboard", "budget=soon"},
                                                       {"query", "failures", "run=last"},
                                                       {"query", "failures", "kind=foo"},
                                                       {"query", "--sql", "SELECT 1", "best"},
                                                       {"query", "best", "--format", "xml"},
                                                       {"query", "--nonsense"},
                                                       {"query", "--sql", ""},
                                                       {"query", "best", "--db", ""},
                                                       {"show"},
                                                       {"show", "--nonsense"},
                                                       {"show", "1", "2"},
                                                       {"show", "1", "--db", ""},
                                                       {kWords, "--no-db", "--label", "x"}};
  for (const std::vector<std::string>& arguments : wrong) {
    const ProgramRun run = RunAutotune(directory, arguments);
    EXPECT_EQ(run.status, 2) << arguments.back() << run.error_output;
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
  }
  for (const std::string command : {"query", "show"}) {
    const ProgramRun help = RunAutotune(directory, {command, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.output, HasSubstr("usage: autotune " + command));
    EXPECT_THAT(help.output, HasSubstr("--db FILE"));
  }
  ASSERT_EQ(RunAutotune(directory, ShortRun()).status, 0);
  for (const auto& [run, status] : {std::pair("99", 1), std::pair("first", 2)}) {
    const ProgramRun shown = RunAutotune(directory, {"show", run});
    EXPECT_EQ(shown.status, status);
    EXPECT_EQ(shown.error_lines(), 1u);
  }
  const ProgramRun twice = RunAutotune(
      directory, {"query", "--format", "json", "--sql", "SELECT 1 AS a, 2 AS b, 3 AS a"});
  EXPECT_EQ(twice.status, 2);
  EXPECT_THAT(twice.error_output, HasSubstr("two columns are named 'a'"));
  EXPECT_EQ(twice.output, "");
  const ProgramRun limit = RunAutotune(directory, {"query", "--sql", "SELECT 1 LIMIT 'abc'"});
  EXPECT_EQ(limit.status, 2) << limit.error_output;
  const ProgramRun write = RunAutotune(directory, {"query", "--sql", "DELETE FROM run"});
  EXPECT_EQ(write.status, 2);
  EXPECT_THAT(write.error_output, HasSubstr("only read"));
}

}  // namespace
}  // namespace autotune
