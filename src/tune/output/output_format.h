#pragma once

#include <filesystem>

namespace autotune {

/// True if the name asks for textual IR rather than bitcode.
bool IsTextualIr(const std::filesystem::path& file);

/// True if the name asks for an object file rather than a module.
bool IsObjectFile(const std::filesystem::path& file);

/// Returns the name of the module that an object file of this name is made of. Other names stay.
std::filesystem::path ModuleOf(std::filesystem::path file);

}  // namespace autotune
