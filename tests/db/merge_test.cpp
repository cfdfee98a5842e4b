#include "db/merge.h"

#include <chrono>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/build_table.h"
#include "db/sample_runs.h"
#include "support/child_process.h"

namespace autotune {
namespace {

/// Another host's database beside the test's own.
class MergeTest : public ResultsTest {
 protected:
  MergeReport Merge() {
    const Result<MergeReport> report = MergeResults(*database_, file_, other_file_);
    EXPECT_TRUE(report.ok()) << (report.ok() ? "" : report.error().message);
    return report.ok() ? *report : MergeReport();
  }

  RunId AddToOther(const RunDescription& description, const RunResult& result) {
    const Result<RunId> run = other_results_.StartRun(description);
    EXPECT_TRUE(run.ok() && other_results_.FinishRun(*run, result).ok());
    return run.ok() ? *run : 0;
  }

  /// As if its runs had given no sign of life for long.
  static void Silence(Database& database) {
    const Status status = database.Write([](SQLite::Database& connection) {
      connection.exec("UPDATE run SET seen_at = '2020-01-01T00:00:00Z'");
      return Status();
    });
    EXPECT_TRUE(status.ok());
  }

  static RunDescription OfExperiment(std::uint64_t program) {
    RunDescription run = RunOf(program);
    run.experiment = "night";
    return run;
  }

  const std::filesystem::path other_file_ = folder_.path() / "other.db";
  std::unique_ptr<Database> other_ = *Database::Open(other_file_);
  ResultsDb other_results_{*other_};
};

TEST_F(MergeTest, ARunComesWithAllThatBelongsToIt) {
  Add(RunOf(1), Finished(160, {"mine"}));  // so that runs and passes have other numbers there
  RunDescription description = RunOf(2);
  description.code_model = "static";
  const Result<RunId> run = other_results_.StartRun(description);
  ASSERT_TRUE(run.ok());
  ASSERT_TRUE(other_results_.AddProgress(*run, 7, {{1.5, 5, {"b"}, {170, {}}}}).ok());
  RunResult result = Finished(150, {"b", "a"});
  result.uses = {{.pass = "a", .applied = 3, .changed = 1, .failures = {{"crash", 2}}}};
  result.list->plan = R"({"phases": []})";
  result.list->delivery = R"({"code_options": []})";
  ASSERT_TRUE(other_results_.FinishRun(*run, result).ok());

  EXPECT_EQ(Merge().added, 1u);
  EXPECT_EQ(AskOne("SELECT best || code_model FROM runs WHERE name = 'p2.bc'"), Str("150static"));
  EXPECT_EQ(AskOne("SELECT code_model FROM program WHERE name = 'p2.bc'"), Str("static"));
  EXPECT_EQ(AskOne("SELECT value FROM improvement JOIN runs USING (run) WHERE name = 'p2.bc'"),
            Int(170));
  EXPECT_EQ(AskOne("SELECT group_concat(text) FROM (SELECT text FROM list_pass JOIN pass USING "
                   "(pass) JOIN runs USING (run) WHERE name = 'p2.bc' ORDER BY position)"),
            Str("b,a"));
  EXPECT_EQ(AskOne("SELECT text FROM plan JOIN runs USING (run) WHERE name = 'p2.bc'"),
            Str(R"({"phases": []})"));
  EXPECT_EQ(AskOne("SELECT text FROM delivery JOIN runs USING (run) WHERE name = 'p2.bc'"),
            Str(R"({"code_options": []})"));
  EXPECT_EQ(AskOne("SELECT applied FROM pass_use JOIN pass USING (pass) WHERE text = 'a'"), Int(3));
  EXPECT_EQ(AskOne("SELECT count FROM failures WHERE pass = 'a'"), Int(2));
}

TEST_F(MergeTest, OnceMoreAddsNothing) {
  AddToOther(RunOf(1), Finished(160, {"a"}));
  AddToOther(OfExperiment(1), Finished(150, {"a"}));
  EXPECT_EQ(Merge().added, 2u);
  const MergeReport again = Merge();
  EXPECT_EQ(again.added, 0u);
  EXPECT_EQ(again.known, 2u);
  EXPECT_EQ(AskOne("SELECT count(*) FROM run"), Int(2));
  EXPECT_EQ(AskOne("SELECT count(*) FROM list"), Int(2));
}

TEST_F(MergeTest, TheSameRunOfAnExperimentStaysAsItIs) {
  Add(OfExperiment(1), Finished(160, {"a"}));
  AddToOther(OfExperiment(1), Finished(150, {"b"}));
  AddToOther(OfExperiment(2), Finished(140, {"b"}));
  const MergeReport report = Merge();
  EXPECT_EQ(report.added, 1u);
  EXPECT_EQ(report.known, 1u);
  EXPECT_EQ(AskOne("SELECT best FROM runs WHERE name = 'p1.bc'"), Int(160));
}

TEST_F(MergeTest, WhatIsNotOverStaysBehind) {
  ASSERT_TRUE(other_results_.StartRun(RunOf(1)).ok());
  RunResult interrupted = Finished(160, {"a"});
  interrupted.status = RunStatus::kInterrupted;
  AddToOther(OfExperiment(2), interrupted);
  AddToOther(RunOf(3), interrupted);
  const MergeReport report = Merge();
  EXPECT_EQ(report.unfinished, 2u);
  EXPECT_EQ(report.added, 1u);
  EXPECT_EQ(AskOne("SELECT name FROM runs"), Str("p3.bc"));
}

TEST_F(MergeTest, ARunThatDiedGivesWayToOneThatWasMadeAgain) {
  const RunId dead = Start(OfExperiment(1));
  ASSERT_TRUE(results_.AddProgress(dead, 7, {{1.5, 5, {"b"}, {170, {}}}}).ok());
  AddToOther(OfExperiment(1), Finished(150, {"b"}));
  EXPECT_EQ(Merge().known, 1u);  // it may be alive

  Silence(*database_);
  EXPECT_EQ(Merge().added, 1u);
  EXPECT_EQ(AskOne("SELECT status || ' ' || best FROM runs"), Str("finished 150"));
  EXPECT_EQ(AskOne("SELECT count(*) FROM improvement"), Int(0));
  EXPECT_EQ(Merge().known, 1u);
}

TEST_F(MergeTest, AnInterruptedRunGivesWayToAFinishedOneAlone) {
  RunResult interrupted = Finished(160, {"a"});
  interrupted.status = RunStatus::kInterrupted;
  Add(OfExperiment(1), interrupted);
  AddToOther(OfExperiment(1), interrupted);
  EXPECT_EQ(Merge().unfinished, 1u);
  EXPECT_EQ(AskOne("SELECT status FROM runs"), Str("interrupted"));
}

/// It had been silent when it was taken, behind a locked file or stopped by its user.
TEST_F(MergeTest, ARunThatWentOnAfterItWasTakenIsTakenAgain) {
  const Result<RunId> run = other_results_.StartRun(RunOf(1));
  ASSERT_TRUE(run.ok());
  Silence(*other_);
  EXPECT_EQ(Merge().added, 1u);
  EXPECT_EQ(AskOne("SELECT status FROM runs"), Str("interrupted"));
  ASSERT_TRUE(other_results_.FinishRun(*run, Finished(160, {"a"})).ok());
  EXPECT_EQ(Merge().added, 1u);
  EXPECT_EQ(AskOne("SELECT status || ' ' || best FROM runs"), Str("finished 160"));
  EXPECT_EQ(Merge().known, 1u);
}

/// The merged database may have been in use for a day meanwhile.
TEST_F(MergeTest, ARunThatWasMarkedMeanwhileIsTakenAgain) {
  const Result<RunId> run = other_results_.StartRun(RunOf(1));
  ASSERT_TRUE(run.ok());
  Silence(*other_);
  EXPECT_EQ(Merge().added, 1u);
  Start(RunOf(2));  // marks silent runs
  ASSERT_TRUE(other_results_.FinishRun(*run, Finished(160, {"a"})).ok());
  EXPECT_EQ(Merge().added, 1u);
  EXPECT_EQ(AskOne("SELECT status || ' ' || best FROM runs WHERE best IS NOT NULL"),
            Str("finished 160"));
}

TEST_F(MergeTest, LevelsComeAlong) {
  ASSERT_TRUE(
      KeepBaselines(*other_, {1, 1}, kToolchain, {{"Oz", {"default<Oz>", {2, 2}, {200, {}}}}})
          .ok());
  Merge();
  EXPECT_EQ(AskOne("SELECT instructions FROM baseline"), Int(200));
}

TEST_F(MergeTest, AnExperimentIsKeptAlone) {
  Add(RunOf(1), Finished(160, {"a"}));
  Add(OfExperiment(2), Finished(150, {"b"}));
  RunDescription other = RunOf(3);
  other.experiment = "day";
  Add(other, Finished(140, {"c"}));
  StoredBuild build;
  build.files.emplace_back().path = "a.o";
  build.files.back().answer = "{}";
  ASSERT_TRUE(AddBuild(*database_, build).ok());
  StoreLevels(2);
  const Status kept = KeepExperimentAlone(*database_, "night");
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  EXPECT_EQ(AskOne("SELECT name || ' ' || best || ' ' || oz FROM runs"), Str("p2.bc 150 200"));
  EXPECT_EQ(AskOne("SELECT count(*) FROM list_pass"), Int(1));
  EXPECT_EQ(AskOne("SELECT (SELECT count(*) FROM build) + (SELECT count(*) FROM build_file) + "
                   "(SELECT count(*) FROM build_answer)"),
            Int(0));
}

TEST_F(MergeTest, AnExportHasTheBestListsAndNothingOfTheirMachine) {
  RunDescription description = RunOf(1);
  description.label = "mine";
  description.process = "host 1";
  description.options =
      R"({"check": "./secret", "whole_program": {"kept": "main", "given": "/p"}})";
  const RunId run = Start(description);
  ASSERT_TRUE(results_.AddProgress(run, 7, {{1.5, 5, {"b"}, {170, {}}}}).ok());
  RunResult result = Finished(150, {"b", "a"});
  result.uses = {{.pass = "c", .applied = 3, .changed = 1, .failures = {}}};
  ASSERT_TRUE(results_.FinishRun(run, result).ok());
  StoreLevels(1);
  Add(RunOf(1), Finished(160, {"d"}));
  Add(OfExperiment(2), Finished(100, {"e"}));
  const std::filesystem::path file = folder_.path() / "lists.db";
  EXPECT_EQ(*ExportLists(**Database::Open(file), file_), 1u);

  EXPECT_EQ(MergeResults(*other_, other_file_, file)->added, 1u);
  const auto ask = [this](const std::string& sql) {
    const Result<SqlTable> table = RunQuery(*other_, sql);
    EXPECT_TRUE(table.ok() && table->rows.size() == 1) << sql;
    return table.ok() ? table->rows.at(0).at(0) : SqlValue();
  };
  EXPECT_EQ(ask("SELECT pipeline || ' ' || best || ' ' || oz FROM best_list"), Str("b,a 150 200"));
  EXPECT_EQ(ask("SELECT group_concat(text) FROM (SELECT text FROM list_pass JOIN pass USING (pass) "
                "ORDER BY position)"),
            Str("b,a"));
  EXPECT_EQ(ask("SELECT path || cpu || coalesce(label, '') || coalesce(process, '') FROM run JOIN "
                "program USING (program)"),
            Str("p1.bc"));
  EXPECT_EQ(ask("SELECT options FROM run"), Str(R"({"whole_program":{"kept":"main"}})"));
  EXPECT_EQ(ask("SELECT (SELECT count(*) FROM improvement) + (SELECT count(*) FROM pass_use)"),
            Int(0));
  EXPECT_EQ(ask("SELECT count(*) FROM pass"), Int(2));
  // Where it comes from it adds nothing.
  EXPECT_EQ(MergeResults(*database_, file_, file)->known, 1u);
}

TEST_F(MergeTest, AnExportHasALevelThatIsAResult) {
  RunResult result = Finished(150, {});
  result.list->pipeline = "default<O1>";
  result.list->level = "O1";
  Add(RunOf(1), result);
  result.list->level = "Oz";
  Add(RunOf(2), result);
  const std::filesystem::path file = folder_.path() / "lists.db";
  EXPECT_EQ(*ExportLists(**Database::Open(file), file_), 1u);
  EXPECT_EQ(MergeResults(*other_, other_file_, file)->added, 1u);
}

TEST_F(MergeTest, AnExportHasTheBestListThatIsNoPlan) {
  RunResult plan = Finished(140, {"autotune-plan<plan.json>"});
  plan.list->plan = R"({"phases": []})";
  Add(RunOf(1), plan);
  Add(RunOf(1), Finished(150, {"b"}));
  const std::filesystem::path file = folder_.path() / "lists.db";
  EXPECT_EQ(*ExportLists(**Database::Open(file), file_), 1u);
  EXPECT_EQ(MergeResults(*other_, other_file_, file)->added, 1u);
  const auto best = other_results_.BestProvedList({1, 2}, Objective::kIrInstructions, kToolchain);
  ASSERT_TRUE(best.ok() && *best);
  EXPECT_EQ((*best)->pipeline, "b");
}

/// As after an update that names IR otherwise, on one machine and later on the other.
TEST_F(MergeTest, AProgramHasTheNameOfItsIrThatTheLastRunGave) {
  Add(RunOf(1), Finished(160, {"a"}));
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // times are whole seconds
  RunDescription renamed = RunOf(1);
  renamed.program.ir = {55, 2};
  AddToOther(renamed, Finished(150, {"b"}));
  Merge();
  const auto best = results_.BestProvedList({55, 2}, Objective::kIrInstructions, kToolchain);
  ASSERT_TRUE(best.ok() && *best);
  EXPECT_EQ((*best)->pipeline, "b");
}

/// Its writers would lose what they have to say.
TEST_F(MergeTest, LeavesTheOtherDatabaseToItsWriters) {
  AddToOther(RunOf(1), Finished(160, {"a"}));
  const Status status = other_->Write([this](SQLite::Database&) {
    EXPECT_EQ(Merge().added, 1u);
    return Status();
  });
  EXPECT_TRUE(status.ok());
}

TEST_F(MergeTest, NeedsAnotherFileThatIsThere) {
  const Result<MergeReport> itself = MergeResults(*database_, file_, file_);
  ASSERT_FALSE(itself.ok());
  EXPECT_EQ(itself.error().code, ErrorCode::kInvalidArgument);
  const Result<MergeReport> nothing = MergeResults(*database_, file_, folder_.path() / "none.db");
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "none.db"));
}

TEST_F(MergeTest, ReadsAFileInAReadOnlyFolder) {
  const std::filesystem::path folder = folder_.path() / "read only";
  const std::filesystem::path odd = folder / "50% #1?mode=rw.db";
  AddToOther(RunOf(1), Finished(160, {"a"}));
  other_.reset();  // the last connection takes the files beside the database with it
  database_.reset();
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file(other_file_, odd);
  chmod(odd.c_str(), 0444);
  chmod(folder.c_str(), 0555);
  for (const auto& file : {folder_.path(), file_}) chmod(file.c_str(), 0777);
  const pid_t child = Spawn([&] {
    if (geteuid() == 0 && setuid(65534) != 0) return 2;  // nothing is read-only to root
    const auto into = Database::Open(file_);
    if (!into.ok() || !MergeResults(**into, file_, odd).ok()) return 1;
    const auto lists = Database::Open(folder_.path() / "lists.db");
    return lists.ok() && ExportLists(**lists, odd).ok() ? 0 : 1;
  });
  EXPECT_EQ(ExitCode(child), 0);
  chmod(folder.c_str(), 0755);
  database_ = Open();
  EXPECT_EQ(AskOne("SELECT count(*) FROM run"), Int(1));
}

TEST_F(MergeTest, BlamesTheFileThatIsDamaged) {
  AddToOther(RunOf(1), Finished(160, {"a"}));
  const Result<SqlTable> root =
      RunQuery(*other_, "SELECT (rootpage - 1) * 4096 FROM sqlite_schema WHERE name = 'list_pass'");
  ASSERT_TRUE(root.ok()) << root.error().message;
  const auto begin = static_cast<std::size_t>(std::get<std::int64_t>(root->rows[0][0]));
  other_.reset();
  std::string bytes = folder_.Read("other.db");
  folder_.Write("other.db", bytes.replace(begin, 4096, 4096, '\x55'));

  const Result<MergeReport> report = MergeResults(*database_, file_, other_file_);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(report.error().message, testing::StartsWith("'" + other_file_.string() + "'"));
  EXPECT_THAT(report.error().message, testing::Not(testing::HasSubstr("a new one")));
  EXPECT_EQ(AskOne("SELECT count(*) FROM run"), Int(0));
}

}  // namespace
}  // namespace autotune
