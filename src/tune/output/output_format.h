#pragma once

#include <filesystem>

namespace autotune {

/// True if the name asks for textual IR rather than bitcode.
bool IsTextualIr(const std::filesystem::path& file);

/// True if the name asks for an object file rather than a module.
bool IsObjectFile(const std::filesystem::path& file);

/// Returns a name for the module that an object file of this name is made of, other than that of
/// the `input`. Names of modules stay.
std::filesystem::path ModuleOf(std::filesystem::path file, const std::filesystem::path& input);

}  // namespace autotune
