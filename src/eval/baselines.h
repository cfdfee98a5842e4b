#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"
#include "eval/worker_pool.h"

namespace autotune {

/// The standard levels a result is held against.
enum class Level { kO0, kO1, kO2, kO3, kOs, kOz, kClangOz };

inline constexpr std::array kLevels = {Level::kO0, Level::kO1, Level::kO2,     Level::kO3,
                                       Level::kOs, Level::kOz, Level::kClangOz};

/// `O0` ... `Oz`, `clang_Oz`: the keys of reports.
std::string_view Name(Level level);

struct Baseline {
  Cost cost;
  Hash128 ir;
  std::string pipeline;  ///< text for `opt -passes=` that reproduces it; empty for O0
  std::vector<std::string> opt_flags{};  ///< what `opt` has to be told besides; see `OptFlags`
  Status sizing{};                       ///< why there is no object size, where one was to be shown
  std::string module{};  ///< what the worker made of it; empty unless it was asked for
  std::chrono::nanoseconds cpu_time{0};  ///< of its passes; 0 if it was not run now
  Clock::duration wall_time{};           ///< of all that it took, without an object size; likewise
};

/// The flags that make `opt` see the target as `clang` does for `kClangOz`; none for other levels.
std::vector<std::string> OptFlags(Level level, const std::string& target_triple);

/// One entry for each level that could be measured. O0 is the program as it came. A level whose
/// pipeline fails on this program (it happens) is absent and named in `failed`.
struct Baselines {
  std::map<Level, Baseline> levels;
  std::map<Level, Error> failed;

  /// The levels, the best by `objective` first. Of equal ones that with the smaller object file, as
  /// far as that is known, then Oz before all others, and O0 last.
  std::vector<Level> BestFirst(Objective objective) const;
  /// The first of these. There is always one: O0.
  Level BestLevel(Objective objective) const;

  /// Whether a level has an object size.
  bool sized() const;
  /// Why one has none, where one was to be shown: LLVM can't generate code for the program, or not
  /// within the limits of a worker.
  Status sizing() const;
};

/// Whether a level is to have an object size: all have where that is the `objective`; otherwise Oz
/// and clang_Oz, to show what fewer instructions come to.
bool WantsSize(Level level, Objective objective);

struct LevelOptions {
  std::chrono::milliseconds time_limit;  ///< of one level
  std::size_t jobs = kLevels.size();     ///< levels at a time, as far as the pool has workers
  /// Ends all levels but Oz, which come after it: once it is interrupted, those under way are
  /// dropped (`failed`). None but clang_Oz is begun once it is exhausted, or if it would be by the
  /// time that Oz took. Null: as long as it takes.
  const Budget* others = nullptr;
  bool sizes = true;  ///< false: no object sizes unless they are the objective
  /// Format in which Oz and clang_Oz keep their modules.
  ModuleFormat module = ModuleFormat::kNone;
};

/// Runs the *textual* pipelines `default<O1>` ... `default<Oz>` and, as text, the pipeline of
/// `clang -Oz`; on the target machine that `opt` makes with the flags of the level. What comes of
/// them is what `opt` writes then, to the IR hash. Errors: `kCancelled` if `budget` or `others`
/// ended before any level but O0 was measured.
///
/// To generate code takes half as long as a level, and is done for those of `WantsSize`. Where
/// object size is not the `objective`, a level comes without one if it can't be had.
Result<Baselines> MeasureBaselines(WorkerPool& pool, const ProgramInfo& program,
                                   Objective objective, const LevelOptions& options,
                                   const Budget& budget);

}  // namespace autotune
