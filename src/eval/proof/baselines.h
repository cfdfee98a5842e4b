#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"
#include "eval/client/worker_pool.h"

namespace autotune {

/// The standard levels that a result is compared with.
enum class Level { kO0, kO1, kO2, kO3, kOs, kOz, kClangOz };

inline constexpr std::array kLevels = {Level::kO0, Level::kO1, Level::kO2,     Level::kO3,
                                       Level::kOs, Level::kOz, Level::kClangOz};

/// Returns the key used in reports: `O0` ... `Oz`, `clang_Oz`.
std::string_view Name(Level level);

struct Baseline {
  Cost cost;
  Hash128 ir;
  std::string pipeline;  ///< text for `opt -passes=` that reproduces it; empty for O0
  std::vector<std::string> opt_flags{};  ///< flags `opt` needs besides `-passes=`; see `OptFlags`
  Status sizing{};       ///< reason why there is no object size, if one was to be shown
  std::string module{};  ///< module that the level gives; empty unless asked for
  std::chrono::nanoseconds cpu_time{0};  ///< CPU time of its passes; 0 if not run now
  Clock::duration wall_time{};           ///< wall time, with any code generation; 0 if not run now
  std::optional<Evaluation> state{};     ///< state that the pool keeps; see `LevelOptions::oz_pass`
  std::string object{};                  ///< its object file; empty unless asked for
  CodeModel code_model{};                ///< of its size; as asked for if it was not run now
};

/// Returns the flags that make `opt` see the target as `clang` does for `kClangOz`; none for other
/// levels.
std::vector<std::string> OptFlags(Level level, const std::string& target_triple);

/// The levels measured for a program. O0 is the program as it came. A level whose pipeline fails on
/// this program (it happens) is absent from `levels` and named in `failed`.
struct Baselines {
  std::map<Level, Baseline> levels;
  std::map<Level, Error> failed;

  /// Returns the levels, the best by `objective` first. Equal levels are ordered by object size, as
  /// far as it is known. Then Oz comes before all others, and O0 last.
  std::vector<Level> BestFirst(Objective objective) const;
  /// Returns the first of `BestFirst`. There is always a level: O0.
  Level BestLevel(Objective objective) const;

  /// True if any level has an object size.
  bool sized() const;
  /// Returns the reason if a level lacks an object size that was to be shown. Either LLVM can't
  /// generate code for the program, or not within the limits of a worker.
  Status sizing() const;
};

/// True if a level is to have an object size. All levels have one if it is the `objective`.
/// Otherwise Oz and clang_Oz do, to show the effect of fewer instructions on the size.
bool WantsSize(Level level, Objective objective);

struct LevelOptions {
  std::chrono::milliseconds time_limit;  ///< time limit of one level
  std::size_t jobs = kLevels.size();  ///< levels measured at a time; bounded by the pool's workers
  /// Budget of all levels but Oz, which come after it; null: none. Once it is interrupted, running
  /// levels are dropped (`failed`). Once it is exhausted, only clang_Oz may still begin. Nor do
  /// others begin if they would pass its `pause` by taking as long as Oz did.
  const Budget* others = nullptr;
  bool sizes = true;  ///< false: no object sizes unless they are the objective
  /// The action `default<Oz>`. If it is given, the pool keeps what it makes, for a search to go on
  /// from. It is for runs without sizes and without text.
  std::optional<PassId> oz_pass{};
  /// Time by which clang_Oz has to end if it takes as long as Oz; none: it has until `others` ends.
  std::optional<Clock::time_point> clang_oz_end{};
  /// Format in which the levels keep their modules.
  ModuleFormat module = ModuleFormat::kNone;
  bool objects = false;  ///< levels whose object sizes are measured keep their object files
  std::map<Level, Baseline> known{};  ///< levels that are not run again
  Clock::duration known_oz{};         ///< time that Oz would take, if it is among them
};

/// Runs the *textual* pipelines `default<O1>` ... `default<Oz>`, and the pipeline of `clang -Oz` as
/// clang builds it; a proof runs its text. The target machine is the one that `opt` makes with the
/// flags of the level. The resulting IR hash equals that of the output of `opt`.
///
/// Generating code takes half as long as a level, and is done for the levels of `WantsSize`. If
/// object size is not the `objective`, a level whose code can't be generated comes without one.
/// Errors: `kCancelled` if `budget` or `others` ended before any level but O0 was measured.
Result<Baselines> MeasureBaselines(WorkerPool& pool, const ProgramInfo& program,
                                   Objective objective, const LevelOptions& options,
                                   const Budget& budget);

}  // namespace autotune
