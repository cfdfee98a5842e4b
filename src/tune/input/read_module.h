#pragma once

#include <filesystem>
#include <string>

#include "core/budget.h"
#include "core/result.h"
#include "eval/process/temp_directory.h"

namespace autotune {

/// A module as it was read.
struct ReadModule {
  std::string bytes;
  std::filesystem::path name;  ///< with the section that holds it, as in `ModuleName`
};

/// Reads a module that is a file, a member of an archive, or a section of either, by the tools that
/// `ModuleCommand` names. They write to `folder`. Not thread-safe for one folder. Errors: those of
/// `ReadProgram`; `kBadInput` if an object file has no module or several; `kNotFound` without the
/// tools; `kCancelled` once `budget` is interrupted.
Result<ReadModule> ReadNamedModule(const std::filesystem::path& name, const TempDirectory& folder,
                                   const Budget& budget);

}  // namespace autotune
