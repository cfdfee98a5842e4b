#pragma once

#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/result.h"
#include "core/training_set.h"
#include "eval/client/worker_pool.h"
#include "learn/collect_job.h"
#include "learn/edit_log.h"
#include "learn/training_sources.h"
#include "model/model.h"

namespace autotune {

/// Searches on programs and turns the results into training programs. Thread-safe.
class ProgramCollector {
 public:
  /// All arguments must outlive this object. `model` guides the searches; null: none does. `edits`
  /// gets the changes that `local` tried; null: they are dropped.
  ProgramCollector(const CollectOptions& options, const ActionSpace& actions, const Model* model,
                   EditLog* edits)
      : options_(options), actions_(actions), model_(model), edits_(edits) {}

  /// Collects from a program whose file holds `bytes`. Runs as oneTBB tasks. Errors: one line that
  /// says what is wrong with the program; `kCancelled` once `budget` is. `kNotFound` if nothing as
  /// good as -Oz was found, since there is nothing to learn from worse lists.
  Result<TrainingProgram> Collect(const TrainingSource& source, std::string bytes,
                                  Budget& budget) const;

 private:
  Result<std::vector<PassSequence>> Seeds(const Hash128& ir, const std::string& llvm_version) const;
  Result<std::vector<Episode>> Search(WorkerPool& pool, const std::string& family,
                                      const Evaluation& root, const IrTokens& tokens,
                                      Budget& budget) const;

  const CollectOptions& options_;
  const ActionSpace& actions_;
  const Model* const model_;
  EditLog* const edits_;
};

}  // namespace autotune
