#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/program.h"
#include "core/result.h"
#include "eval/proof/reproduction.h"
#include "tune/input/loaded_program.h"
#include "tune/job.h"

namespace autotune {

/// A program after `-Oz`, and after the learned lists of the plugin.
struct QuickResult {
  std::filesystem::path program;  ///< name with the section that holds it (`ModuleName`)
  Cost given;                     ///< program as given
  Cost oz;                        ///< after `default<Oz>`
  Reproduction result;  ///< module that is delivered, as a process of stock `opt` wrote it
  /// Reason why the result is that of `default<Oz>`; empty if the lists gave it.
  std::string failure{};
};

/// Returns what `TuneQuick` runs, as candidates for a proof. One takes care of bytes; if nothing
/// but instructions counts for `job`, there are two, which outline more. Errors: `kNotFound`
/// without the plugin.
Result<std::vector<Candidate>> QuickCandidates(const TuneJob& job);

/// Makes a program smaller without a search: stock `opt` runs `default<Oz>` and the plugin's
/// learned lists (docs/plans.md), in one process for each of `QuickCandidates`. Another process
/// runs `default<Oz>` alone. Its module is the result if the others fail, give more instructions or
/// bytes, or the job's check rejects the best. More bytes don't matter if only instructions count.
/// No decision depends on time. Blocks.
///
/// Errors: those of `default<Oz>`, as for `Reproduce`; `kNotFound` without the plugin; those of the
/// job's check if it rejects `default<Oz>`, too; `kCancelled` once `budget` is interrupted.
Result<QuickResult> TuneQuick(const TuneJob& job, const Budget& budget,
                              const StartPool& start_pool = WorkerPool::Start);

}  // namespace autotune
