#pragma once

#include <filesystem>
#include <string>

#include "cli/options.h"
#include "core/result.h"
#include "eval/reproduction.h"
#include "eval/worker_pool.h"

namespace autotune {

/// True where the name asks for textual IR rather than bitcode.
bool IsTextualIr(const std::filesystem::path& file);

/// Writes a proved module to `options.output`, if that is given: the proved bitcode, or, where its
/// name asks for text, what the printed line writes with `-S`, checked to be the module that was
/// proved. The text isn't made from the bitcode: reading that renews the attributes of intrinsics.
Status WriteModule(const TuneOptions& options, const Reproduction& proved, WorkerPool& pool);

}  // namespace autotune
