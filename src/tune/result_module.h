#pragma once

#include "core/result.h"
#include "eval/reproduction.h"
#include "tune/job.h"
#include "tune/result.h"

namespace autotune {

/// Writes a module to `job.output`, if that is given: the bitcode, or, if its name asks for text,
/// what the printed line writes with `-S`. That text isn't made from the bitcode, because reading
/// bitcode renews the attributes of intrinsics. Errors: `kIo`.
Status WriteModule(const TuneJob& job, const Reproduction& result);

/// The same for the result of a run. Errors besides: `kNoTime` if the result was not run, or not
/// checked, in time.
Status WriteModule(const TuneResult& tuned);

}  // namespace autotune
