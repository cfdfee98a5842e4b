#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "dataset/manifest.h"
#include "dataset/set_folder.h"
#include "eval/client/worker_pool.h"

namespace autotune {

/// A program of a set that can be built.
struct Unit {
  std::string file;  ///< as in `DatasetProgram`; unique in the set
  Split split = Split::kTrain;
  std::string flags;
  Origin origin;
  Hash128 inputs;
  /// Makes the module `file`, or returns the reason why not. `scratch` is a folder for this call
  /// alone. Called at most once, from any thread.
  std::function<Status(const std::filesystem::path& scratch, const std::filesystem::path& file,
                       const Budget& budget)>
      build;
};

/// The progress of a build.
struct BuildProgress {
  std::string_view what;  ///< things that are counted, in the plural: `packages`, `programs`
  std::size_t done = 0;
  std::size_t total = 0;
  std::size_t failed = 0;
};
using OnBuildProgress = std::function<void(const BuildProgress&)>;

/// The treatment of equal programs.
enum class Duplicates {
  kKeep,
  /// Keeps one of the programs with the same IR or the same shape in the same topmost folder. It is
  /// that of the latest split, then the first by file.
  kDrop,
  kDropEverywhere,  ///< as `kDrop`, also if the topmost folders differ
};

struct AssembleOptions {
  std::size_t jobs = 1;
  Duplicates duplicates = Duplicates::kKeep;
  /// Programs of the set whose file begins with this text stay in it even if they are not among the
  /// units. Without a value, none stay.
  std::optional<std::string> kept = {};
  OnBuildProgress on_progress = [](const BuildProgress&) {};  ///< calls never overlap
};

/// Builds the units that `folder` does not have yet, measures them and finishes the set. `header`
/// has everything but the lists; failures are added to its own. The result depends on the units
/// alone, not on interruptions. Errors: `kCancelled`, `kIo`, `kWorkerLost`.
Result<Manifest> Assemble(SetFolder& folder, Manifest header, const std::vector<Unit>& units,
                          const AssembleOptions& options, WorkerPool& pool, const Budget& budget);

}  // namespace autotune
