#include "core/objective.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace autotune {

namespace {

constexpr std::array<ObjectiveRow, 2> kRows = {{
    {Objective::kIrInstructions,
     "ir-instructions",
     "instructions",
     {},
     [](const Cost& cost) { return cost.instructions; }},
    {Objective::kObjectSize,
     "object-size",
     "bytes",
     {.object_size = true},
     [](const Cost& cost) { return cost.object_size->total(); }},
}};

constexpr auto kNames = [] {
  std::array<std::string_view, kRows.size()> names;
  for (std::size_t i = 0; i < kRows.size(); ++i) names[i] = kRows[i].name;
  return names;
}();

constexpr bool IsInOrder() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].id != static_cast<Objective>(i)) return false;
  }
  return true;
}
static_assert(IsInOrder(), "RowOf looks a row up by its number");

}  // namespace

std::span<const ObjectiveRow> Objectives() { return kRows; }

const ObjectiveRow& RowOf(Objective objective) {
  return kRows[static_cast<std::size_t>(objective)];
}

std::span<const std::string_view> ObjectiveNames() { return kNames; }

std::optional<Objective> FindObjective(std::string_view name) {
  const auto found = std::ranges::find(kRows, name, &ObjectiveRow::name);
  if (found == kRows.end()) return std::nullopt;
  return found->id;
}

bool HasValue(const Cost& cost, Objective objective) {
  return cost.object_size.has_value() || !NeedsCode(objective);
}

std::uint64_t Value(const Cost& cost, Objective objective) {
  assert(HasValue(cost, objective) && "it was not asked for");
  return RowOf(objective).value(cost);
}

double RatioToOz(std::uint64_t oz, std::uint64_t value) {
  const auto counted = [](std::uint64_t count) {
    return static_cast<double>(std::max<std::uint64_t>(count, 1));
  };
  return counted(oz) / counted(value);
}

}  // namespace autotune
