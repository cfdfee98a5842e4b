#include "board/output.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/printable.h"
#include "core/quantity.h"
#include "core/words.h"
#include "search/registry.h"
#include "term/query_output.h"

namespace autotune {

namespace {

using nlohmann::ordered_json;

/// The standard levels are no method, and an older autotune may have had others.
std::string_view TrainedOn(std::string_view name) {
  if (name == kBestLevel) return "nothing";
  const auto method = std::ranges::find(Methods(), name, &Method::name);
  return method == Methods().end() ? "not known" : method->trained_on;
}

/// A published number for a method of the same kind.
struct Published {
  std::string_view method;
  std::string_view as;  ///< name of the method in the source
  double wall_seconds;
  std::optional<double> ratio;  ///< none where nothing says what the published number is
  double reward;
};

constexpr std::string_view kPublishedSource =
    "CompilerGym's LLVM instruction count leaderboard: LLVM 10, cBench-v1, 23 programs; other "
    "programs, budgets and machines than here, and another -Oz. It has the reward and the wall "
    "time, the ratio is restated. Its random search used every core of an 80-thread machine. PPO, "
    "DQN, tabular Q and CompilerDream learned on the tested programs. CompilerDream's paper does "
    "not say which of the two its number is";
constexpr auto kPublished = std::to_array<Published>({
    {"compilerdream+search", "CompilerDream + Guided Search", 60.8, std::nullopt, 1.073},
    {"ppo+search", "PPO + Guided Search", 69.8, 1.0735, 1.070},
    {"compilerdream", "CompilerDream", 2.9, std::nullopt, 1.068},
    {"greedy", "Greedy Search", 169.2, 1.0529, 1.055},
    {"gatv2", "GATv2 + DD-PPO, 22 programs", 258.1, 1.0435, 1.047},
    {"random", "Random Search (t=60)", 91.2, 1.0441, 1.045},
    {"e-greedy", "e-Greedy (0.1)", 152.6, 1.0402, 1.041},
    {"tabular-q", "Tabular Q", 2534, 1.0322, 1.036},
    {"dqn", "DQN", 91.0, 1.0210, 1.029},
});

const Published* FindPublished(const Board& board, std::string_view method) {
  if (board.setting.objective != Name(Objective::kIrInstructions)) return nullptr;
  for (const Published& published : kPublished) {
    if (published.method == method) return &published;
  }
  return nullptr;
}

std::string PublishedCell(const Published& published) {
  return fmt::format("{}, {:.3f}, {}: {}",
                     published.ratio ? fmt::format("{:.3f}", *published.ratio) : "-",
                     published.reward, FormatSeconds(published.wall_seconds), published.as);
}

/// Returns stored text, which may hold anything, as words of Markdown that stay in one cell of a
/// table.
std::string NameCell(std::string_view name) {
  // Escape everything that could end a cell or make HTML, links, pictures and code.
  constexpr std::string_view kMarks = "|<\\[]`&";
  std::string text;
  for (const char c : Printable(name)) {
    if (kMarks.find(c) != kMarks.npos) text += '\\';
    text += c;
  }
  return text;
}

std::string MethodsTable(const Board& board) {
  std::string text =
      "| Method | Wall time (mean) | Ratio, Oz/final (geomean) | Reward (geomean) | Improved | "
      "Regressed | Runs | Without result | Level | Evaluations (mean) | Failed passes | Trained on "
      "| "
      "Published, LLVM 10: ratio (restated), reward, wall time |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|---|\n";
  for (const BoardRow& row : board.rows) {
    const Published* published = FindPublished(board, row.method);
    text +=
        fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                    NameCell(row.method), row.wall_seconds ? FormatSeconds(*row.wall_seconds) : "-",
                    ScoreText(row.ratio, "-"), ScoreText(row.reward, "-"), row.improved,
                    row.regressed, FormatCount(row.runs), row.unproved, row.levels,
                    FormatCount(row.mean_evaluations()), FormatCount(row.failures),
                    TrainedOn(row.method), published ? PublishedCell(*published) : "-");
  }
  return text;
}

std::string Notes(const Board& board) {
  std::string text = fmt::format(
      "\n{} of {} programs, {} runs of each method: those that every method has proved a result "
      "for. In brackets 95 % bootstrap intervals over programs. Made on {}. Object sizes are "
      "measured "
      "as: {}.\n",
      board.programs.size(), board.all_programs, board.compared,
      NameCell(fmt::format("{}", fmt::join(board.machines, "; "))),
      NameCell(fmt::format("{}", fmt::join(board.code_models, "; "))));
  if (!board.without_run.empty()) {
    text += fmt::format(
        "Of {} of the {} programs there is no run: they can't be used, or have yet to be run.\n",
        board.without_run.size(), board.all_programs);
  }
  for (const BoardRow& row : board.rows) {
    if (!FindPublished(board, row.method)) continue;
    return text + fmt::format("Published numbers: {}.\n", kPublishedSource);
  }
  return text;
}

/// Begins a table that has a column for each method after those of `head`, which `rule` aligns.
std::string TableHead(const Board& board, std::string_view heading, std::string_view head,
                      std::string rule) {
  std::string text = fmt::format("\n### {}\n\n{}", heading, head);
  for (const BoardRow& row : board.rows) {
    text += fmt::format(" {} |", NameCell(row.method));
    rule += "--:|";
  }
  return text + "\n" + rule + "\n";
}

std::string ProgramsTable(const Board& board) {
  std::string text = TableHead(board, "Ratio by program", "| Program | O0 | Oz |", "|---|--:|--:|");
  for (const BoardProgram& program : board.programs) {
    text += fmt::format("| {} | {} | {} |", NameCell(program.name), FormatCount(program.o0),
                        FormatCount(program.oz));
    for (const BoardRow& row : board.rows) {
      const auto ratio = program.ratios.find(row.method);
      text += ratio == program.ratios.end() ? " - |" : fmt::format(" {:.3f} |", ratio->second);
    }
    text += "\n";
  }
  return text;
}

/// Writes a table whose rows and columns are the methods. `cell` returns the text for a row and a
/// column.
template <typename Cell>
std::string MethodsAgainstMethods(const Board& board, std::string_view heading, const Cell& cell) {
  std::string text = TableHead(board, heading, "|  |", "|---|");
  for (const BoardRow& row : board.rows) {
    text += fmt::format("| {} |", NameCell(row.method));
    for (const BoardRow& column : board.rows) {
      text += fmt::format(" {} |", cell(std::pair(row.method, column.method)));
    }
    text += "\n";
  }
  return text;
}

std::string AdvantagesTable(const Board& board) {
  return MethodsAgainstMethods(
      board, "How many times smaller a row's results are than a column's (geomean of programs)",
      [&](const auto& methods) { return AdvantageText(board, methods, "-"); });
}

std::string WinsTable(const Board& board) {
  return MethodsAgainstMethods(board, "How often a row beats a column, in percent (a tie is half)",
                               [&](const auto& methods) { return WinText(board, methods, "-"); });
}

ordered_json ToJson(const std::optional<BoardScore>& score) {
  if (!score) return nullptr;
  ordered_json json = {{"mean", score->mean}, {"low", nullptr}, {"high", nullptr}};
  if (const auto& interval = score->interval) {
    json["low"] = interval->low;
    json["high"] = interval->high;
  }
  return json;
}

ordered_json ToJson(const Board& board, const BoardRow& row) {
  ordered_json json = {{"method", row.method},
                       {"wall_seconds", nullptr},
                       {"ratio", ToJson(row.ratio)},
                       {"reward", ToJson(row.reward)},
                       {"improved", row.improved},
                       {"regressed", row.regressed},
                       {"runs", row.runs},
                       {"unproved", row.unproved},
                       {"evaluations", row.evaluations},
                       {"failures", row.failures},
                       {"trained_on", TrainedOn(row.method)},
                       {"published", nullptr}};
  json["level_runs"] = row.levels;
  if (row.wall_seconds) json["wall_seconds"] = *row.wall_seconds;
  if (const Published* published = FindPublished(board, row.method)) {
    json["published"] = {{"as", published->as},
                         {"ratio", nullptr},
                         {"reward", published->reward},
                         {"wall_seconds", published->wall_seconds},
                         {"source", kPublishedSource}};
    if (published->ratio) json["published"]["ratio"] = *published->ratio;
  }
  return json;
}

ordered_json ToJson(const Board& board) {
  ordered_json json = {{"objective", board.setting.objective},
                       {"action_space", board.setting.action_space},
                       {"action_space_fingerprint", board.setting.action_space_fingerprint},
                       {"llvm", board.setting.llvm},
                       {"autotune", board.setting.autotune},
                       {"budget_seconds", board.setting.budget_seconds},
                       {"threads", board.setting.threads},
                       {"code_model", board.setting.code_model},
                       {"code_models", board.code_models},
                       {"machines", board.machines},
                       {"compared_runs", board.compared},
                       {"all_programs", board.all_programs},
                       {"programs_without_run", board.without_run},
                       {"methods", ordered_json::array()},
                       {"programs", ordered_json::array()},
                       {"advantages", ordered_json::array()},
                       {"win_rates", ordered_json::array()}};
  for (const BoardRow& row : board.rows) json["methods"].push_back(ToJson(board, row));
  for (const BoardProgram& program : board.programs) {
    json["programs"].push_back({{"program", program.program},
                                {"name", program.name},
                                {"o0", program.o0},
                                {"oz", program.oz},
                                {"ratio", program.ratios},
                                {"reward", program.rewards}});
  }
  for (const auto& [methods, rate] : board.win_rates) {
    const auto& [method, other] = methods;
    json["advantages"].push_back({{"method", method},
                                  {"against", other},
                                  {"ratio", ToJson(Advantage(board, method, other))}});
    json["win_rates"].push_back({{"method", method}, {"against", other}, {"rate", rate}});
  }
  return json;
}

SqlValue Real(const std::optional<double>& value) {
  return value ? SqlValue(*value) : SqlValue(std::monostate());
}

SqlValue Whole(std::uint64_t value) { return static_cast<std::int64_t>(value); }

void AddCsvRows(const Board& board, SqlTable& table) {
  const Setting& setting = board.setting;
  const std::vector<SqlValue> common = {
      setting.objective,     setting.action_space, setting.action_space_fingerprint,
      setting.llvm,          setting.autotune,     setting.budget_seconds,
      Whole(setting.threads)};
  const SqlValue code_models = fmt::format("{}", fmt::join(board.code_models, "; "));
  const auto add = [&](const std::vector<SqlValue>& cells) {
    std::vector<SqlValue>& row = table.rows.emplace_back(common);
    row.insert(row.end(), cells.begin(), cells.end());
    row.resize(table.columns.size());
    row.back() = code_models;
  };
  for (const BoardRow& row : board.rows) {
    const auto bound = [](const std::optional<BoardScore>& score, double Interval::* end) {
      return score && score->interval ? Real((*score->interval).*end) : SqlValue();
    };
    add({row.method,
         SqlValue(),
         row.ratio ? Real(row.ratio->mean) : SqlValue(),
         bound(row.ratio, &Interval::low),
         bound(row.ratio, &Interval::high),
         row.reward ? Real(row.reward->mean) : SqlValue(),
         bound(row.reward, &Interval::low),
         bound(row.reward, &Interval::high),
         Real(row.wall_seconds),
         Whole(row.improved),
         Whole(row.regressed),
         Whole(row.runs),
         Whole(row.unproved),
         Whole(row.levels),
         Whole(row.evaluations),
         Whole(row.failures),
         Whole(board.programs.size()),
         Whole(board.all_programs),
         Whole(board.without_run.size()),
         std::string(TrainedOn(row.method))});
    if (const Published* published = FindPublished(board, row.method)) {
      const std::size_t first = table.columns.size() - 5;
      std::vector<SqlValue>& cells = table.rows.back();
      cells[first] = Real(published->ratio);
      cells[first + 1] = published->reward;
      cells[first + 2] = published->wall_seconds;
      cells[first + 3] = std::string(published->as);
    }
  }
  for (const BoardProgram& program : board.programs) {
    for (const BoardRow& row : board.rows) {
      const auto ratio = program.ratios.find(row.method);
      if (ratio == program.ratios.end()) continue;
      add({row.method, program.name, ratio->second, SqlValue(), SqlValue(),
           program.rewards.at(row.method)});
    }
  }
}

}  // namespace

std::string FormatMarkdown(const std::string& name, const std::vector<Board>& boards) {
  std::string text = fmt::format("# {}\n", name);
  if (boards.empty()) return text + "\nNo run is done yet.\n";
  for (const Board& board : boards) {
    const Setting& setting = board.setting;
    text += fmt::format("\n## {:g} s on {}: {}, action space {} ({}), LLVM {}, autotune {}{}\n\n",
                        setting.budget_seconds, Counted(setting.threads, "thread", "threads"),
                        NameCell(setting.objective), NameCell(setting.action_space),
                        NameCell(setting.action_space_fingerprint.substr(0, 8)),
                        NameCell(setting.llvm), NameCell(setting.autotune),
                        setting.variant.empty() ? "" : ", " + NameCell(setting.variant));
    text += MethodsTable(board) + Notes(board);
    if (!board.programs.empty()) {
      text += ProgramsTable(board) + AdvantagesTable(board) + WinsTable(board);
    }
  }
  return text;
}

std::string FormatBoardCsv(const std::vector<Board>& boards) {
  constexpr auto kColumns = WordArray<32>(
      "objective action_space action_space_fingerprint llvm autotune budget_seconds threads "
      "method program ratio ratio_low ratio_high reward reward_low reward_high wall_seconds "
      "improved regressed runs unproved level_runs evaluations failures programs all_programs "
      "programs_without_run trained_on published_llvm10_ratio published_llvm10_reward "
      "published_llvm10_wall_seconds published_llvm10_as code_models");
  SqlTable table;
  table.columns.assign(kColumns.begin(), kColumns.end());
  for (const Board& board : boards) AddCsvRows(board, table);
  return FormatCsv(table);
}

std::string FormatBoardJson(const std::string& name, const std::vector<Board>& boards) {
  ordered_json json = {{"experiment", name}, {"boards", ordered_json::array()}};
  for (const Board& board : boards) json["boards"].push_back(ToJson(board));
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string FormatStanding(const Board& board) {
  std::string text;
  for (const BoardRow& row : board.rows) {
    if (!row.ratio) continue;
    text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", row.method, row.ratio->mean);
  }
  return text;
}

}  // namespace autotune
