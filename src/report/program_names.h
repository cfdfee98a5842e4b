#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace autotune {

/// Returns a name for each program; keys are hashes. A name is the file's name with as many folders
/// in front as it takes to be unique. Programs with equal paths also get the first digits of the
/// hash.
std::map<std::string, std::string> DistinctNames(
    const std::map<std::string, std::filesystem::path>& paths);

}  // namespace autotune
