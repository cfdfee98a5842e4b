#include "tune/memory/run_record.h"

#include <csignal>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/query.h"
#include "support/fake_evaluator.h"
#include "support/recording_observer.h"
#include "support/sample_result.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Two passes that save 10 instructions each, one after the other, and an idle one.
class RunRecordTest : public testing::Test {
 protected:
  RunRecordTest() : actions_(FakeActionSpace(problem_)), evaluator_(problem_) {
    outcome_ = SampleResult();
    outcome_.job.database = directory_.path() / "autotune.db";
    outcome_.program.root = evaluator_.Root();
    outcome_.result.passes = {std::string(actions_.Pipeline(0)), std::string(actions_.Pipeline(2)),
                              std::string(actions_.Pipeline(1))};
    outcome_.result.reproduction.pipeline = "0,2,1";
    outcome_.result.reproduction.cost = {100, {}};
    outcome_.pass_tallies.resize(actions_.size());
  }

  /// A run that finds a list and then ends as `end` says.
  template <typename End>
  void Tune(End end, const Best& best = {{0, 1}, {100, {}}, 5}) {
    RunDatabase database(observer_);
    database.Open(outcome_.job);
    RunRecord record(database);
    EXPECT_TRUE(record.Start(outcome_, actions_).ok());
    const Budget budget({});
    record.WatchSearch(budget);
    record.OnBest(best, 0.5);
    end(record);
  }

  void Finish(RunRecord& record) {
    record.EndSearch(outcome_, evaluator_, Clock::time_point::max());
    EXPECT_TRUE(record.Finish(outcome_).ok());
  }

  std::vector<PassSequence> SeedsOf(const ActionSpace& actions) {
    RunDatabase database(observer_);
    database.Open(outcome_.job);
    RunRecord record(database);
    EXPECT_TRUE(record.Start(outcome_, actions).ok());
    return record.seeds();
  }

  SqlTable Ask(const std::string& sql) {
    const auto database = Database::OpenReadOnly(outcome_.job.database);
    return database.ok() ? *RunQuery(**database, sql) : SqlTable();
  }

  const TestDirectory directory_;
  RecordingObserver observer_;
  const FakeProblem problem_ = Staircase(2, 1);
  const ActionSpace actions_;
  FakeEvaluator evaluator_;
  TuneResult outcome_;
};

TEST_F(RunRecordTest, TheFirstRunHasNoSeeds) { EXPECT_THAT(SeedsOf(actions_), IsEmpty()); }

TEST_F(RunRecordTest, TheNextRunStartsFromAProvedList) {
  Tune([&](RunRecord& record) { Finish(record); });
  EXPECT_THAT(SeedsOf(actions_), ElementsAre(PassSequence{0, 2, 1}));
}

TEST_F(RunRecordTest, NamesAWholeProgramAndTheFileThatItWasMadeOf) {
  outcome_.job.program = "/tmp/given.ll";
  outcome_.whole_program.emplace().kept = {"main", "malloc"};
  Tune([](RunRecord&) {});
  const SqlTable answer =
      Ask("SELECT name, path, options ->> '$.whole_program.kept', "
          "options ->> '$.whole_program.given' FROM run JOIN program USING (program)");
  const auto text = [](const char* value) { return SqlValue(std::string(value)); };
  EXPECT_THAT(answer.rows,
              ElementsAre(ElementsAre(text("given.whole.bc"), text("/tmp/given.whole.bc"),
                                      text("main,malloc"), text("/tmp/given.ll"))));
}

TEST_F(RunRecordTest, NamesTheOptionsByWhichRunsOfAMethodDiffer) {
  const auto variant = [&] {
    Tune([](RunRecord&) {});
    return std::get<std::string>(Ask("SELECT variant FROM run ORDER BY run DESC").rows[0][0]);
  };
  TuneJob& job = outcome_.job;
  job.choose_inlining = true;
  EXPECT_EQ(variant(), "any-bytes");
  job.guard_bytes = true;
  EXPECT_EQ(variant(), "");
  job.choose_inlining = false;
  job.no_model = true;
  job.allowed.always_inline = true;
  EXPECT_EQ(variant(), "no-model, keep-inlining, allow always-inline");
  job.no_model = job.allowed.always_inline = false;
  job.choose_inlining = true;
  job.byte_limit = 1000;
  EXPECT_EQ(variant(), "part of both");
  job.byte_limit.reset();
  job.model = directory_.Write("own.pf", "one");
  outcome_.model = "own.pf";
  const std::string one = variant();
  EXPECT_THAT(one, testing::MatchesRegex("model own.pf [0-9a-f]+"));
  directory_.Write("own.pf", "another");
  EXPECT_NE(variant(), one);
  job.experiment = "night";
  job.guard_bytes = false;
  EXPECT_EQ(variant(), "");
}

TEST_F(RunRecordTest, TheNextRunStartsFromWhatAnUnfinishedOneFound) {
  Tune([](RunRecord&) {});
  EXPECT_THAT(SeedsOf(actions_), ElementsAre(PassSequence{0, 1}));
}

TEST_F(RunRecordTest, ListsThatTheSpaceCannotExpressAreNoSeeds) {
  Tune([](RunRecord&) {});
  EXPECT_THAT(SeedsOf(ActionSpace("other", {{"function(sroa)", ""}}, {})), IsEmpty());
}

TEST_F(RunRecordTest, ListsThatTheSpaceCannotExpressDoNotHideOthers) {
  for (std::size_t length = 1; length <= 20; ++length) {
    Tune([](RunRecord&) {}, {PassSequence(length, 0), {100, {}}, 5});
  }
  Tune([](RunRecord&) {}, {{1}, {110, {}}, 5});
  const ActionSpace other("other", {{std::string(actions_.Pipeline(1)), ""}}, {});
  EXPECT_THAT(SeedsOf(other), ElementsAre(PassSequence{0}));
}

TEST_F(RunRecordTest, GoesOnRecordingWhenTheRestOfTheRunHasGivenTheDatabaseUp) {
  RunDatabase database(observer_);
  database.Open(outcome_.job);
  RunRecord record(database);
  ASSERT_TRUE(record.Start(outcome_, actions_).ok());
  database.GiveUp({ErrorCode::kIo, "the disk was full"});
  const Budget budget({});
  record.WatchSearch(budget);
  record.OnBest({{0, 1}, {100, {}}, 5}, 0.5);
  Finish(record);
  EXPECT_EQ(Ask("SELECT status FROM run").rows[0][0], SqlValue(std::string("finished")));
}

/// Measuring and proving the levels of a large program takes longer than a run may be silent.
TEST_F(RunRecordTest, ARunLivesBeforeItsSearchBegins) {
  RunDatabase database(observer_);
  database.Open(outcome_.job);
  RunRecord record(database);
  ASSERT_TRUE(record.Start(outcome_, actions_).ok());
  const auto seen_at = [&] { return Ask("SELECT seen_at FROM run").rows[0][0]; };
  const SqlValue started_at = seen_at();
  const auto end = Clock::now() + std::chrono::seconds(10);
  while (seen_at() == started_at && Clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_NE(seen_at(), started_at);
}

TEST_F(RunRecordTest, TheEffectOfEachPassIsMeasured) {
  Tune([&](RunRecord& record) { Finish(record); });
  const SqlTable effects = Ask("SELECT instructions FROM pass_effect ORDER BY position");
  const auto root = static_cast<std::int64_t>(outcome_.program.root.cost.instructions);
  const std::vector<std::vector<SqlValue>> expected = {{root - 10}, {root - 10}, {root - 20}};
  EXPECT_EQ(effects.rows, expected);
}

TEST_F(RunRecordTest, AStandardLevelIsNoListOfPasses) {
  outcome_.result.level = Level::kOz;
  Tune([&](RunRecord& record) { Finish(record); });
  EXPECT_EQ(Ask("SELECT level FROM runs").rows[0][0], SqlValue(std::string("Oz")));
  EXPECT_THAT(Ask("SELECT * FROM pass_effect").rows, IsEmpty());
  EXPECT_THAT(evaluator_.calls(), IsEmpty());
}

TEST_F(RunRecordTest, APlanIsTheResultAndTheListForTheModuleStays) {
  PlannedResult planned;
  planned.plan = {"19.1.7", "x86_64-pc-linux-gnu", {{.module = {"function(sroa)"}}}};
  planned.proven.reproduction.pipeline = "autotune-plan</tmp/a/plan.json>";
  planned.proven.reproduction.opt_flags = {"-load-pass-plugin=/usr/lib/p.so", "-mcpu=generic"};
  planned.proven.reproduction.cost = {90, {}};
  planned.proven.reproduction.processes = 3;
  planned.evaluations = 7;
  planned.steps = {{2.0, 4, {95, {}}}, {3.0, 6, {90, {}}}};
  outcome_.evaluations = 5;
  outcome_.planned = planned;
  Tune([&](RunRecord& record) { Finish(record); });
  const SqlTable list =
      Ask("SELECT pipeline, opt_flags, value, text FROM list JOIN plan USING (run) "
          "WHERE verified = 1");
  EXPECT_THAT(list.rows, ElementsAre(ElementsAre(SqlValue(std::string("autotune-plan<plan.json>")),
                                                 SqlValue(std::string("-mcpu=generic")),
                                                 SqlValue(std::int64_t{90}),
                                                 SqlValue(PlanText(planned.plan)))));
  const SqlTable curve = Ask("SELECT evaluations, value FROM improvement ORDER BY number");
  const std::vector<std::vector<SqlValue>> expected = {{std::int64_t{5}, std::int64_t{100}},
                                                       {std::int64_t{9}, std::int64_t{95}},
                                                       {std::int64_t{11}, std::int64_t{90}}};
  EXPECT_EQ(curve.rows, expected);
  EXPECT_EQ(Ask("SELECT evaluations FROM run").rows[0][0], SqlValue(std::int64_t{12}));
  EXPECT_THAT(SeedsOf(actions_), ElementsAre(PassSequence{0, 2, 1}));
}

TEST_F(RunRecordTest, FailuresSayWhyAndStopsThatTheyWereStopped) {
  const Error error{ErrorCode::kIo, "no space left for \xff"};
  Tune([&](RunRecord& record) { record.Fail(outcome_, error, 0); });
  Tune([&](RunRecord& record) { record.Fail(outcome_, error, SIGINT); });
  const SqlTable runs =
      Ask("SELECT status, error, wall_seconds, search_seconds FROM run ORDER BY run");
  EXPECT_EQ(runs.rows[0][0], SqlValue(std::string("failed")));
  EXPECT_EQ(runs.rows[0][1], SqlValue(std::string("no space left for \uFFFD")));
  EXPECT_EQ(runs.rows[1][0], SqlValue(std::string("interrupted")));
  for (const std::vector<SqlValue>& run : runs.rows) {
    EXPECT_EQ(run[2], SqlValue(outcome_.wall_seconds));
    EXPECT_EQ(run[3], SqlValue(outcome_.search_seconds));
  }
}

TEST_F(RunRecordTest, AnExperimentMakesRunsAgainThatFailedByTheMachine) {
  outcome_.job.experiment = "night";
  Tune([&](RunRecord& record) { record.Fail(outcome_, {ErrorCode::kNotFound, "no opt"}, 0); });
  outcome_.job.seed = 1;
  Tune([&](RunRecord& record) { record.Fail(outcome_, {ErrorCode::kFatalError, "no list"}, 0); });
  const SqlTable runs = Ask("SELECT status, error FROM run ORDER BY run");
  const auto text = [](const char* value) { return SqlValue(std::string(value)); };
  EXPECT_THAT(runs.rows, ElementsAre(ElementsAre(text("interrupted"), text("no opt")),
                                     ElementsAre(text("failed"), text("no list"))));
}

TEST_F(RunRecordTest, ARunOfAnExperimentIsOfNoUseWithoutItsRecord) {
  outcome_.job.experiment = "night";
  Tune([&](RunRecord& record) { Finish(record); });
  RunDatabase database(observer_);
  database.Open(outcome_.job);
  RunRecord twice(database);
  EXPECT_EQ(twice.Start(outcome_, actions_).error().code, ErrorCode::kInvalidArgument);
  outcome_.job.database = directory_.path();
  RunDatabase none(observer_);
  none.Open(outcome_.job);
  EXPECT_FALSE(RunRecord(none).Start(outcome_, actions_).ok());
  EXPECT_THAT(observer_.warnings, IsEmpty());
}

TEST_F(RunRecordTest, WhatTheSearchTriedIsKept) {
  outcome_.pass_tallies[1] = {.applied = 7, .changed = 3, .cpu_time = std::chrono::seconds(2)};
  outcome_.pass_tallies[2].failures[0] = 4;
  Tune([&](RunRecord& record) { Finish(record); });
  const SqlTable uses = Ask("SELECT applied, changed, cpu_seconds FROM pass_use ORDER BY pass");
  ASSERT_EQ(uses.rows.size(), 2u);  // pass 0 was not tried
  const SqlTable failures = Ask("SELECT kind, count FROM failures");
  const std::vector<std::vector<SqlValue>> expected = {{std::string("crash"), std::int64_t{4}}};
  EXPECT_EQ(failures.rows, expected);
}

TEST_F(RunRecordTest, PassesThatProofsFailOfAreKept) {
  outcome_.rejected = {{"function(adce)", "opt crashed"}};
  Tune([&](RunRecord& record) { Finish(record); });
  const SqlTable failures = Ask("SELECT pass, kind, count FROM failures");
  const std::vector<std::vector<SqlValue>> expected = {
      {std::string("function(adce)"), std::string("proof"), std::int64_t{1}}};
  EXPECT_EQ(failures.rows, expected);
}

TEST_F(RunRecordTest, ActionsThatAreTheSamePassAreOne) {
  const ActionSpace twice("twice", {{"function(adce)", ""}, {"function(adce)", ""}}, {});
  outcome_.pass_tallies = {{.applied = 2}, {.applied = 3}};
  outcome_.pass_tallies[0].failures[0] = 1;
  outcome_.pass_tallies[1].failures[0] = 1;
  RunDatabase database(observer_);
  database.Open(outcome_.job);
  RunRecord record(database);
  ASSERT_TRUE(record.Start(outcome_, twice).ok());
  Finish(record);
  EXPECT_EQ(Ask("SELECT status FROM run").rows[0][0], SqlValue(std::string("finished")));
  EXPECT_EQ(Ask("SELECT sum(applied) FROM pass_use").rows[0][0], SqlValue(std::int64_t{5}));
  EXPECT_EQ(Ask("SELECT count FROM failures").rows[0][0], SqlValue(std::int64_t{2}));
}

TEST_F(RunRecordTest, WithoutADatabaseNothingHappens) {
  const auto file = std::exchange(outcome_.job.database, {});
  Tune([&](RunRecord& record) { Finish(record); });
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_THAT(evaluator_.calls(), IsEmpty());
}

}  // namespace
}  // namespace autotune
