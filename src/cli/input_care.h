#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "eval/worker_pool.h"

namespace autotune {

/// The bytes of a program's file. Errors: one line each for what is missing, unreadable, empty or
/// no regular file.
Result<std::string> ReadProgram(const std::filesystem::path& file);

/// What is odd about a program that could be loaded, one line each. Errors: there is nothing to
/// optimise.
Result<std::vector<std::string>> InputWarnings(const std::filesystem::path& file,
                                               const ProgramInfo& program);

}  // namespace autotune
