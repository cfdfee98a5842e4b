#pragma once

#include "core/result.h"
#include "eval/proof/reproduction.h"
#include "tune/job.h"
#include "tune/result.h"

namespace autotune {

/// Checks that the job's output file, if it has one, can be written and that there is room for it.
/// The file is about as large as the program.
Status CheckOutput(const TuneJob& job);

/// Writes the module of a result to `job.output`, if that is given. It is the bitcode or, if the
/// name asks for text, the output of the printed line with `-S`. The text isn't made from the
/// bitcode, because reading bitcode renews the attributes of intrinsics. Errors: `kIo`;
/// `kFatalError` if an object file is asked for and the result has none.
Status WriteModule(const TuneJob& job, const Reproduction& result);

/// Writes the module of a run's result in the same way, with its size attributes if some were
/// chosen, and these to `job.attributes_output`. Further errors: `kNoTime` if the result was
/// not run, or not checked, in time.
Status WriteModule(const TuneResult& tuned);

}  // namespace autotune
