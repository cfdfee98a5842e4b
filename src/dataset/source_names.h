#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace autotune {

/// Names sources, which are absolute, by their paths below their deepest common folder. A source
/// that is there again, compiled in another way, gets a number: `a.c`, `a.c.2`.
std::vector<std::string> NameSources(const std::vector<std::filesystem::path>& sources);

}  // namespace autotune
