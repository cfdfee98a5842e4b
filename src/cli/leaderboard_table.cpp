#include "cli/leaderboard_table.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "db/query.h"

namespace autotune {

namespace {

using Runs = std::vector<const BoardRun*>;
using Pair = std::pair<std::string, std::uint64_t>;  // program and seed

double Ratio(const BoardRun& run) {
  return static_cast<double>(run.oz) / static_cast<double>(std::max<std::uint64_t>(*run.best, 1));
}

double Reward(const BoardRun& run) {
  const auto o0 = static_cast<double>(run.o0);
  const double removed = o0 - static_cast<double>(*run.best);
  return std::max(0.0, removed / std::max(o0 - static_cast<double>(run.oz), 1.0));
}

/// The pairs that every method with a result has a result for.
std::set<Pair> ComparedPairs(const Runs& runs) {
  std::map<Pair, std::set<std::string>> methods_of;
  std::set<std::string> methods;
  for (const BoardRun* run : runs) {
    if (!run->best) continue;
    methods_of[{run->program, run->seed}].insert(run->method);
    methods.insert(run->method);
  }
  std::set<Pair> compared;
  for (const auto& [pair, present] : methods_of) {
    if (present.size() == methods.size()) compared.insert(pair);
  }
  return compared;
}

std::optional<BoardScore> Score(const std::vector<double>& of_programs) {
  if (of_programs.empty()) return std::nullopt;
  return BoardScore{GeometricMean(of_programs), BootstrapGeometricMean(of_programs)};
}

BoardRow MakeRow(const std::string& method, const Runs& runs, const Board& board,
                 const Runs& compared) {
  BoardRow row;
  row.method = method;
  for (const BoardRun* run : runs) {
    if (run->method != method) continue;
    ++row.runs;
    row.unproved += run->best ? 0 : 1;
    row.evaluations += run->evaluations;
    row.failures += run->failures;
  }
  double wall_seconds = 0;
  std::uint64_t count = 0;
  for (const BoardRun* run : compared) {
    if (run->method != method) continue;
    wall_seconds += run->wall_seconds;
    ++count;
  }
  if (count == 0) return row;
  row.wall_seconds = wall_seconds / static_cast<double>(count);
  std::vector<double> ratios;
  std::vector<double> rewards;
  for (const BoardProgram& program : board.programs) {
    ratios.push_back(program.ratios.at(method));
    rewards.push_back(program.rewards.at(method));
  }
  // Means of equal values may be off by a rounding error.
  constexpr double kRounding = 1e-9;
  row.improved = static_cast<std::uint64_t>(
      std::ranges::count_if(ratios, [](double ratio) { return ratio > 1 + kRounding; }));
  row.regressed = static_cast<std::uint64_t>(
      std::ranges::count_if(ratios, [](double ratio) { return ratio < 1 - kRounding; }));
  row.ratio = Score(ratios);
  row.reward = Score(rewards);
  return row;
}

std::vector<BoardProgram> MakePrograms(const Runs& compared) {
  std::map<std::string, BoardProgram> programs;
  std::map<std::pair<std::string, std::string>, std::vector<double>> ratios;
  std::map<std::pair<std::string, std::string>, std::vector<double>> rewards;
  for (const BoardRun* run : compared) {
    BoardProgram& program = programs[run->program];
    program.program = run->program;
    program.name = run->name;
    program.o0 = run->o0;
    program.oz = run->oz;
    ratios[{run->program, run->method}].push_back(Ratio(*run));
    rewards[{run->program, run->method}].push_back(Reward(*run));
  }
  for (const auto& [key, values] : ratios) {
    programs[key.first].ratios[key.second] = GeometricMean(values);
    programs[key.first].rewards[key.second] = GeometricMean(rewards[key]);
  }
  std::vector<BoardProgram> sorted;
  for (auto& [hash, program] : programs) sorted.push_back(std::move(program));
  std::ranges::sort(sorted, {}, [](const BoardProgram& program) {
    return std::pair(program.name, program.program);
  });
  return sorted;
}

std::map<std::pair<std::string, std::string>, double> WinRates(const Runs& compared) {
  std::map<Pair, Runs> by_pair;
  for (const BoardRun* run : compared) by_pair[{run->program, run->seed}].push_back(run);
  std::map<std::pair<std::string, std::string>, double> wins;
  for (const auto& [pair, runs] : by_pair) {
    for (const BoardRun* one : runs) {
      for (const BoardRun* other : runs) {
        if (one->method == other->method) continue;
        const double win = *one->best < *other->best ? 1 : *one->best == *other->best ? 0.5 : 0;
        wins[{one->method, other->method}] += win / static_cast<double>(by_pair.size());
      }
    }
  }
  return wins;
}

Board MakeBoard(const BoardSettings& settings, const Runs& runs) {
  Board board;
  board.settings = settings;
  const std::set<Pair> pairs = ComparedPairs(runs);
  board.compared = pairs.size();
  std::set<std::string> methods;
  std::set<std::string> programs;
  std::set<std::string> machines;
  Runs compared;
  for (const BoardRun* run : runs) {
    methods.insert(run->method);
    programs.insert(run->program);
    machines.insert(run->machine);
    if (run->best && pairs.contains({run->program, run->seed})) compared.push_back(run);
  }
  board.machines.assign(machines.begin(), machines.end());
  board.all_programs = programs.size();
  board.programs = MakePrograms(compared);
  board.win_rates = WinRates(compared);
  for (const std::string& method : methods) {
    board.rows.push_back(MakeRow(method, runs, board, compared));
  }
  std::ranges::sort(board.rows, {}, [](const BoardRow& row) {
    return std::pair(row.ratio ? -row.ratio->mean : 0, row.method);
  });
  return board;
}

std::uint64_t Count(const SqlValue& value) {
  const auto* number = std::get_if<std::int64_t>(&value);
  return number ? static_cast<std::uint64_t>(*number) : 0;
}

double Real(const SqlValue& value) {
  const auto* number = std::get_if<double>(&value);
  return number ? *number : 0;
}

std::string Text(const SqlValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text ? *text : "";
}

constexpr const char* kBoardRuns = R"sql(
SELECT objective, action_space, runs.llvm, budget_seconds, threads, method, program, name, seed, o0, oz,
  iif(verified, best, NULL), wall_seconds, evaluations,
  (SELECT sum(count) FROM failure WHERE failure.run = runs.run),
  cpu || ', ' || cores || ' cores', toolchain.autotune, action_space_fingerprint
FROM runs JOIN toolchain USING (toolchain)
JOIN (SELECT run, cpu, cores, action_space_fingerprint FROM run) USING (run)
WHERE experiment = :experiment AND status IN ('finished', 'failed') AND oz IS NOT NULL
ORDER BY run)sql";

}  // namespace

std::vector<Board> MakeBoards(const std::vector<BoardRun>& runs) {
  std::map<BoardSettings, Runs> by_settings;
  for (const BoardRun& run : runs) by_settings[run.settings].push_back(&run);
  std::vector<Board> boards;
  for (const auto& [settings, of_these] : by_settings) {
    boards.push_back(MakeBoard(settings, of_these));
  }
  return boards;
}

Result<std::vector<BoardRun>> ReadBoardRuns(Database& database, const std::string& experiment) {
  const Result<SqlTable> table = RunQuery(database, kBoardRuns, {{":experiment", experiment}});
  if (!table) return table.error();
  std::vector<BoardRun> runs;
  for (const std::vector<SqlValue>& row : table->rows) {
    BoardRun run;
    run.settings = {Text(row[0]),  Text(row[1]),  Text(row[2]), Real(row[3]),
                    Count(row[4]), Text(row[16]), Text(row[17])};
    run.method = Text(row[5]);
    run.program = Text(row[6]);
    run.name = Text(row[7]);
    run.seed = Count(row[8]);
    run.o0 = Count(row[9]);
    run.oz = Count(row[10]);
    if (std::holds_alternative<std::int64_t>(row[11])) run.best = Count(row[11]);
    run.wall_seconds = Real(row[12]);
    run.evaluations = Count(row[13]);
    run.failures = Count(row[14]);
    run.machine = Text(row[15]);
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace autotune
