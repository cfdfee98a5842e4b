// kill -9 of a leaderboard at random moments: it ends with the runs of one that was left alone.
#include <chrono>
#include <csignal>
#include <random>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/autotune_process.h"

namespace autotune {
namespace {

using std::chrono::milliseconds;

constexpr int kKills = 3;

class LeaderboardKillTest : public testing::Test {
 protected:
  LeaderboardKillTest() {
    directory_.Write("board.toml", R"(name = "board"
methods = ["beam", "greedy", "mcts", "random"]
programs = ["words.ll", "routes.ll", "lzpack.ll"]
seeds = [1, 2]
budgets = ["300ms"]
threads = 1
)");
  }

  static std::vector<std::string> Board(const std::string& database) {
    return {"leaderboard", "board.toml", "--root", EXAMPLES, "--jobs", "2", "--db", database};
  }

  std::multiset<std::string> Ask(const std::string& database, const std::string& column) const {
    const ProgramRun run =
        RunAutotune(directory_, {"query", "--db", database, "--format", "json", "--sql",
                                 "SELECT " + column +
                                     " AS what FROM run JOIN program USING "
                                     "(program) WHERE status = 'finished' OR status = 'failed'"});
    EXPECT_EQ(run.status, 0) << run.error_output;
    std::multiset<std::string> answers;
    for (const auto& row : nlohmann::json::parse(run.output)) answers.insert(row["what"]);
    return answers;
  }

  /// What each run was, and how it ended.
  std::multiset<std::string> Runs(const std::string& database) const {
    return Ask(database,
               "name || ' ' || method || ' ' || seed || ' ' || budget_seconds || ' ' || threads || "
               "' ' || status");
  }

  TestDirectory directory_;
};

TEST_F(LeaderboardKillTest, KilledAtRandomItHasTheRunsOfOneLeftAlone) {
  const auto begin = std::chrono::steady_clock::now();
  const ProgramRun whole = RunAutotune(directory_, Board("whole.db"));
  ASSERT_EQ(whole.status, 0) << whole.error_output;
  const std::multiset<std::string> planned = Runs("whole.db");
  EXPECT_EQ(planned.size(), 24u);
  const auto took =
      std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin);

  std::mt19937 random(20260131);
  std::uniform_int_distribution<> delay(0, static_cast<int>(took.count() / (kKills + 1)));
  std::set<std::string> ended;
  for (int kill = 0; kill < kKills; ++kill) {
    AutotuneProcess process(directory_, Board("killed.db"));
    if (kill == 0) {  // so that there is something to keep
      ASSERT_TRUE(process.WaitForError("[1/24]")) << directory_.Read("stderr");
    }
    std::this_thread::sleep_for(milliseconds(delay(random)));
    process.Signal(SIGKILL);
    const int status = process.Wait().status;
    // On a machine that has become faster it may be done before the last ones.
    EXPECT_TRUE(status == 1000 + SIGKILL || (kill > 0 && status == 0)) << status;
    if (!std::filesystem::exists(directory_.path() / "killed.db")) continue;
    for (const std::string& run : Ask("killed.db", "uuid")) ended.insert(run);
  }
  const ProgramRun last = RunAutotune(directory_, Board("killed.db"));
  ASSERT_EQ(last.status, 0) << last.error_output;
  EXPECT_EQ(Runs("killed.db"), planned);
  // What had ended is what there was, not made anew.
  const std::multiset<std::string> kept = Ask("killed.db", "uuid");
  EXPECT_FALSE(ended.empty());
  for (const std::string& run : ended) EXPECT_EQ(kept.count(run), 1u);
}

}  // namespace
}  // namespace autotune
