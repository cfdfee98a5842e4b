#include "db/results_db.h"

#include <cmath>
#include <set>
#include <string>
#include <variant>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/run_process.h"
#include "db/sample_runs.h"

namespace autotune {
namespace {

using Lists = std::vector<std::vector<std::string>>;
using testing::HasSubstr;

class ResultsDbTest : public ResultsTest {
 protected:
  Lists Best(std::uint64_t program, std::size_t limit = 10) {
    Lists lists;
    const auto take = [&](const std::vector<std::string>& list) {
      lists.push_back(list);
      return lists.size() < limit;
    };
    EXPECT_TRUE(
        results_.ForBestLists({program, 2}, Objective::kIrInstructions, kToolchain, take).ok());
    return lists;
  }
};

TEST_F(ResultsDbTest, ARunningRunIsThere) {
  RunDescription description = RunOf(1);
  description.label = "nightly";
  description.max_evaluations = 5;
  const RunId run = Start(description);
  EXPECT_EQ(AskOne("SELECT status FROM runs"), Str("running"));
  EXPECT_EQ(AskOne("SELECT name || ' ' || label || ' ' || cores || ' ' || max_evaluations "
                   "FROM run JOIN program USING (program)"),
            Str("p1.bc nightly 8 5"));
  EXPECT_EQ(AskOne("SELECT best FROM runs WHERE run = :run", {{":run", run}}),
            SqlValue(std::monostate()));
}

TEST_F(ResultsDbTest, WhatGivesNoSignOfLifeIsShownAsInterrupted) {
  const RunId run = Start(RunOf(1));
  ASSERT_TRUE(database_
                  ->Write([](SQLite::Database& connection) {
                    connection.exec("UPDATE run SET seen_at = '2020-01-01T00:00:00Z'");
                    return Status();
                  })
                  .ok());
  EXPECT_EQ(AskOne("SELECT status FROM runs"), Str("interrupted"));
  ASSERT_TRUE(results_.AddProgress(run, 3, {}).ok());  // it was only slow
  EXPECT_EQ(AskOne("SELECT status || evaluations FROM runs"), Str("running3"));
}

TEST_F(ResultsDbTest, ARunWhoseProcessIsGoneIsMarkedByTheNextOne) {
  const std::string own = ThisProcess();
  const std::string gone = own.substr(0, own.rfind(' ')) + " 1";  // its id is ours by now
  const auto start = [&](const std::string& process, bool silent) {
    RunDescription run = RunOf(1);
    run.process = process;
    const RunId id = Start(run);
    const Status status = database_->Write([&](SQLite::Database& connection) {
      if (silent) {
        connection.exec("UPDATE run SET seen_at = '2020-01-01T00:00:00Z' WHERE run = " +
                        std::to_string(id));
      }
      return Status();
    });
    EXPECT_TRUE(status.ok());
    return id;
  };
  start(own, true);                                        // 1: only slow
  const RunId killed = start(gone, false);                 // 2
  start("elsewhere" + gone.substr(gone.find(' ')), true);  // 3: nobody here knows
  start("", true);                                         // 4: of an older autotune
  start("", false);                                        // 5: that may still run
  Start(RunOf(2));                                         // 6: marks what has to be marked
  EXPECT_EQ(AskOne("SELECT group_concat(run) FROM run WHERE status = 'interrupted'"), Str("2,4"));
  EXPECT_EQ(AskOne("SELECT error FROM run WHERE run = 2"), Str("its process was killed"));
  // One that was marked wrongly still ends as it does.
  ASSERT_TRUE(results_.FinishRun(killed, Finished(160, {"a"})).ok());
  EXPECT_EQ(AskOne("SELECT status || coalesce(error, '') FROM run WHERE run = 2"), Str("finished"));
}

TEST_F(ResultsDbTest, ProgressMakesTheCurveAndTheUnverifiedList) {
  const RunId run = Start(RunOf(1));
  ASSERT_TRUE(
      results_
          .AddProgress(run, 50, {{0.5, 0, {}, {400, {}}}, {1.5, 10, {"a", "b", "a"}, {300, {}}}})
          .ok());
  ASSERT_TRUE(results_.AddProgress(run, 70, {{2.5, 60, {"b", "c"}, {250, {}}}}).ok());
  const SqlTable curve =
      Ask("SELECT number, seconds, evaluations, value FROM improvement ORDER BY number");
  const std::vector<std::vector<SqlValue>> expected = {{Int(0), 0.5, Int(0), Int(400)},
                                                       {Int(1), 1.5, Int(10), Int(300)},
                                                       {Int(2), 2.5, Int(60), Int(250)}};
  EXPECT_EQ(curve.rows, expected);
  EXPECT_EQ(AskOne("SELECT best || '/' || verified FROM runs"), Str("250/0"));
  EXPECT_EQ(AskOne("SELECT group_concat(text, '') FROM (SELECT text FROM list_pass "
                   "JOIN pass USING (pass) ORDER BY position)"),
            Str("bc"));
  EXPECT_EQ(Best(1), (Lists{{"b", "c"}}));
}

TEST_F(ResultsDbTest, ProgressThatIsWorseTakesBackWhatIsBetter) {
  const RunId run = Start(RunOf(1));
  ASSERT_TRUE(results_.AddProgress(run, 5, {{1, 1, {}, {400, {}}}, {2, 2, {"a"}, {300, {}}}}).ok());
  ASSERT_TRUE(
      results_.AddProgress(run, 9, {{3, 3, {"b"}, {350, {}}}, {4, 4, {"b", "c"}, {340, {}}}}).ok());
  EXPECT_EQ(AskOne("SELECT group_concat(number || ':' || value) FROM improvement"),
            Str("0:400,1:350,2:340"));
  EXPECT_EQ(AskOne("SELECT best FROM runs"), Int(340));
}

TEST_F(ResultsDbTest, TheProofReplacesWhatIsNoBetter) {
  for (const std::uint64_t proved : {249u, 250u, 251u}) {
    const RunId run = Start(RunOf(proved));
    ASSERT_TRUE(results_.AddProgress(run, 1, {{1, 1, {"found"}, {250, {}}}}).ok());
    ASSERT_TRUE(results_.FinishRun(run, Finished(proved, {"proved"})).ok());
    const Lists expected =
        proved > 250 ? Lists{{"found"}, {"proved"}} : Lists{{"proved"}};  // one is still to prove
    EXPECT_EQ(Best(proved), expected) << proved;
    EXPECT_EQ(AskOne("SELECT best || '/' || verified FROM runs WHERE run = :run", {{":run", run}}),
              SqlValue(std::to_string(proved) + "/1"));
  }
}

TEST_F(ResultsDbTest, AFailedRunSaysWhy) {
  RunResult result;
  result.status = RunStatus::kFailed;
  result.error = "the disk is gone";
  Add(RunOf(1), result);
  EXPECT_EQ(AskOne("SELECT status || ': ' || error FROM run"), Str("failed: the disk is gone"));
}

TEST_F(ResultsDbTest, BestListsAreSortedDifferentAndOfThisProgram) {
  Add(RunOf(1), Finished(180, {"c"}));
  Add(RunOf(1), Finished(150, {"a", "b"}));
  Add(RunOf(1, "random"), Finished(150, {"a", "b"}));
  Add(RunOf(2), Finished(100, {"other"}));
  RunResult level = Finished(90, {});
  level.list->level = "Oz";
  level.list->pipeline = "default<Oz>";
  Add(RunOf(1), level);
  RunDescription size = RunOf(1);
  size.objective = Objective::kObjectSize;
  Add(size, Finished(80, {"small"}));
  EXPECT_EQ(Best(1), (Lists{{"a", "b"}, {"c"}}));
  EXPECT_EQ(Best(1, 1), (Lists{{"a", "b"}}));
  EXPECT_EQ(Best(3), Lists());
}

TEST_F(ResultsDbTest, ListsOfThisToolchainComeFirst) {
  RunDescription other = RunOf(1);
  other.toolchain = {8, 8};
  Add(other, Finished(100, {"old"}));
  Add(RunOf(1), Finished(150, {"new"}));
  EXPECT_EQ(Best(1), (Lists{{"new"}, {"old"}}));
}

TEST_F(ResultsDbTest, TheFlagsAreThoseOfTheBestVerifiedList) {
  const auto flags = [this](const Hash128& toolchain) {
    const auto found = results_.BestProvedList({1, 2}, Objective::kIrInstructions, toolchain);
    EXPECT_TRUE(found.ok());
    return found.ok() && *found ? (*found)->opt_flags : "";
  };
  const auto finish = [this](std::uint64_t instructions, std::vector<std::string> given) {
    RunResult result = Finished(instructions, {"a"});
    result.list->opt_flags = std::move(given);
    ASSERT_TRUE(results_.FinishRun(Start(RunOf(1)), result).ok());
  };
  EXPECT_EQ(flags(kToolchain), "");
  // A list that nothing has proved, and -Oz, do not count.
  Improvement found{1, 2, {"a"}, {100, ObjectSize{70, 7}}, "forceattrs,a"};
  found.opt_flags = {"-force-attribute=x:noinline"};
  ASSERT_TRUE(results_.AddProgress(Start(RunOf(1)), 3, {found}).ok());
  EXPECT_EQ(AskOne("SELECT pipeline || ' ' || opt_flags FROM list"),
            Str("forceattrs,a -force-attribute=x:noinline"));
  RunResult level = Finished(120, {});
  level.list->level = "clang_Oz";
  level.list->opt_flags = {"-mcpu=x86-64"};
  ASSERT_TRUE(results_.FinishRun(Start(RunOf(1)), level).ok());
  EXPECT_EQ(flags(kToolchain), "");
  finish(150, {"-force-attribute=f:noinline", "-force-attribute=g:alwaysinline"});
  finish(160, {"-force-attribute=h:noinline"});
  EXPECT_EQ(flags(kToolchain), "-force-attribute=f:noinline -force-attribute=g:alwaysinline");
  EXPECT_EQ(flags({8, 8}), "");
  finish(140, {});
  EXPECT_EQ(flags(kToolchain), "");
}

TEST_F(ResultsDbTest, ALevelIsAListUnlessItIsWhereTuningBegins) {
  const auto finish = [this](const std::string& level, std::uint64_t instructions) {
    RunResult result = Finished(instructions, {});
    result.list->level = level;
    result.list->pipeline = "default<" + level + ">";
    ASSERT_TRUE(results_.FinishRun(Start(RunOf(1)), result).ok());
  };
  for (const std::string level : {"O0", "Oz", "clang_Oz"}) finish(level, 90);
  const auto best = [this] {
    return *results_.BestProvedList({1, 2}, Objective::kIrInstructions, kToolchain);
  };
  EXPECT_FALSE(best().has_value());
  EXPECT_EQ(results_.ProgramsWithProvedLists(Objective::kIrInstructions)->size(), 0u);
  finish("O1", 100);
  EXPECT_EQ(best()->pipeline, "default<O1>");
  EXPECT_EQ(results_.ProgramsWithProvedLists(Objective::kIrInstructions)->size(), 1u);
}

/// Which it can't be repeated without.
TEST_F(ResultsDbTest, APlanIsNoList) {
  RunResult plan = Finished(140, {"autotune-plan<plan.json>"});
  plan.list->plan = R"({"phases": []})";
  Add(RunOf(1), plan);
  EXPECT_EQ(results_.ProgramsWithProvedLists(Objective::kIrInstructions)->size(), 0u);
  Add(RunOf(1), Finished(150, {"b"}));
  const auto best = results_.BestProvedList({1, 2}, Objective::kIrInstructions, kToolchain);
  ASSERT_TRUE(best.ok() && *best);
  EXPECT_EQ((*best)->pipeline, "b");
  const auto lists = results_.BestListOfEachProgram(Objective::kIrInstructions);
  ASSERT_TRUE(lists.ok() && lists->size() == 1);
  EXPECT_EQ((*lists)[0].passes, std::vector<std::string>{"b"});
}

/// Another LLVM, or another version of this program, names the same IR otherwise.
TEST_F(ResultsDbTest, AProgramHasTheNameOfItsIrThatWasGivenLast) {
  Add(RunOf(1), Finished(160, {"a"}));
  RunDescription renamed = RunOf(1);
  renamed.program.ir = {55, 2};
  Add(renamed, Finished(150, {"b"}));
  const auto best = results_.BestProvedList({55, 2}, Objective::kIrInstructions, kToolchain);
  ASSERT_TRUE(best.ok() && *best);
  EXPECT_EQ((*best)->pipeline, "b");
}

/// As compiled in another folder, whose name is in the file.
TEST_F(ResultsDbTest, AProgramIsKnownByItsIr) {
  RunDescription moved = RunOf(1);
  moved.program.id = {77, 1};
  Add(RunOf(1), Finished(160, {"a"}));
  Add(moved, Finished(150, {"b"}));
  Add(RunOf(2), Finished(140, {"c"}));
  RunResult level = Finished(120, {});
  level.list->level = "Oz";
  Add(RunOf(3), level);
  EXPECT_EQ(Best(1), (Lists{{"b"}, {"a"}}));
  const auto best = results_.BestProvedList({1, 2}, Objective::kIrInstructions, kToolchain);
  ASSERT_TRUE(best.ok() && *best);
  EXPECT_EQ((*best)->pipeline, "b");
  EXPECT_EQ((*best)->cost, (Cost{150, ObjectSize{700, 70}}));
  EXPECT_EQ((*best)->wall_seconds, 61);
  const auto found = [this](const std::string& pipeline) {
    const auto is_it = [&](const std::string& known) { return known == pipeline; };
    const auto list =
        results_.BestProvedList({1, 2}, Objective::kIrInstructions, kToolchain, is_it);
    return list.ok() && *list ? (*list)->pipeline : "none";
  };
  EXPECT_EQ(found("a"), "a");
  EXPECT_EQ(found("c"), "none");
  EXPECT_EQ(*results_.ProgramsWithProvedLists(Objective::kIrInstructions),
            (std::set<Hash128>{{1, 2}, {2, 2}}));
  EXPECT_TRUE(results_.ProgramsWithProvedLists(Objective::kObjectSize)->empty());
}

TEST_F(ResultsDbTest, ScoresAreThoseOfTheLeaderboards) {
  StoreLevels(1);
  Add(RunOf(1), Finished(160, {"a"}));
  EXPECT_DOUBLE_EQ(AskReal("SELECT ratio FROM runs"), 200.0 / 160);
  EXPECT_DOUBLE_EQ(AskReal("SELECT reward FROM runs"), (400.0 - 160) / (400 - 200));
  EXPECT_DOUBLE_EQ(AskReal("SELECT reduction_percent FROM runs"), 20);
}

TEST_F(ResultsDbTest, AnObjectSizeRunIsScoredByBytes) {
  StoreLevels(1);
  RunDescription description = RunOf(1);
  description.objective = Objective::kObjectSize;
  Add(description, Finished(500, {"a"}));  // 770 bytes; O0 1100, Oz 880
  EXPECT_DOUBLE_EQ(AskReal("SELECT ratio FROM runs"), 880.0 / 770);
  EXPECT_DOUBLE_EQ(AskReal("SELECT reward FROM runs"), 330.0 / 220);
}

TEST_F(ResultsDbTest, RewardIsClippedAndItsDivisorAtLeastOne) {
  StoreLevels(1);
  Add(RunOf(1), Finished(500, {"worse"}));
  EXPECT_EQ(AskReal("SELECT reward FROM runs WHERE program LIKE '%1'"), 0);
  const Cost same{400, {}};
  ASSERT_TRUE(
      KeepBaselines(*database_, {2, 1}, kToolchain, {{"Oz", {"default<Oz>", {2, 2}, same}}}).ok());
  Add(RunOf(2), Finished(390, {"a"}));
  EXPECT_EQ(AskReal("SELECT reward FROM runs WHERE name = 'p2.bc'"), 10);
}

TEST_F(ResultsDbTest, TheLeaderboardIsAGeometricMeanOverPrograms) {
  for (const std::uint64_t program : {1, 2}) StoreLevels(program);
  Add(RunOf(1), Finished(160, {"a"}));            // ratio 1.25, reward 1.2
  Add(RunOf(1), Finished(100, {"b"}));            // ratio 2, reward 1.5: a replicate
  Add(RunOf(2), Finished(200, {"c"}));            // ratio 1, reward 1
  Add(RunOf(2, "random"), Finished(400, {"d"}));  // reward 0
  const double ratio = std::sqrt(std::sqrt(1.25 * 2) * 1);
  const double reward = std::sqrt(std::sqrt(1.2 * 1.5) * 1);
  EXPECT_NEAR(AskReal("SELECT ratio FROM leaderboard WHERE method = 'greedy'"), ratio, 1e-12);
  EXPECT_NEAR(AskReal("SELECT reward FROM leaderboard WHERE method = 'greedy'"), reward, 1e-12);
  EXPECT_NEAR(AskReal("SELECT reduction_percent FROM leaderboard WHERE method = 'greedy'"),
              ((20 + 50) / 2.0 + 0) / 2, 1e-12);
  EXPECT_EQ(AskReal("SELECT reward FROM leaderboard WHERE method = 'random'"), 0);
  EXPECT_EQ(AskOne("SELECT programs || '/' || runs FROM leaderboard WHERE method = 'greedy'"),
            Str("2/3"));
}

/// A space may hold other passes in another version.
TEST_F(ResultsDbTest, TheLeaderboardDoesNotMixSpacesOfOneName) {
  StoreLevels(1);
  RunDescription before = RunOf(1);
  before.action_space_fingerprint = {5, 5};
  Add(before, Finished(100, {"a"}));
  Add(RunOf(1), Finished(160, {"b"}));
  EXPECT_EQ(AskOne("SELECT group_concat(ratio) FROM (SELECT ratio FROM leaderboard ORDER BY 1)"),
            Str("1.25,2.0"));
  EXPECT_EQ(AskOne("SELECT count(DISTINCT action_space_fingerprint) FROM leaderboard"), Int(2));
}

TEST_F(ResultsDbTest, TheLeaderboardCountsRunsWithoutAResult) {
  StoreLevels(1);
  Add(RunOf(1), Finished(160, {"a"}));
  RunResult failed;
  failed.status = RunStatus::kFailed;
  Add(RunOf(1), failed);
  Add(RunOf(2), failed);  // its program has no score
  EXPECT_EQ(AskOne("SELECT runs || '/' || unproved FROM leaderboard"), Str("3/2"));
  EXPECT_EQ(AskOne("SELECT programs || '/' || all_programs FROM leaderboard"), Str("1/2"));
  EXPECT_DOUBLE_EQ(AskReal("SELECT ratio FROM leaderboard"), 1.25);
}

TEST_F(ResultsDbTest, TheLeaderboardHasNoRunsThatWereCutShort) {
  StoreLevels(1);
  Add(RunOf(1), Finished(160, {"a"}));
  RunResult interrupted = Finished(180, {"b"});
  interrupted.status = RunStatus::kInterrupted;
  Add(RunOf(1), interrupted);
  const RunId under_way = Start(RunOf(1));
  ASSERT_TRUE(results_.AddProgress(under_way, 1, {{1, 1, {"c"}, {10, {}}}}).ok());
  EXPECT_EQ(AskOne("SELECT runs || '/' || unproved FROM leaderboard"), Str("1/0"));
  EXPECT_DOUBLE_EQ(AskReal("SELECT ratio FROM leaderboard"), 1.25);
}

TEST_F(ResultsDbTest, NothingAtAllCountsAsOne) {
  StoreLevels(1);
  Add(RunOf(1), Finished(0, {"a"}));
  EXPECT_DOUBLE_EQ(AskReal("SELECT ratio FROM leaderboard"), 200);
}

TEST_F(ResultsDbTest, TheBestListsOfAllProgramsAreThoseThatBeatOz) {
  StoreLevels(1);
  StoreLevels(2);
  Add(RunOf(1), Finished(170, {"a"}));
  Add(RunOf(1), Finished(160, {"b", "a"}));
  Add(RunOf(2), Finished(200, {"no better"}));
  Add(RunOf(3), Finished(300, {"who knows"}));
  RunDescription size = RunOf(4);
  size.objective = Objective::kObjectSize;
  Add(size, Finished(80, {"small"}));
  const auto lists = results_.BestListOfEachProgram(Objective::kIrInstructions);
  ASSERT_TRUE(lists.ok());
  ASSERT_EQ(lists->size(), 2u);
  EXPECT_EQ((*lists)[0].passes, (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ((*lists)[0].path, "/tmp/p1.bc");
  EXPECT_EQ((*lists)[1].passes, (std::vector<std::string>{"who knows"}));
}

TEST_F(ResultsDbTest, AnytimeIsTheBestSoFarAtEachHorizon) {
  StoreLevels(1);
  const RunId run = Start(RunOf(1));
  ASSERT_TRUE(
      results_
          .AddProgress(
              run, 1,
              {{2, 0, {}, {400, {}}}, {9.5, 1, {"a"}, {250, {}}}, {10.5, 2, {"b"}, {160, {}}}})
          .ok());
  EXPECT_EQ(Ask("SELECT * FROM anytime").rows.size(), 0u);  // it is not over
  ASSERT_TRUE(results_.FinishRun(run, Finished(160, {"b"})).ok());
  const SqlTable table = Ask("SELECT at_seconds, value, ratio FROM anytime ORDER BY at_seconds");
  const std::vector<std::vector<SqlValue>> expected = {
      {Int(1), Int(400), 0.5}, {Int(10), Int(250), 0.8}, {Int(60), Int(160), 1.25}};
  EXPECT_EQ(table.rows, expected);
}

TEST_F(ResultsDbTest, AShortRunSaysNothingOfALongerOne) {
  StoreLevels(1);
  RunDescription description = RunOf(1);
  description.budget_seconds = 10;
  Add(description, Finished(160, {"a"}));
  EXPECT_EQ(AskOne("SELECT max(at_seconds) FROM anytime"), Int(10));
}

TEST_F(ResultsDbTest, TheBestListIsAVerifiedOne) {
  StoreLevels(1);
  Add(RunOf(1), Finished(170, {"a"}));
  const RunId best = Add(RunOf(1, "random"), Finished(160, {"b"}));
  Add(RunOf(1), Finished(160, {"later", "and", "longer"}));
  const RunId unproved = Start(RunOf(1));
  ASSERT_TRUE(results_.AddProgress(unproved, 1, {{1, 1, {"c"}, {10, {}}}}).ok());
  const SqlTable table = Ask("SELECT run, method, best, pipeline FROM best_list");
  const std::vector<std::vector<SqlValue>> expected = {
      {Int(best), Str("random"), Int(160), Str("b")}};
  EXPECT_EQ(table.rows, expected);
}

TEST_F(ResultsDbTest, EffectsAreDifferencesFromTheProgramOn) {
  RunResult result = Finished(150, {"a", "b", "c"});
  result.list->effects = {{{300, {}}, 0.5}, {{310, {}}, 0.25}};  // no time for the third
  Add(RunOf(1), result);
  const SqlTable table =
      Ask("SELECT pass, instructions, removed, cpu_seconds FROM pass_effect ORDER BY position");
  const SqlValue null;
  const std::vector<std::vector<SqlValue>> expected = {{Str("a"), Int(300), Int(100), 0.5},
                                                       {Str("b"), Int(310), Int(-10), 0.25},
                                                       {Str("c"), null, null, null}};
  EXPECT_EQ(table.rows, expected);
}

/// Calls that authors want inlined are, before the first pass: its effect is not known.
TEST_F(ResultsDbTest, InliningAsWrittenIsNoEffectOfTheFirstPass) {
  RunResult result = Finished(150, {"a", "b"});
  result.list->pipeline = "always-inline,forceattrs,a,b";
  result.list->effects = {{{300, {}}, 0.5}, {{290, {}}, 0.25}};
  Add(RunOf(1), result);
  EXPECT_EQ(AskOne("SELECT removed FROM pass_effect WHERE pass = 'a'"), SqlValue());
  EXPECT_EQ(AskOne("SELECT removed FROM pass_effect WHERE pass = 'b'"), Int(10));
  // A search may choose both passes.
  result.list->pipeline = "always-inline,a,forceattrs,b";
  Add(RunOf(2), result);
  EXPECT_EQ(AskOne("SELECT count(removed) FROM pass_effect WHERE pass = 'a'"), Int(1));
}

TEST_F(ResultsDbTest, UsesAndFailuresAreKeptByPass) {
  RunResult result = Finished(150, {"a"});
  result.uses = {{"a", 10, 4, 0.5, {}}, {"bad", 0, 0, 0, {{"crash", 2}, {"timeout", 1}}}};
  Add(RunOf(1), result);
  Add(RunOf(2), result);
  EXPECT_EQ(AskOne("SELECT sum(changed) || '/' || sum(applied) FROM pass_use"), Str("8/20"));
  EXPECT_EQ(AskOne("SELECT sum(count) FROM failures WHERE pass = 'bad' AND kind = 'crash'"),
            Int(4));
}

TEST_F(ResultsDbTest, TheLastPathIsKeptAndASizeNotLost) {
  Add(RunOf(1), Finished(150, {"a"}));
  RunDescription moved = RunOf(1);
  moved.program.name = "moved.bc";
  moved.program.cost.object_size.reset();
  Add(moved, Finished(150, {"a"}));
  EXPECT_EQ(AskOne("SELECT name || text_bytes FROM program"), Str("moved.bc1000"));
}

TEST_F(ResultsDbTest, NothingIsWrittenForARunThatIsGone) {
  EXPECT_EQ(results_.AddProgress(17, 1, {}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(results_.FinishRun(17, Finished(1, {"a"})).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(AskOne("SELECT count(*) FROM pass"), Int(0));
}

TEST_F(ResultsDbTest, DeletingARunDeletesWhatIsItsOwn) {
  RunResult result = Finished(150, {"a"});
  result.uses = {{"bad", 1, 1, 1, {{"crash", 2}}}};
  const RunId run = Start(RunOf(1));
  ASSERT_TRUE(results_.AddProgress(run, 1, {{1, 1, {"a"}, {10, {}}}}).ok());
  ASSERT_TRUE(results_.FinishRun(run, result).ok());
  ASSERT_TRUE(database_
                  ->Write([](SQLite::Database& connection) {
                    connection.exec("DELETE FROM run");
                    return Status();
                  })
                  .ok());
  for (const std::string table : {"improvement", "list", "list_pass", "pass_use", "failure"}) {
    EXPECT_EQ(AskOne("SELECT count(*) FROM " + table), Int(0)) << table;
  }
}

RunDescription OfExperiment(std::uint64_t program, const std::string& method = "greedy") {
  RunDescription run = RunOf(program, method);
  run.experiment = "night";
  return run;
}

using ExperimentTest = ResultsTest;

TEST_F(ExperimentTest, HoldsEachRunOnce) {
  Start(OfExperiment(1));
  const Result<RunId> again = results_.StartRun(OfExperiment(1));
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, ErrorCode::kInvalidArgument);
  RunDescription seed = OfExperiment(1);
  seed.seed = 1;
  Start(seed);
  Start(OfExperiment(1, "beam"));
  Start(RunOf(1));
  Start(RunOf(1));  // outside experiments anything may be repeated
  EXPECT_EQ(AskOne("SELECT count(*) FROM run"), Int(5));
}

TEST_F(ExperimentTest, DropsWhatDidNotEndAndKnowsWhatDid) {
  Add(OfExperiment(1), Finished(160, {"a"}));
  RunResult failed;
  failed.status = RunStatus::kFailed;
  Add(OfExperiment(2), failed);
  RunResult interrupted;
  interrupted.status = RunStatus::kInterrupted;
  Add(OfExperiment(3), interrupted);
  RunDescription killed = OfExperiment(4);
  killed.process = ThisProcess() + "0";
  Start(killed);
  RunDescription running = OfExperiment(5);
  running.process = ThisProcess();
  Start(running);
  Start(RunOf(4));
  ASSERT_TRUE(results_.DropUnfinishedRuns("night").ok());
  EXPECT_EQ(AskOne("SELECT group_concat(run) FROM (SELECT run FROM run ORDER BY run)"),
            Str("1,2,5,6"));
  const RunDescription run = OfExperiment(1);
  ExperimentSettings settings{.experiment = "night",
                              .toolchain = kToolchain,
                              .action_space_fingerprint = run.action_space_fingerprint,
                              .threads = run.threads};
  EXPECT_EQ(*results_.DoneRuns(settings),
            (std::set<ExperimentRun>{{{1, 1}, "greedy", 60, 0}, {{2, 1}, "greedy", 60, 0}}));
  settings.threads = 1;
  EXPECT_TRUE(results_.DoneRuns(settings)->empty());
}

/// A program that knows nothing of `uuid` writes as before.
TEST_F(ExperimentTest, EachRunHasANameOfItsOwn) {
  Start(RunOf(1));
  Start(RunOf(1));
  EXPECT_EQ(AskOne("SELECT count(DISTINCT uuid) FROM run WHERE length(uuid) = 32"), Int(2));
}

/// What a version 1 held.
constexpr char kVersion1[] = R"sql(
CREATE TABLE schema_version (version INTEGER NOT NULL, min_compatible INTEGER NOT NULL) STRICT;
INSERT INTO schema_version VALUES (1, 1);
CREATE TABLE baseline (
  program TEXT NOT NULL CHECK (length(program) = 32),
  toolchain TEXT NOT NULL CHECK (length(toolchain) = 32),
  level TEXT NOT NULL, pipeline TEXT NOT NULL,
  ir TEXT NOT NULL CHECK (length(ir) = 32),
  instructions INTEGER NOT NULL, text_bytes INTEGER, data_bytes INTEGER,
  CHECK ((text_bytes IS NULL) = (data_bytes IS NULL)),
  PRIMARY KEY (program, toolchain, level)
) STRICT, WITHOUT ROWID;
INSERT INTO baseline VALUES ('00000000000000010000000000000001',
  '00000000000000070000000000000007', 'Oz', 'default<Oz>', '00000000000000020000000000000002',
  200, NULL, NULL);
PRAGMA application_id = 0x61757474;
)sql";

TEST(ResultsMigration, AVersion1FileKeepsItsLevelsAndGetsRuns) {
  const TestDirectory folder;
  const std::filesystem::path file = folder.path() / "autotune.db";
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(kVersion1);
  {
    const auto read_only = Database::OpenReadOnly(file);  // brings it up to date
    ASSERT_TRUE(read_only.ok()) << read_only.error().message;
    EXPECT_EQ(RunQuery(**read_only, "SELECT version FROM schema_version")->rows[0][0],
              Int(kDatabaseFormat.version()));
  }
  const auto database = Database::Open(file);
  ASSERT_TRUE(database.ok());
  ResultsDb results(**database);
  const Result<RunId> run = results.StartRun(RunOf(1));
  ASSERT_TRUE(run.ok());
  ASSERT_TRUE(results.FinishRun(*run, Finished(160, {"a"})).ok());
  EXPECT_EQ(RunQuery(**database, "SELECT ratio FROM runs")->rows[0][0], SqlValue(1.25));
}

/// A file as the program with so many migrations makes it.
class MigrationTest : public testing::Test {
 protected:
  Result<std::unique_ptr<Database>> OpenAs(std::size_t version) const {
    const FileFormat format{.application_id = kDatabaseFormat.application_id,
                            .migrations = kDatabaseFormat.migrations.first(version)};
    return Database::Open(file_, {.format = &format});
  }

  void Make(std::size_t version, const std::string& rows) {
    const auto database = OpenAs(version);
    ASSERT_TRUE(database.ok()) << database.error().message;
    const Status status = (*database)->Write([&rows](SQLite::Database& connection) {
      connection.exec(rows);
      return Status();
    });
    ASSERT_TRUE(status.ok()) << status.error().message;
  }

  SqlValue AskOne(const std::string& sql) {
    const auto database = Database::Open(file_);  // brings it up to date
    const auto answer = database.ok() ? RunQuery(**database, sql) : database.error();
    if (answer.ok()) return answer->rows.at(0).at(0);
    return SqlValue("error: " + answer.error().message);
  }

  const TestDirectory folder_;
  const std::filesystem::path file_ = folder_.path() / "autotune.db";
};

/// What a version 7 wrote of one program: its levels, a proof, a run for size and one for
/// instructions.
constexpr char kVersion7[] = R"sql(
INSERT INTO program VALUES ('00000000000000010000000000000001', 'p1.bc', '/tmp/p1.bc',
  'x86_64-pc-linux-gnu', '00000000000000020000000000000002', 3, 400, 1000, 100);
INSERT INTO toolchain VALUES ('00000000000000070000000000000007', '19.1.7', '1');
INSERT INTO baseline VALUES ('00000000000000010000000000000001',
  '00000000000000070000000000000007', 'O0', '', '00000000000000020000000000000002', 400, 1000, 100),
  ('00000000000000010000000000000001', '00000000000000070000000000000007', 'Oz', 'default<Oz>',
   '00000000000000030000000000000003', 200, 800, 80),
  ('00000000000000010000000000000001', '00000000000000070000000000000007', 'O3', 'default<O3>',
   '00000000000000030000000000000004', 300, NULL, NULL);
INSERT INTO level_proof VALUES ('00000000000000010000000000000001',
  '00000000000000070000000000000007', 'object-size', 'opt-19', 'Oz', 'default<Oz>',
  '00000000000000030000000000000003', 200, 800, 80, 1.5, 1.25, 0.5);
INSERT INTO run (program, toolchain, objective, method, action_space, action_space_fingerprint,
    options, seed, budget_seconds, max_evaluations, threads, cpu, cores, label, experiment,
    replicate, started_at, seen_at, status, wall_seconds, search_seconds, evaluations)
  SELECT '00000000000000010000000000000001', '00000000000000070000000000000007', column1,
    'greedy', 'full', '00000000000000000000000000000000', '{}', 0, 60, NULL, 4, 'a processor', 8,
    NULL, NULL, NULL, '2026-01-31T12:00:00Z', '2026-01-31T12:01:00Z', 'finished', 60, 58, 1000
  FROM (VALUES ('object-size'), ('ir-instructions'));
INSERT INTO list SELECT run, 1, iif(run = 1, 800, 180), NULL, 'a', '',
  '00000000000000090000000000000009', 180, 730, 70 FROM run;
INSERT INTO pass VALUES (1, 'a');
INSERT INTO list_pass SELECT run, 1, 1, 1, 180, 730, 70, 0.1 FROM run;
INSERT INTO improvement SELECT run, 0, 1, 0, iif(run = 1, 1100, 400) FROM run;
)sql";

TEST_F(MigrationTest, SizesFromBeforeAreOfPositionIndependentCode) {
  Make(7, kVersion7);
  EXPECT_EQ(AskOne("SELECT version || ' ' || min_compatible FROM schema_version"), Str("16 8"));
  EXPECT_EQ(AskOne("SELECT group_concat(DISTINCT code_model) FROM run"), Str("pic"));
  EXPECT_EQ(AskOne("SELECT code_model FROM toolchain"), Str("pic"));
  EXPECT_EQ(AskOne("SELECT code_model FROM program"), Str("pic"));
  EXPECT_EQ(AskOne("SELECT code_model FROM level_proof"), Str("pic"));
  EXPECT_EQ(AskOne("SELECT group_concat(level, ' ') FROM baseline WHERE code_model = 'pic'"),
            Str("O0 Oz"));
  EXPECT_EQ(AskOne("SELECT group_concat(o0 || ' ' || oz || ' ' || best, ', ') FROM runs"),
            Str("1100 880 800, 400 200 180"));
  EXPECT_EQ(AskOne("SELECT count(*) FROM best_list"), Int(2));
  EXPECT_EQ(AskOne("SELECT count(*) FROM leaderboard"), Int(2));
}

TEST_F(MigrationTest, ARunWithoutAModelWasAnotherVariantBefore) {
  Make(7, kVersion7);
  Make(13, R"(UPDATE run SET options = '{"learned": false}' WHERE run = 1)");
  EXPECT_EQ(AskOne("SELECT group_concat(variant, '|') FROM run"), Str("no-model|"));
}

TEST_F(MigrationTest, AProgramThatKnowsOneCodeModelIsKeptOut) {
  Make(8, "");
  const auto older = OpenAs(7);
  ASSERT_FALSE(older.ok());
  EXPECT_THAT(older.error().message, testing::HasSubstr("was made by a newer autotune"));
}

TEST_F(MigrationTest, RunsOfAnotherCodeModelHaveSizesOfTheirOwn) {
  Make(7, kVersion7);
  {
    const auto database = Database::Open(file_);
    ASSERT_TRUE(database.ok()) << database.error().message;
    RunDescription run = RunOf(1);
    run.objective = Objective::kObjectSize;
    run.toolchain = {8, 8};
    run.asked_code_model = "default, cortex-m4";
    run.code_model = "static, cortex-m4";
    run.program.cost.object_size = ObjectSize{600, 60};
    ResultsDb results(**database);
    ASSERT_TRUE(results.StartRun(run).ok());
    const StoredBaseline oz{"default<Oz>", {3, 3}, {200, ObjectSize{400, 40}}, run.code_model};
    ASSERT_TRUE(KeepBaselines(**database, run.program.id, run.toolchain, {{"Oz", oz}}).ok());
  }
  EXPECT_EQ(AskOne("SELECT o0 || ' ' || oz || ' ' || code_model FROM runs WHERE run = 1"),
            Str("1100 880 pic"));
  EXPECT_EQ(AskOne("SELECT o0 || ' ' || oz || ' ' || code_model FROM runs WHERE run = 3"),
            Str("660 440 static, cortex-m4"));
  EXPECT_EQ(AskOne("SELECT code_model FROM program"), Str("static, cortex-m4"));
  EXPECT_EQ(AskOne("SELECT group_concat(code_model, '; ') FROM toolchain"),
            Str("pic; default, cortex-m4"));
}

std::string ToText(const SqlValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* number = std::get_if<double>(&value)) return std::to_string(*number);
  return "null";
}

/// All that a file holds but for the view `runs` and those of it, which migration 10 makes: its
/// rows and the names in its schema.
std::string Everything(Database& database) {
  std::string text;
  for (const char* sql :
       {"SELECT * FROM run", "SELECT * FROM improvement", "SELECT * FROM list",
        "SELECT * FROM list_pass", "SELECT * FROM pass_use", "SELECT * FROM failure",
        "SELECT type, name, tbl_name FROM sqlite_schema WHERE name <> 'runs' "
        "ORDER BY type, name"}) {
    const Result<SqlTable> table = RunQuery(database, sql);
    EXPECT_TRUE(table.ok()) << sql << ": " << table.error().message;
    if (!table.ok()) continue;
    text += std::string("\n") + sql + "\n";
    for (const std::string& column : table->columns) text += column + "|";
    std::set<std::string> rows;
    for (const std::vector<SqlValue>& row : table->rows) {
      std::string line = "\n";
      for (const SqlValue& value : row) line += ToText(value) + "|";
      rows.insert(line);
    }
    for (const std::string& row : rows) text += row;
  }
  return text;
}

TEST_F(MigrationTest, MakingTheTableOfRunsAnewLosesNothing) {
  Make(7, std::string(kVersion7) +
              "INSERT INTO pass_use VALUES (1, 1, 10, 5, 0.5), (2, 1, 20, 6, 0.25);"
              "INSERT INTO failure VALUES (2, 1, 'crash', 3);");
  std::string before;
  {
    const auto older = OpenAs(9);
    ASSERT_TRUE(older.ok()) << older.error().message;
    before = Everything(**older);
    EXPECT_THAT(before, testing::HasSubstr("run_of_experiment"));
  }
  const auto database = OpenAs(10);
  ASSERT_TRUE(database.ok()) << database.error().message;
  EXPECT_EQ(Everything(**database), before);
  EXPECT_EQ(SQLite::Database(file_.string())
                .execAndGet("SELECT count(*) FROM pragma_foreign_key_check")
                .getInt(),
            0);

  // It goes on being a database of runs: new ones get names, old ones take all of theirs along.
  ResultsDb results(**database);
  const Result<RunId> run = results.StartRun(RunOf(1));
  ASSERT_TRUE(run.ok()) << run.error().message;
  ASSERT_TRUE(results.FinishRun(*run, Finished(160, {"a"})).ok());
  EXPECT_EQ(AskOne("SELECT length(uuid) FROM run WHERE run = 3"), Int(32));
  const Status removed = (*database)->Write([](SQLite::Database& connection) {
    connection.exec("DELETE FROM run WHERE run = 2");
    return Status();
  });
  ASSERT_TRUE(removed.ok()) << removed.error().message;
  EXPECT_EQ(AskOne("SELECT group_concat(DISTINCT run) FROM list_pass"), Str("1,3"));
}

TEST_F(MigrationTest, TheSchemaListsNoObjectives) {
  const auto database = Database::Open(file_);
  ASSERT_TRUE(database.ok()) << database.error().message;
  ResultsDb results(**database);
  const Result<RunId> run = results.StartRun(RunOf(1));
  ASSERT_TRUE(run.ok()) << run.error().message;
  const Status stored = (*database)->Write([](SQLite::Database& connection) {
    connection.exec("UPDATE run SET objective = 'speed'");
    return Status();
  });
  ASSERT_TRUE(stored.ok()) << stored.error().message;
  // Nobody knows its values, and whoever does not know it can't store any.
  EXPECT_EQ(AskOne("SELECT count(*) FROM runs WHERE o0 IS NULL AND oz IS NULL"), Int(1));
  const Status finished = results.FinishRun(*run, Finished(160, {"a"}));
  ASSERT_FALSE(finished.ok());
  EXPECT_THAT(finished.error().message, testing::HasSubstr("minimises 'speed'"));
}

TEST_F(MigrationTest, AnObjectOfNothingIsASizeNobodyKnows) {
  Make(5, std::string(kVersion7) + "UPDATE list SET text_bytes = 0, data_bytes = 0 WHERE run = 2");
  EXPECT_EQ(AskOne("SELECT group_concat(run) FROM list WHERE text_bytes IS NULL"), Str("2"));
  EXPECT_EQ(AskOne("SELECT count(*) FROM list"), Int(2));
}

}  // namespace
}  // namespace autotune
