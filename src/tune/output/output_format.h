#pragma once

#include <filesystem>

namespace autotune {

/// True if the name asks for textual IR rather than bitcode.
bool IsTextualIr(const std::filesystem::path& file);

}  // namespace autotune
