#pragma once

#include <filesystem>
#include <string>

#include "cli/options.h"
#include "core/result.h"
#include "eval/reproduction.h"

namespace autotune {

/// True where the name asks for textual IR rather than bitcode.
bool IsTextualIr(const std::filesystem::path& file);

/// Writes a module to `options.output`, if that is given: the bitcode, or, if its name asks for
/// text, what the printed line writes with `-S`. That text isn't made from the bitcode, because
/// reading bitcode renews the attributes of intrinsics. Errors: `kIo`.
Status WriteModule(const TuneOptions& options, const Reproduction& result);

}  // namespace autotune
