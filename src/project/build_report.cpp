#include "project/build_report.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/printable.h"
#include "core/quantity.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNameWidth = 44;

std::string Cell(std::optional<std::uint64_t> bytes) { return bytes ? FormatCount(*bytes) : "-"; }

std::string Line(const std::string& name, const BuiltFile& file, const std::string& from) {
  const std::string change =
      file.before && file.after ? FormatChange(*file.after, *file.before) : "-";
  std::string line = fmt::format("{:<{}} {:>11} {:>11} {:>8}", name, kNameWidth, Cell(file.before),
                                 Cell(file.after), change);
  return line + (from.empty() ? "\n" : "  " + from + "\n");
}

constexpr char kTakenBack[] = "taken back: the check fails with it";

std::string WhereFrom(const LinkedFile& file) {
  if (file.taken_back) return std::string("linked; as one module ") + kTakenBack;
  if (file.outdated) return "linked; it has changed since it was tuned as one module";
  if (file.units == 0) return "linked";
  return fmt::format("linked, one module of {}, {}", Counted(file.units, "unit", "units"),
                     Counted(file.passes, "pass", "passes"));
}

std::string WhereFrom(const BuiltUnit& unit) {
  if (unit.taken_back) return kTakenBack;
  return Counted(unit.passes, "pass", "passes");
}

/// All objects together; those without both sizes are left out. Bitcode has none.
BuiltFile Total(const std::vector<BuiltUnit>& units) {
  BuiltFile total;
  for (const BuiltUnit& unit : units) {
    if (!unit.object.before || !unit.object.after) continue;
    total.before = total.before.value_or(0) + *unit.object.before;
    total.after = total.after.value_or(0) + *unit.object.after;
  }
  return total;
}

}  // namespace

std::string NameFrom(const fs::path& folder, const fs::path& file) {
  const fs::path relative = file.lexically_relative(folder);
  const bool below = !relative.empty() && *relative.begin() != "..";
  return Printable((below ? relative : file).string());
}

std::string BuildTable(const BuildReport& report, const fs::path& folder) {
  std::string table =
      fmt::format("{:<{}} {:>11} {:>11} {:>8}\n", "text + data", kNameWidth, "before", "after", "");
  for (const LinkedFile& linked : report.linked) {
    table += Line(NameFrom(folder, linked.file.path), linked.file, WhereFrom(linked));
  }
  std::size_t tuned = 0;
  for (const BuiltUnit& unit : report.units) {
    tuned += unit.passes > 0 ? 1 : 0;
    if (unit.passes == 0 && !unit.taken_back) continue;
    table += Line(NameFrom(folder, unit.object.path), unit.object, WhereFrom(unit));
  }
  table += Line(Counted(report.units.size(), "object", "objects"), Total(report.units),
                fmt::format("{} tuned", tuned));
  return table;
}

std::string BuildCounts(const BuildReport& report) {
  std::vector<std::pair<std::string, std::size_t>> counts(report.counts.begin(),
                                                          report.counts.end());
  std::ranges::sort(counts, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::string text;
  for (const auto& [event, count] : counts) {
    text += fmt::format("{:>8} {}\n", FormatCount(count), Printable(event));
  }
  return text;
}

}  // namespace autotune
