#include "report/board.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/objective.h"

namespace autotune {

namespace {

using Runs = std::vector<const StudiedRun*>;

double Reward(const StudiedRun& run) {
  const auto o0 = static_cast<double>(run.o0);
  const double removed = o0 - static_cast<double>(*run.best);
  return std::max(0.0, removed / std::max(o0 - static_cast<double>(*run.oz), 1.0));
}

std::optional<BoardScore> Score(const std::vector<double>& of_programs, bool with_interval) {
  if (of_programs.empty()) return std::nullopt;
  BoardScore score{GeometricMean(of_programs), {}};
  if (with_interval && of_programs.size() > 1) score.interval = BootstrapGeometricMean(of_programs);
  return score;
}

BoardRow MakeRow(const std::string& method, const Runs& runs, const Board& board,
                 const Runs& compared, bool with_intervals) {
  BoardRow row;
  row.method = method;
  for (const StudiedRun* run : runs) {
    if (run->method != method) continue;
    ++row.runs;
    row.unproved += run->best ? 0 : 1;
    row.levels += run->is_level ? 1 : 0;
    row.evaluations += run->evaluations;
    row.failures += run->failures;
  }
  double wall_seconds = 0;
  std::uint64_t count = 0;
  for (const StudiedRun* run : compared) {
    if (run->method != method) continue;
    wall_seconds += run->wall_seconds.value_or(0);
    ++count;
  }
  if (count == 0) return row;
  if (row.runs > 0) row.wall_seconds = wall_seconds / static_cast<double>(count);
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
  row.ratio = Score(ratios, with_intervals);
  row.reward = Score(rewards, with_intervals);
  return row;
}

std::vector<BoardProgram> MakePrograms(const Runs& compared) {
  std::map<std::string, BoardProgram> programs;
  std::map<MethodPair, std::vector<double>> ratios;
  std::map<MethodPair, std::vector<double>> rewards;
  for (const StudiedRun* run : compared) {
    BoardProgram& program = programs[run->program];
    program.program = run->program;
    program.name = run->name;
    program.o0 = run->o0;
    program.oz = *run->oz;
    ratios[{run->program, run->method}].push_back(RatioToOz(*run->oz, *run->best));
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

double ShareOfWins(const Runs& runs, const Runs& others) {
  double wins = 0;
  for (const StudiedRun* run : runs) {
    for (const StudiedRun* other : others) {
      wins += *run->best < *other->best ? 1 : *run->best == *other->best ? 0.5 : 0;
    }
  }
  return wins / static_cast<double>(runs.size() * others.size());
}

/// Returns the share of wins of each method over each other one. A pair that was run more than once
/// counts once, with all its runs against each other.
std::map<MethodPair, double> WinRates(const Runs& compared) {
  std::map<ProgramAndSeed, std::map<std::string, Runs>> by_pair;
  for (const StudiedRun* run : compared) {
    by_pair[{run->program, run->seed}][run->method].push_back(run);
  }
  std::map<MethodPair, double> rates;
  for (const auto& [pair, by_method] : by_pair) {
    for (const auto& [method, runs] : by_method) {
      for (const auto& [other, others] : by_method) {
        if (method == other) continue;
        rates[{method, other}] += ShareOfWins(runs, others) / static_cast<double>(by_pair.size());
      }
    }
  }
  return rates;
}

/// Returns the compared pairs as if run by `kBestLevel`, or nothing if a level is unknown.
std::vector<StudiedRun> LevelRuns(const Runs& compared) {
  std::vector<StudiedRun> levels;
  std::set<ProgramAndSeed> pairs;
  for (const StudiedRun* run : compared) {
    if (!run->best_level) return {};
    if (!pairs.emplace(run->program, run->seed).second) continue;
    StudiedRun& level = levels.emplace_back();
    level.method = kBestLevel;
    level.program = run->program;
    level.name = run->name;
    level.seed = run->seed;
    level.o0 = run->o0;
    level.oz = run->oz;
    level.best = run->best_level;
  }
  return levels;
}

}  // namespace

std::set<ProgramAndSeed> PairsOfAllMethods(const std::vector<const StudiedRun*>& runs) {
  std::map<ProgramAndSeed, std::set<std::string>> methods_of;
  std::set<std::string> methods;
  for (const StudiedRun* run : runs) {
    methods_of[{run->program, run->seed}].insert(run->method);
    methods.insert(run->method);
  }
  std::set<ProgramAndSeed> pairs;
  for (const auto& [pair, present] : methods_of) {
    if (present.size() == methods.size()) pairs.insert(pair);
  }
  return pairs;
}

Board MakeBoard(const Study& study, bool with_intervals) {
  Board board;
  board.setting = study.setting;
  Runs runs;
  Runs proved;
  for (const StudiedRun& run : study.runs) {
    if (run.status == RunStatus::kInterrupted || !run.oz) continue;
    runs.push_back(&run);
    if (run.best) proved.push_back(&run);
  }
  const std::set<ProgramAndSeed> pairs = PairsOfAllMethods(proved);
  board.compared = pairs.size();
  std::set<std::string> methods;
  std::set<std::string> programs;
  std::set<std::string> machines;
  std::set<std::string> code_models;
  Runs compared;
  for (const StudiedRun* run : runs) {
    methods.insert(run->method);
    programs.insert(run->program);
    machines.insert(run->machine);
    code_models.insert(run->code_model);
    if (run->best && pairs.contains({run->program, run->seed})) compared.push_back(run);
  }
  const std::vector<StudiedRun> levels = LevelRuns(compared);
  for (const StudiedRun& level : levels) compared.push_back(&level);
  if (!levels.empty()) methods.insert(kBestLevel);
  board.machines.assign(machines.begin(), machines.end());
  board.code_models.assign(code_models.begin(), code_models.end());
  board.all_programs = programs.size();
  board.programs = MakePrograms(compared);
  board.win_rates = WinRates(compared);
  for (const std::string& method : methods) {
    board.rows.push_back(MakeRow(method, runs, board, compared, with_intervals));
  }
  std::ranges::sort(board.rows, {}, [](const BoardRow& row) {
    return std::pair(row.ratio ? -row.ratio->mean : 0, row.method);
  });
  return board;
}

std::optional<BoardScore> Advantage(const Board& board, const std::string& method,
                                    const std::string& other) {
  std::vector<double> factors;
  for (const BoardProgram& program : board.programs) {
    const auto mine = program.ratios.find(method);
    const auto others = program.ratios.find(other);
    if (mine == program.ratios.end() || others == program.ratios.end()) return std::nullopt;
    factors.push_back(mine->second / others->second);
  }
  return Score(factors, true);
}

std::string ScoreText(const std::optional<BoardScore>& score, std::string_view none, int decimals) {
  if (!score) return std::string(none);
  if (!score->interval) return fmt::format("{:.{}f}", score->mean, decimals);
  const auto& [low, high] = *score->interval;
  return fmt::format("{:.{}f} [{:.{}f}, {:.{}f}]", score->mean, decimals, low, decimals, high,
                     decimals);
}

std::string AdvantageText(const Board& board, const MethodPair& methods, std::string_view none) {
  if (methods.first == methods.second) return std::string(none);
  return ScoreText(Advantage(board, methods.first, methods.second), none, 4);
}

std::string WinText(const Board& board, const MethodPair& methods, std::string_view none) {
  const auto rate = board.win_rates.find(methods);
  if (rate == board.win_rates.end()) return std::string(none);
  return fmt::format("{:.0f}", rate->second * 100);
}

}  // namespace autotune
