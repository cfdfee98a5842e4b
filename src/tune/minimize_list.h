#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

#include "core/budget.h"
#include "core/code_model.h"
#include "core/result.h"
#include "eval/proof/baselines.h"
#include "tune/input/given_pipeline.h"
#include "tune/input/whole_program.h"
#include "tune/job.h"
#include "tune/observer.h"
#include "tune/result.h"
#include "tune/stop_token.h"

namespace autotune {

/// A list without the passes that its program does as well or better without.
struct MinimizedList {
  std::filesystem::path program;  ///< name with the section that holds it (`ModuleName`)
  Baselines baselines;
  CodeModel code_model;                       ///< of the object sizes
  std::optional<WholeProgram> whole_program;  ///< how the program was made; none: it is as given
  std::size_t length;                         ///< passes of the list that was given
  Proven proven;
};

/// Drops passes of a pipeline as long as the job's budget lasts, and proves the rest. The proof
/// comes on top of the budget. `job.threads` is known, > 0. Blocks. Errors: a pass fails on the
/// program, or the list can't be proved; `kCancelled` after a request to stop; `kNoTime` if that
/// leaves no time for the proof, with the list that is left.
Result<MinimizedList> MinimizeList(const TuneJob& job, const GivenPipeline& pipeline,
                                   TuneObserver& observer, const StopToken& stop,
                                   Clock::time_point started);

}  // namespace autotune
