#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/evaluator.h"
#include "core/program.h"

namespace autotune {

/// Names a row of `Objectives()`: the number that a run minimises.
enum class Objective : std::uint8_t {
  kIrInstructions,  ///< `llvm::Module::getInstructionCount()`: debug intrinsics and records
                    ///< excluded
  kObjectSize,      ///< bytes of text + data of the object file that the run's `CodeModel` gives
};

inline constexpr Objective kDefaultObjective = Objective::kIrInstructions;

/// All that is known of an objective. A new one is an enumerator, a row of this table, a migration
/// of the database, whose view `runs` says what `value` says, and the same in `report/study.cpp`.
/// `SizeGuard` knows one objective that needs code.
struct ObjectiveRow {
  Objective id;
  std::string_view name;  ///< for `--objective` and in the database
  std::string_view unit;  ///< of `value`, in the plural
  Observe observe;        ///< needed to know `value`
  std::uint64_t (*value)(const Cost&);
};

/// The table, in the order of the enumerators.
std::span<const ObjectiveRow> Objectives();
const ObjectiveRow& RowOf(Objective objective);

/// The names of all rows, in order.
std::span<const std::string_view> ObjectiveNames();
std::optional<Objective> FindObjective(std::string_view name);

inline std::string_view Name(Objective objective) { return RowOf(objective).name; }

/// The measurements that `Value` needs.
inline Observe ObserveFor(Objective objective) { return RowOf(objective).observe; }

/// True if code is generated for each value. That takes longer than all else, and it may fail.
inline bool NeedsCode(Objective objective) { return ObserveFor(objective).object_size; }

/// True if the cost was measured with `ObserveFor(objective)`, and code generation worked.
bool HasValue(const Cost& cost, Objective objective);

/// The number the objective minimises. Needs a cost that has one.
std::uint64_t Value(const Cost& cost, Objective objective);

/// Returns `oz` / `value`, counting 0 as 1. -Oz leaves nothing of a module that nobody can call
/// into, and one such program would make every mean 0.
double RatioToOz(std::uint64_t oz, std::uint64_t value);

}  // namespace autotune
