#include "board/output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

/// `greedy` makes 100 of 200 (and of 400), `mcts` 160.
std::vector<Board> OneBoard(const std::string& objective = "ir-instructions") {
  Study study;
  study.setting.objective = objective;
  study.setting.action_space = "full";
  study.setting.action_space_fingerprint = "0123456789abcdef";
  study.setting.llvm = "19.1.7";
  study.setting.code_model = "default, cortex-m4";
  study.setting.autotune = "1.0";
  study.setting.budget_seconds = 60;
  study.setting.threads = 4;
  StudiedRun run;
  run.method = "greedy";
  run.program = "00";
  run.name = "p.bc";
  run.o0 = 400;
  run.oz = 200;
  run.best = 100;
  run.wall_seconds = 59.5;
  run.evaluations = 1234;
  run.machine = "a processor, 8 cores";
  run.code_model = "static, cortex-m4";
  StudiedRun other = run;
  other.method = "mcts";
  other.best = 160;
  study.runs = {other, run};
  return {MakeBoard(study)};
}

TEST(LeaderboardOutput, MarkdownHasTheBestFirstAndThePublishedNumbersApart) {
  const std::string text = FormatMarkdown("night", OneBoard());
  EXPECT_THAT(text, HasSubstr("# night\n"));
  EXPECT_THAT(text, HasSubstr("| greedy | 59.5 s | 2.000 | 1.500 | 1 "
                              "| 0 | 1 | 0 | 0 | 1,234 | 0 | nothing | 1.053, 1.055, 169 s: Greedy "
                              "Search |\n| mcts |"));
  EXPECT_THAT(text, HasSubstr("| 0 | lists of other programs | - |"));
  EXPECT_THAT(text, HasSubstr("CompilerGym's LLVM instruction count leaderboard: LLVM 10"));
  EXPECT_THAT(text, HasSubstr("| Published, LLVM 10: ratio (restated), reward, wall time |"));
  EXPECT_THAT(text, HasSubstr("the ratio is restated. Its random search used every core of an "
                              "80-thread machine. PPO, DQN, tabular Q and CompilerDream learned on "
                              "the tested programs."));
  EXPECT_THAT(text, HasSubstr("| p.bc | 400 | 200 | 2.000 | 1.250 |"));
  EXPECT_THAT(text, HasSubstr("Object sizes are measured as: static, cortex-m4.\n"));
  EXPECT_THAT(text, HasSubstr("| greedy | - | 1.6000 |"));
  EXPECT_THAT(text, HasSubstr("| greedy | - | 100 |"));
}

/// The rows of the methods say it, whatever a method is called.
TEST(LeaderboardOutput, SaysWhatEachMethodWasTrainedOn) {
  const auto trained_on = [](const std::string& method) {
    std::vector<Board> boards = OneBoard();
    BoardRow row;
    row.method = method;
    boards[0].rows = {row};
    return FormatMarkdown("night", boards);
  };
  EXPECT_THAT(trained_on("passformer+search"), HasSubstr("| debian-c train: a network | - |"));
  EXPECT_THAT(trained_on("portfolio"), HasSubstr("| lists of other programs | - |"));
  EXPECT_THAT(trained_on("unguided"), HasSubstr("| nothing | - |"));
  EXPECT_THAT(trained_on("passformer of long ago"), HasSubstr("| not known | - |"));
}

TEST(LeaderboardOutput, ANameIsOneCell) {
  std::vector<Board> boards = OneBoard();
  boards[0].programs[0].name = "a|b<c>\n_d.bc";
  EXPECT_THAT(FormatMarkdown("night", boards),
              HasSubstr("\n| a\\|b\\<c> _d.bc | 400 | 200 | 2.000 | 1.250 |\n"));
}

// All of it is stored text: a merged database may come from anybody.
TEST(LeaderboardOutput, NoTextOfADatabaseIsMarkup) {
  const std::string evil = "<img src=x>|[a](b)`c`\x1b[2J\n# d";
  Study study;
  study.setting = OneBoard()[0].setting;
  study.setting.llvm = study.setting.autotune = study.setting.action_space = evil;
  StudiedRun run;
  run.method = run.machine = run.name = evil;
  run.program = "00";
  run.o0 = 400;
  run.oz = 200;
  run.best = 100;
  study.runs = {run};
  const std::string text = FormatMarkdown("night", {MakeBoard(study)});
  EXPECT_THAT(text, HasSubstr("\\<img src=x>\\|\\[a\\](b)\\`c\\`?\\[2J # d"));
  for (const char* raw : {" <img", "\x1b", "\n# d", " [a]", ">|"}) {
    EXPECT_THAT(text, Not(HasSubstr(raw)));
  }
}

TEST(LeaderboardOutput, SaysOfHowManyProgramsThereIsNoRun) {
  std::vector<Board> boards = OneBoard();
  EXPECT_THAT(FormatMarkdown("night", boards), Not(HasSubstr("there is no run")));
  boards[0].all_programs = 3;
  boards[0].without_run = {"empty.bc"};
  EXPECT_THAT(FormatMarkdown("night", boards),
              HasSubstr("\nOf 1 of the 3 programs there is no run"));
  EXPECT_THAT(FormatBoardCsv(boards), HasSubstr(",1,3,1,nothing,"));
  const auto json = nlohmann::json::parse(FormatBoardJson("night", boards));
  EXPECT_EQ(json["boards"][0]["programs_without_run"], nlohmann::json({"empty.bc"}));
}

TEST(LeaderboardOutput, HasWhatTheStandardLevelsGive) {
  std::vector<Board> boards = OneBoard();
  BoardRow& row = boards[0].rows[1];
  row.method = kBestLevel;
  row.wall_seconds.reset();
  row.runs = row.evaluations = 0;
  boards[0].rows[0].levels = 1;
  const std::string text = FormatMarkdown("night", boards);
  EXPECT_THAT(text, HasSubstr("| Without result | Level | Evaluations (mean) |"));
  EXPECT_THAT(text, HasSubstr("| 1 | 0 | 1 | 0 | 1 | 1,234 |"));
  EXPECT_THAT(text, HasSubstr("| best level | - | 1.250 | 1.200 | 1 "
                              "| 0 | 0 | 0 | 0 | 0 | 0 | nothing | - |"));
  EXPECT_THAT(FormatBoardCsv(boards), HasSubstr(",best level,,1.25,"));
  const auto json = nlohmann::json::parse(FormatBoardJson("night", boards));
  EXPECT_EQ(json["boards"][0]["methods"][0]["level_runs"], 1);
  EXPECT_EQ(json["boards"][0]["methods"][1]["method"], "best level");
}

TEST(LeaderboardOutput, EvaluationsAreThoseOfARun) {
  std::vector<Board> boards = OneBoard();
  BoardRow& row = boards[0].rows[0];
  row.runs = 2;
  row.evaluations = 3000;
  EXPECT_THAT(FormatMarkdown("night", boards), HasSubstr("| 2 | 0 | 0 | 1,500 |"));
}

TEST(LeaderboardOutput, ATableNamesOptionsThatOthersLack) {
  std::vector<Board> boards = OneBoard();
  boards[0].setting.variant = "no-model";
  EXPECT_THAT(FormatMarkdown("night", boards), HasSubstr("autotune 1.0, no-model\n"));
}

TEST(LeaderboardOutput, PublishedNumbersAreOfInstructions) {
  EXPECT_THAT(FormatMarkdown("night", OneBoard("object-size")), Not(HasSubstr("CompilerGym")));
}

TEST(LeaderboardOutput, APublishedNumberOfUnknownKindIsNoRatio) {
  std::vector<Board> boards = OneBoard();
  boards[0].rows[0].method = "compilerdream";
  EXPECT_THAT(FormatMarkdown("night", boards), HasSubstr("| -, 1.068, 2.9 s: CompilerDream |"));
  const auto json = nlohmann::json::parse(FormatBoardJson("night", boards));
  EXPECT_EQ(json["boards"][0]["methods"][0]["published"]["ratio"], nullptr);
}

TEST(LeaderboardOutput, SaysThatThereIsNothingYet) {
  EXPECT_EQ(FormatMarkdown("night", {}), "# night\n\nNo run is done yet.\n");
}

TEST(LeaderboardOutput, CsvHasMethodsAndPrograms) {
  const std::string text = FormatBoardCsv(OneBoard());
  EXPECT_THAT(text, HasSubstr("full,0123456789abcdef,19.1.7,1.0,60,4,greedy,,2,"));
  EXPECT_THAT(text, HasSubstr(",1.0529,1.055,169.2,Greedy Search,\"static, cortex-m4\"\n"));
  EXPECT_THAT(text, HasSubstr("full,0123456789abcdef,19.1.7,1.0,60,4,mcts,p.bc,1.25,,,1.2,"));
}

TEST(LeaderboardOutput, JsonHasEverything) {
  const auto json = nlohmann::json::parse(FormatBoardJson("night", OneBoard()));
  EXPECT_EQ(json["experiment"], "night");
  const auto& board = json["boards"][0];
  EXPECT_EQ(board["code_model"], "default, cortex-m4");
  EXPECT_EQ(board["code_models"], nlohmann::json({"static, cortex-m4"}));
  EXPECT_EQ(board["methods"][0]["method"], "greedy");
  EXPECT_DOUBLE_EQ(board["methods"][0]["reward"]["mean"], 1.5);
  EXPECT_EQ(board["methods"][1]["published"], nullptr);
  EXPECT_DOUBLE_EQ(board["programs"][0]["ratio"]["mcts"], 1.25);
  EXPECT_EQ(board["advantages"][0]["method"], "greedy");
  EXPECT_EQ(board["advantages"][0]["against"], "mcts");
  EXPECT_DOUBLE_EQ(board["advantages"][0]["ratio"]["mean"], 1.6);
  EXPECT_EQ(board["win_rates"][0],
            nlohmann::json({{"method", "greedy"}, {"against", "mcts"}, {"rate", 1.0}}));
}

TEST(LeaderboardOutput, StandingIsOneLine) {
  EXPECT_EQ(FormatStanding(OneBoard()[0]), "greedy 2.000, mcts 1.250");
}

}  // namespace
}  // namespace autotune
