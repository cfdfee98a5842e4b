#include "ui/batch_table.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/printable.h"
#include "core/quantity.h"
#include "ui/summary.h"

namespace autotune {

namespace {

std::string ProgramRow(std::size_t width, const TuneResult& outcome) {
  const auto oz = outcome.baselines.levels.find(Level::kOz);
  const bool has_oz = oz != outcome.baselines.levels.end();
  const auto count = [&](const Cost& cost) { return FormatCount(outcome.value(cost)); };
  const Level best = outcome.best_level();
  const Cost result = outcome.delivered();
  std::string row = fmt::format(
      "{:<{}}{:>12}{:>12}{:>11}{:>12}{:>12}{:>9}", Printable(outcome.job.program.string()), width,
      count(outcome.baseline(Level::kO0).cost), has_oz ? count(oz->second.cost) : "-", Title(best),
      count(outcome.baseline(best).cost), count(result),
      has_oz ? FormatChange(outcome.value(result), outcome.value(oz->second.cost)) : "-");
  // The metric that was not minimised may have gone the other way.
  if (NeedsCode(outcome.job.objective)) {
    row += fmt::format("{:>14}", FormatCount(result.instructions));
  } else {
    row +=
        fmt::format("{:>14}", result.object_size ? FormatCount(result.object_size->total()) : "-");
  }
  const Reproduction& proof = outcome.result.reproduction;
  return row + (proof.verified ? "  yes\n" : proof.processes > 0 ? "  once\n" : "  no\n");
}

/// How the results stand against Oz, over the programs that have both.
std::string Means(std::span<const BatchEntry> entries) {
  double log_ratios = 0;
  double reductions = 0;
  int count = 0;
  for (const BatchEntry& entry : entries) {
    if (!entry.outcome) continue;
    const auto oz = entry.outcome->baselines.levels.find(Level::kOz);
    if (oz == entry.outcome->baselines.levels.end()) continue;
    const std::uint64_t of_oz = entry.outcome->value(oz->second.cost);
    const std::uint64_t of_result = entry.outcome->value(entry.outcome->delivered());
    const auto reference = static_cast<double>(of_oz);
    const auto result = static_cast<double>(of_result);
    log_ratios += std::log(RatioToOz(of_oz, of_result));
    reductions += (reference - result) / std::max(reference, 1.0);
    ++count;
  }
  if (count == 0) return "";
  return fmt::format("geomean of Oz/result {:.3f}, mean reduction {:.1f}% of Oz, over {} {}\n",
                     std::exp(log_ratios / count), 100 * reductions / count, count,
                     count == 1 ? "file" : "files");
}

/// How the code of object sizes was generated; several lines if not all programs share one.
std::set<std::string> CodeModelLines(std::span<const BatchEntry> entries) {
  std::set<std::string> lines;
  for (const BatchEntry& entry : entries) {
    if (!entry.outcome || !entry.outcome->result.reproduction.cost.object_size) continue;
    lines.insert(CodeModelLine(entry.outcome->program.code_model));
  }
  return lines;
}

}  // namespace

std::string BatchTable(std::span<const BatchEntry> entries, std::size_t programs,
                       const Terminal& terminal) {
  std::size_t width = 4;
  bool by_size = false;
  for (const BatchEntry& entry : entries) {
    width = std::max(width, Printable(entry.program.string()).size());
    if (entry.outcome) by_size = NeedsCode(entry.outcome->job.objective);
  }
  std::string table =
      fmt::format("{:<{}}{:>12}{:>12}{:>23}{:>12}{:>9}{:>14}  verified\n", "file", width, "O0",
                  "Oz", "best level", "result", "vs Oz", by_size ? "instructions" : "text+data");
  std::size_t failed = 0;
  for (const BatchEntry& entry : entries) {
    if (entry.outcome) {
      table += ProgramRow(width, *entry.outcome);
    } else {
      table += fmt::format("{:<{}}{:>12}\n", Printable(entry.program.string()), width, "failed");
      ++failed;
    }
  }
  for (const std::string& line : CodeModelLines(entries)) table += line;
  table += "\n" + terminal.Bold(Means(entries));
  if (failed > 0) table += fmt::format("{} of {} files failed\n", failed, programs);
  if (entries.size() < programs) {
    table += fmt::format("{} of {} files were not begun\n", programs - entries.size(), programs);
  }
  return table;
}

}  // namespace autotune
