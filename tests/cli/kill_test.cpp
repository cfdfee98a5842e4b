// kill -9 of the whole program at random moments. AUTOTUNE_KILL_ROUNDS says how often.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "db/cache_file.h"
#include "db/query.h"
#include "support/autotune_process.h"
#include "support/examples.h"
#include "support/llvm_tools.h"

namespace autotune {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;

int Rounds() {
  const char* const rounds = std::getenv("AUTOTUNE_KILL_ROUNDS");
  return rounds ? std::atoi(rounds) : 5;
}

class KillTest : public testing::Test {
 protected:
  // What a killed tuner leaves becomes a child of this process.
  KillTest() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

  std::function<void()> UseTemporaryFolder() const {
    return [folder = temporary_] { setenv("TMPDIR", folder.c_str(), 1); };
  }

  /// Runs a search that would go on for long, and kills it.
  void StartAndKill(std::vector<std::string> arguments, milliseconds delay) const {
    arguments.insert(arguments.end(), {"--budget", "50s", kWords});
    AutotuneProcess process(directory_, arguments, UseTemporaryFolder());
    std::this_thread::sleep_for(delay);
    process.Signal(SIGKILL);
    EXPECT_EQ(process.Wait().status, 1000 + SIGKILL);
  }

  /// No child of this process is left, neither a worker nor an `opt`.
  static bool AllAreGone() {
    const auto end = std::chrono::steady_clock::now() + seconds(5);
    while (waitpid(-1, nullptr, WNOHANG) >= 0) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(milliseconds(5));
    }
    return true;
  }

  /// The first value of an answer; nothing where the file is not there yet or still empty.
  static std::optional<SqlValue> Ask(const std::filesystem::path& file, const FileFormat& format,
                                     const std::string& sql) {
    const auto database = Database::OpenReadOnly(file, {.format = &format});
    if (!database.ok()) {
      if (database.error().code == ErrorCode::kNotFound) return std::nullopt;
      ADD_FAILURE() << database.error().message;
      return std::nullopt;
    }
    const Result<SqlTable> table = RunQuery(**database, sql);
    if (!table.ok()) {
      ADD_FAILURE() << table.error().message;
      return std::nullopt;
    }
    return table->rows.at(0).at(0);
  }

  static std::int64_t Count(const std::filesystem::path& file, const FileFormat& format,
                            const std::string& sql) {
    const auto answer = Ask(file, format, sql);
    return answer ? std::get<std::int64_t>(*answer) : -1;
  }

  static void ExpectWhole(const std::filesystem::path& file, const FileFormat& format) {
    const auto answer = Ask(file, format, "PRAGMA integrity_check");
    if (answer) {
      EXPECT_EQ(std::get<std::string>(*answer), "ok") << file;
    }
  }

  /// The best that any run so far has found.
  std::optional<std::int64_t> Best() const {
    const auto best = Ask(database_, kDatabaseFormat, "SELECT min(value) FROM list");
    if (!best || !std::holds_alternative<std::int64_t>(*best)) return std::nullopt;
    return std::get<std::int64_t>(*best);
  }

  std::string CountByStatus() const {
    return RunAutotune(directory_,
                       {"query", "--format", "csv", "--sql",
                        "SELECT status, count(*) AS n FROM runs GROUP BY status ORDER BY status"})
        .output;
  }

  const TestDirectory directory_;
  const std::filesystem::path database_ = directory_.path() / "autotune/autotune.db";
  const std::filesystem::path cache_ = directory_.path() / "autotune/evaluations.db";
  const std::filesystem::path temporary_ = [this] {
    const std::filesystem::path folder = directory_.path() / "tmp";
    std::filesystem::create_directory(folder);
    return folder;
  }();
};

TEST_F(KillTest, LeavesWholeFilesAndNoProcessAndTheNextRunGoesOn) {
  std::mt19937 random(20260131);
  std::uniform_int_distribution<> delay(0, 3000);
  for (int round = 0; round < Rounds(); ++round) {
    const int milliseconds_lived = delay(random);
    SCOPED_TRACE(testing::Message() << "round " << round << ", " << milliseconds_lived << " ms");
    StartAndKill({"-q", "--seed", std::to_string(round)}, milliseconds(milliseconds_lived));
    EXPECT_TRUE(AllAreGone());
    ExpectWhole(database_, kDatabaseFormat);
    ExpectWhole(cache_, kCacheFormat);
    const std::optional<std::int64_t> best = Best();

    const ProgramRun next = RunAutotune(
        directory_,
        {"-q", "--method", "greedy", "--max-evals", "2000", "--json", "report.json", kWords},
        UseTemporaryFolder());
    ASSERT_EQ(next.status, 0) << next.error_output;
    EXPECT_EQ(next.error_output, "");
    EXPECT_TRUE(std::filesystem::is_empty(temporary_));
    const json report = json::parse(directory_.Read("report.json"));
    if (best) {
      // What `opt` makes of a list may be better than what the search makes of it, or worse.
      EXPECT_LE(std::min(report["curve"].back()[2].get<std::int64_t>(),
                         report["instructions"]["best"].get<std::int64_t>()),
                *best);
    }
  }
  // Each was marked by the one that came next.
  const std::int64_t killed =
      Count(database_, kDatabaseFormat, "SELECT count(*) FROM run WHERE status = 'interrupted'");
  ASSERT_GT(killed, 0);
  EXPECT_EQ(CountByStatus(), "status,n\nfinished," + std::to_string(Rounds()) + "\ninterrupted," +
                                 std::to_string(killed) + "\n");
}

// A random search hardly tries a list twice, so that each evaluation becomes a row of the cache.
// The database says how many there were a second before the end, or later.
TEST_F(KillTest, LosesTheLastSecondAtMost) {
  AutotuneProcess process(directory_, {"--method", "random", "--budget", "50s", "-v", kWords});
  ASSERT_TRUE(process.WaitForError("proved "));  // what comes next is the search
  std::this_thread::sleep_for(milliseconds(4300));
  process.Signal(SIGKILL);
  EXPECT_EQ(process.Wait().status, 1000 + SIGKILL);
  const std::int64_t made = Count(database_, kDatabaseFormat, "SELECT evaluations FROM run");
  ASSERT_GT(made, 0);
  // These took three seconds or more.
  EXPECT_GE(Count(cache_, kCacheFormat, "SELECT count(*) FROM evaluation"), made * 2 / 3);
}

TEST_F(KillTest, TwoTunersShareTheirFiles) {
  const TestDirectory directories[2];
  std::vector<std::unique_ptr<AutotuneProcess>> tuners;
  for (const TestDirectory& directory : directories) {
    tuners.push_back(std::make_unique<AutotuneProcess>(
        directory,
        std::vector<std::string>{"-q", "--budget", "4s", "--db", database_, "--cache", cache_,
                                 "--seed", std::to_string(tuners.size()), kWords}));
  }
  for (const auto& tuner : tuners) {
    const ProgramRun run = tuner->Wait();
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.error_output, "");
    EXPECT_THAT(run.output, HasSubstr(Opt(" ")));
  }
  ExpectWhole(database_, kDatabaseFormat);
  ExpectWhole(cache_, kCacheFormat);
  EXPECT_EQ(CountByStatus(), "status,n\nfinished,2\n");
}

}  // namespace
}  // namespace autotune
