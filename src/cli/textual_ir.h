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

/// What the printed line writes where it ends in `-S`, checked to be the module that was proved. It
/// isn't made from the proved bitcode: reading that renews the attributes of intrinsics.
Result<std::string> ReproduceAsText(const TuneOptions& options, const Reproduction& proved,
                                    WorkerPool& pool);

}  // namespace autotune
