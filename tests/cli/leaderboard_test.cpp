#include <chrono>
#include <csignal>
#include <filesystem>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "db/level_table.h"
#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kTiny = R"(name = "tiny"
methods = ["greedy", "local"]
programs = ["words.ll", "routes.ll"]
seeds = [1, 2]
budgets = ["700ms"]
threads = 1
)";

std::vector<std::string> Leaderboard(std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"leaderboard", "tiny.toml", "--root", EXAMPLES};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// The runs of the experiment, whatever became of them.
std::multiset<std::string> Runs(const TestDirectory& directory, const std::string& database) {
  const ProgramRun run = RunAutotune(
      directory, {"query", "--db", database, "--format", "json", "--sql",
                  "SELECT name || ' ' || method || ' ' || seed || ' ' || status AS what FROM runs "
                  "WHERE experiment = 'tiny'"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  std::multiset<std::string> runs;
  for (const json& row : json::parse(run.output)) runs.insert(row["what"]);
  return runs;
}

std::multiset<std::string> Planned() {
  std::multiset<std::string> runs;
  for (const std::string program : {"words.ll", "routes.ll"}) {
    for (const std::string method : {"greedy", "local"}) {
      for (const std::string seed : {"1", "2"}) {
        runs.insert(program + " " + method + " " + seed + " finished");
      }
    }
  }
  return runs;
}

TEST(LeaderboardCommand, KilledAndStartedAgainItHasEachRunOnce) {
  const TestDirectory directory;
  directory.Write("tiny.toml", kTiny);
  for (const char* moment : {"[1/8]", "[4/8]"}) {
    AutotuneProcess killed(directory, Leaderboard({"--db", "r.db"}));
    ASSERT_TRUE(killed.WaitForError(moment)) << directory.Read("stderr");
    std::this_thread::sleep_for(300ms);  // into the next run
    killed.Signal(SIGKILL);
    EXPECT_EQ(killed.Wait().status, 1000 + SIGKILL);
  }
  const ProgramRun rest = RunAutotune(directory, Leaderboard({"--db", "r.db", "--format", "json"}));
  EXPECT_EQ(rest.status, 0) << rest.error_output;
  EXPECT_THAT(rest.error_output, HasSubstr("[8/8]"));
  EXPECT_THAT(rest.error_output, Not(HasSubstr("looked at"))) << "it knows the levels";
  EXPECT_EQ(Runs(directory, "r.db"), Planned());
  const json board = json::parse(rest.output)["boards"][0];
  EXPECT_EQ(board["compared_runs"], 4);
  EXPECT_EQ(board["programs"].size(), 2u);

  const ProgramRun again =
      RunAutotune(directory, Leaderboard({"--db", "r.db", "--format", "json"}));
  EXPECT_EQ(again.output, rest.output);
  EXPECT_EQ(Runs(directory, "r.db"), Planned());
}

TEST(LeaderboardCommand, StoppedItLeavesNothingHalf) {
  const TestDirectory directory;
  directory.Write("tiny.toml", kTiny);
  AutotuneProcess stopped(directory, Leaderboard({"--db", "r.db", "--jobs", "2"}));
  ASSERT_TRUE(stopped.WaitForError("[2/8]")) << directory.Read("stderr");
  std::this_thread::sleep_for(300ms);
  stopped.Signal(SIGINT);
  const ProgramRun run = stopped.Wait();
  EXPECT_EQ(run.status, 130) << run.error_output;
  EXPECT_THAT(run.error_output, HasSubstr("the same command goes on"));
  const std::multiset<std::string> planned = Planned();
  const std::multiset<std::string> done = Runs(directory, "r.db");
  EXPECT_LT(done.size(), planned.size());
  for (const std::string& what : done) EXPECT_TRUE(planned.contains(what)) << what;
}

TEST(LeaderboardCommand, ShardsMakeTheWholeOnceMerged) {
  const TestDirectory directory;
  directory.Write("tiny.toml", kTiny);
  for (const std::string part : {"1", "2"}) {
    const ProgramRun run = RunAutotune(
        directory, Leaderboard({"--db", part + ".db", "--shard", part + "/2", "--jobs", "2"}));
    EXPECT_EQ(run.status, 0) << run.error_output;
    EXPECT_EQ(Runs(directory, part + ".db").size(), 4u);
  }
  const ProgramRun incomplete = RunAutotune(directory, {"db", "merge", "all.db", "1.db", "3.db"});
  EXPECT_EQ(incomplete.status, 1);
  EXPECT_EQ(incomplete.output, "");
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "all.db"));
  for (int i = 0; i < 2; ++i) {
    const ProgramRun merged = RunAutotune(directory, {"db", "merge", "all.db", "1.db", "2.db"});
    EXPECT_EQ(merged.status, 0) << merged.error_output;
    EXPECT_EQ(Runs(directory, "all.db"), Planned());
  }
  const ProgramRun whole =
      RunAutotune(directory, Leaderboard({"--db", "all.db", "--no-run", "--format", "json"}));
  EXPECT_EQ(json::parse(whole.output)["boards"][0]["compared_runs"], 4);
}

TEST(LeaderboardCommand, GoesOnWithoutAProgramThatCantBeUsed) {
  const TestDirectory directory;
  std::filesystem::copy_file(kWords, directory.path() / "words.ll");
  directory.Write("broken.ll", "define i32 @f(");
  std::string config = kTiny;
  config.replace(config.find("\"words.ll\", \"routes.ll\""), 23, "\"broken.ll\", \"words.ll\"");
  directory.Write("tiny.toml", config);
  const ProgramRun run = RunAutotune(
      directory, {"leaderboard", "tiny.toml", "--db", "r.db", "--jobs", "2", "--format", "json"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("looked at 2/2: "));
  EXPECT_THAT(run.error_output, HasSubstr("warning: broken.ll is left out: can't read"));
  EXPECT_THAT(run.error_output, HasSubstr("[4/4] ")) << "what is left out is not waited for";
  EXPECT_THAT(run.error_output,
              HasSubstr("error: 4 of 8 runs left no result, 4 on programs left out\n"));
  EXPECT_EQ(Runs(directory, "r.db").size(), 4u);
  EXPECT_EQ(json::parse(run.output)["boards"][0]["compared_runs"], 2);
}

TEST(LeaderboardCommand, GoesOnWithoutWhatIsNoFileToRead) {
  const TestDirectory directory;
  std::filesystem::copy_file(kWords, directory.path() / "words.ll");
  directory.Write("empty.ll", "");
  std::filesystem::create_directory(directory.path() / "folder.ll");
  directory.Write("tiny.toml", R"(name = "tiny"
methods = ["greedy"]
programs = ["none.ll", "*.ll"]
seeds = [1]
budgets = ["300ms"]
threads = 1
)");
  const ProgramRun run = RunAutotune(
      directory, {"leaderboard", "tiny.toml", "--db", "r.db", "--jobs", "2", "--format", "json"});
  EXPECT_EQ(run.status, 1);
  for (const std::string program : {"none.ll", "empty.ll", "folder.ll"}) {
    EXPECT_THAT(run.error_output, HasSubstr("warning: " + program + " is left out: can't read"));
  }
  EXPECT_THAT(run.error_output, HasSubstr("error: 3 of 4 runs left no result"));
  EXPECT_EQ(Runs(directory, "r.db").size(), 1u);
  const json board = json::parse(run.output)["boards"][0];
  EXPECT_EQ(board["compared_runs"], 1);
  EXPECT_EQ(board["all_programs"], 4);
  EXPECT_EQ(board["programs_without_run"], (json{"none.ll", "empty.ll", "folder.ll"}));
  const ProgramRun table =
      RunAutotune(directory, {"leaderboard", "tiny.toml", "--db", "r.db", "--no-run"});
  EXPECT_THAT(table.output, HasSubstr("1 of 4 programs, 1 runs of each method"));
  EXPECT_THAT(table.output, HasSubstr("Of 3 of the 4 programs there is no run"));
}

TEST(LeaderboardCommand, LooksForOptBeforeItBegins) {
  const TestDirectory directory;
  directory.Write("tiny.toml", kTiny);
  const auto error = [&] {
    const ProgramRun run = RunAutotune(directory, Leaderboard({"--db", "r.db"}),
                                       [&] { setenv("PATH", directory.path().c_str(), 1); });
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.error_lines(), 1u) << run.error_output;
    EXPECT_TRUE(Runs(directory, "r.db").empty());
    return run.error_output;
  };
  EXPECT_THAT(error(), HasSubstr("cannot run '" + Opt() + "'"));
  directory.WriteScript(Opt(), "echo no library >&2; exit 127");
  EXPECT_THAT(error(),
              HasSubstr("'" + Opt(" --version") + "' ended with exit code 127: no library"));
}

constexpr const char* kTwo = R"(name = "tiny"
methods = ["greedy"]
programs = ["p.ll", "q.ll"]
seeds = [1]
budgets = ["300ms"]
threads = 1
)";

TEST(LeaderboardCommand, KnowsTheRunsOfAProgramThatIsGone) {
  const TestDirectory directory;
  std::filesystem::copy_file(kWords, directory.path() / "p.ll");
  std::filesystem::copy_file(kRoutes, directory.path() / "q.ll");
  directory.Write("tiny.toml", kTwo);
  const std::vector<std::string> board = {"leaderboard", "tiny.toml", "--db", "r.db", "--no-run"};
  const ProgramRun run =
      RunAutotune(directory, {"leaderboard", "tiny.toml", "--db", "r.db", "--format", "md"});
  EXPECT_EQ(run.status, 0) << run.error_output;
  EXPECT_EQ(RunAutotune(directory, board).output, run.output);
  std::filesystem::remove(directory.path() / "q.ll");
  EXPECT_EQ(RunAutotune(directory, board).output, run.output);
}

TEST(LeaderboardCommand, SaysThatAProgramHasChangedMeanwhile) {
  const TestDirectory directory;
  for (const char* name : {"p.ll", "q.ll"}) {
    std::filesystem::copy_file(kWords, directory.path() / name);
  }
  directory.Write("q.ll", directory.Read("p.ll") + "; another\n");
  std::string config = kTwo;
  config.replace(config.find("300ms"), 5, "2s");  // time for the edit
  directory.Write("tiny.toml", config);
  AutotuneProcess board(directory, {"leaderboard", "tiny.toml", "--db", "r.db"});
  ASSERT_TRUE(board.WaitForError("looked at 2/2")) << directory.Read("stderr");
  directory.Write("q.ll", directory.Read("p.ll") + "; edited\n");
  const ProgramRun run = board.Wait();
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.error_output, HasSubstr("has changed since the leaderboard began"));
  EXPECT_THAT(run.error_output,
              HasSubstr("1 of 2 runs left no result; the same command tries them again"));
}

/// What a file was before is another program.
TEST(LeaderboardCommand, TheTableIsOfTheProgramsAsTheyAre) {
  const TestDirectory directory;
  std::filesystem::copy_file(kWords, directory.path() / "p.ll");
  directory.Write("tiny.toml", R"(name = "tiny"
methods = ["greedy"]
programs = ["p.ll"]
seeds = [1]
budgets = ["300ms"]
threads = 1
)");
  const auto programs = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"leaderboard", "tiny.toml", "--db",
                                      "r.db",        "--format",  "json"};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramRun run = RunAutotune(directory, words);
    EXPECT_EQ(run.status, 0) << run.error_output;
    const json boards = json::parse(run.output)["boards"];
    return boards.empty() ? 0 : boards[0]["all_programs"].get<int>();
  };
  EXPECT_EQ(programs({}), 1);
  directory.Write("p.ll", directory.Read("p.ll") + "; edited\n");
  EXPECT_EQ(programs({"--no-run"}), 0);
  EXPECT_EQ(programs({}), 1);
  EXPECT_EQ(Runs(directory, "r.db").size(), 2u);
  // Where the database has been brought from other hosts there may be no programs.
  EXPECT_EQ(programs({"--no-run", "--root", "/none"}), 2);
}

TEST(LeaderboardCommand, GoesOnWithoutAProgramThatItsDataSetHasOtherwise) {
  const TestDirectory directory;
  ASSERT_EQ(RunAutotune(directory, {"dataset", "add", "./set", kWords, kRoutes}).status, 0);
  directory.Write("set/added/routes.ll", "define void @f() {\n  ret void\n}\n");
  std::string config = kTiny;
  config.replace(config.find("\"words.ll\", \"routes.ll\""), 23, "\"dataset:./set\"");
  directory.Write("tiny.toml", config);
  for (int i = 0; i < 2; ++i) {
    const ProgramRun run = RunAutotune(directory, {"leaderboard", "tiny.toml", "--db", "r.db"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.error_output, HasSubstr("warning: routes.ll is left out: "));
    EXPECT_THAT(run.error_output, HasSubstr("has changed since its data set was built"));
    EXPECT_THAT(run.error_output, HasSubstr("error: 4 of 8 runs left no result"));
    EXPECT_EQ(Runs(directory, "r.db").size(), 4u);
  }
}

TEST(LeaderboardCommand, OneAtATimeWorksOnADatabase) {
  const TestDirectory directory;
  directory.Write("tiny.toml", kTiny);
  AutotuneProcess first(directory, Leaderboard({"--db", "r.db"}));
  ASSERT_TRUE(first.WaitForError("[1/8]")) << directory.Read("stderr");
  const TestDirectory elsewhere;
  elsewhere.Write("tiny.toml", kTiny);
  const ProgramRun second =
      RunAutotune(elsewhere, Leaderboard({"--db", directory.path() / "r.db"}));
  EXPECT_EQ(second.status, 2);
  EXPECT_THAT(second.error_output, HasSubstr("another process holds"));
  EXPECT_EQ(second.error_lines(), 1u);
}

TEST(LeaderboardCommand, SaysWhatIsWrongInOneLine) {
  const TestDirectory directory;
  directory.Write("tiny.toml", "name = \"tiny\"\nmethod = \"greedy\"\n");
  const ProgramRun wrong = RunAutotune(directory, Leaderboard());
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.error_output, HasSubstr("tiny.toml:2: unknown key 'method'"));
  EXPECT_EQ(wrong.error_lines(), 1u);
  const ProgramRun missing = RunAutotune(directory, {"leaderboard", "none.toml"});
  EXPECT_THAT(missing.error_output, HasSubstr("there is no file 'none.toml'"));
  const ProgramRun folder = RunAutotune(directory, {"leaderboard", "."});
  EXPECT_EQ(folder.status, 1);
  EXPECT_THAT(folder.error_output, HasSubstr("'.' is a directory"));
  const ProgramRun shard = RunAutotune(directory, Leaderboard({"--shard", "3/2"}));
  EXPECT_EQ(shard.status, 2);
  EXPECT_THAT(shard.error_output, HasSubstr("'3/2' is no I/N"));
}

/// Nothing is known from other runs: neither lists to begin with nor evaluations.
TEST(LeaderboardCommand, ARunOfAnExperimentBeginsWithNothing) {
  const TestDirectory directory;
  const std::vector<std::string> run = {"--method", "evolution", "--max-evals",
                                        "500",      "--verbose", kWords};
  const auto with = [&](const char* flag) {
    std::vector<std::string> arguments = run;
    arguments.insert(arguments.begin(), flag);
    return RunAutotune(directory, arguments);
  };
  ASSERT_EQ(RunAutotune(directory, run).status, 0);
  const ProgramRun fair = with("--experiment=fair");
  EXPECT_EQ(fair.status, 0) << fair.error_output;
  EXPECT_THAT(fair.error_output, HasSubstr("searched: 0 of 500 evaluations were remembered"));
  const ProgramRun twice = with("--experiment=fair");
  EXPECT_EQ(twice.status, 1);
  EXPECT_THAT(twice.error_output, HasSubstr("error: experiment 'fair' has this run already"));
  EXPECT_EQ(twice.output, "");
  // But for the proof of the level, which is none of the method's.
  EXPECT_THAT(fair.error_output, HasSubstr("] proved Oz "));
  const ProgramRun other = with("--experiment=other");
  EXPECT_THAT(other.error_output, HasSubstr("] remembered the proof of Oz "));
  const std::string line = fair.output.substr(fair.output.find(Opt(" -passes=")));
  EXPECT_THAT(other.output, testing::EndsWith(line));
}

/// `f` gives 0, if both functions are inlined. They are too large for -Oz.
std::string BestAtOs() {
  std::string ir;
  for (const std::string name : {"g", "h"}) {
    ir += "define i32 @" + name + "(i32 %v0) {\n";
    for (int i = 0; i < 20; ++i) {
      ir += fmt::format("  %v{} = {} i32 %v{}, {}\n", i + 1, i % 2 ? "mul" : "xor", i, 7 * i + 3);
    }
    ir += "  ret i32 %v20\n}\n";
  }
  return ir + R"(define i32 @f(i32 %x) {
  %a = call i32 @g(i32 %x)
  %b = call i32 @h(i32 %x)
  %d = sub i32 %a, %b
  ret i32 %d
})";
}

/// What `sql` gives in r.db.
json Query(const TestDirectory& directory, const std::string& sql) {
  return json::parse(
      RunAutotune(directory, {"query", "--db", "r.db", "--format", "json", "--sql", sql}).output);
}

/// Object files are made of the two -Oz alone.
TEST(LeaderboardCommand, ARememberedProofHasAnObjectSize) {
  const TestDirectory directory;
  directory.Write("zero.ll", BestAtOs());
  const auto tune = [&](const char* seed) {
    const ProgramRun run = RunAutotune(directory, {"--experiment=e", "--seed", seed, "--max-evals",
                                                   "1", "--db", "r.db", "zero.ll"});
    ASSERT_EQ(run.status, 0) << run.error_output;
    EXPECT_THAT(run.output, HasSubstr("the result is Os"));
  };
  tune("1");
  tune("2");
  // There may have been no time to measure it.
  const json key = Query(directory, "SELECT program, toolchain, opt FROM level_proof").at(0);
  const LevelProofKey stored{.program = FromHex(key["program"].get<std::string>()).value(),
                             .toolchain = FromHex(key["toolchain"].get<std::string>()).value(),
                             .opt = key["opt"]};
  {
    const auto database = Database::Open(directory.path() / "r.db");
    ASSERT_TRUE(database.ok());
    StoredLevelProof proof = ReadLevelProof(**database, stored)->value();
    proof.baseline.cost.object_size.reset();
    ASSERT_TRUE(KeepLevelProof(**database, stored, proof).ok());
  }
  tune("3");
  const json rows =
      Query(directory, "SELECT text_bytes, data_bytes FROM list WHERE verified = 1 ORDER BY run");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_GT(rows[0]["text_bytes"], 0);
  EXPECT_EQ(rows[1], rows[0]) << "of the proof that the first run stored";
  EXPECT_EQ(rows[2], rows[0]) << "of one that was made again";
}

}  // namespace
}  // namespace autotune
