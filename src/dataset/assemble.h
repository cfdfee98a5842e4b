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
#include "eval/worker_pool.h"

namespace autotune {

/// A program of a set that can be built.
struct Unit {
  std::string file;  ///< as in `DatasetProgram`; unique in the set
  Split split = Split::kTrain;
  std::string flags;
  Origin origin;
  Hash128 inputs;
  /// Makes the module `file` or says why not. `scratch` is a folder for this call alone. Called
  /// from any thread, once, or not at all.
  std::function<Status(const std::filesystem::path& scratch, const std::filesystem::path& file,
                       const Budget& budget)>
      build;
};

/// How far something is.
struct BuildProgress {
  std::string_view what;  ///< a plural: `packages`, `programs`
  std::size_t done = 0;
  std::size_t total = 0;
  std::size_t failed = 0;
};
using OnBuildProgress = std::function<void(const BuildProgress&)>;

/// Programs that say the same twice.
enum class Duplicates {
  kKeep,
  /// Of programs with the same IR or of the same shape, in the same topmost folder, one stays: that
  /// of the later split, then the one whose file comes first.
  kDrop,
};

struct AssembleOptions {
  std::size_t jobs = 1;
  Duplicates duplicates = Duplicates::kKeep;
  /// Programs of the set whose file begins with that stay in it where they are not among the units.
  std::optional<std::string> kept = {};
  OnBuildProgress on_progress = [](const BuildProgress&) {};  ///< calls never overlap
};

/// Builds the units that `folder` does not have yet, measures them and finishes the set. `header`
/// has everything but the lists; its failures are added to. The outcome depends on the units alone,
/// not on how often it was interrupted. Errors: `kCancelled`, `kIo`, `kWorkerLost`.
Result<Manifest> Assemble(SetFolder& folder, Manifest header, const std::vector<Unit>& units,
                          const AssembleOptions& options, WorkerPool& pool, const Budget& budget);

}  // namespace autotune
