#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace autotune {

/// A name for each program (the key is its hash): its file's name, with as many folders in front as
/// it takes to tell it from the others. Where paths are the same, the hash's first digits follow.
std::map<std::string, std::string> DistinctNames(
    const std::map<std::string, std::filesystem::path>& paths);

}  // namespace autotune
