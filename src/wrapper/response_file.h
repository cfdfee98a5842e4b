#pragma once

#include <string>
#include <vector>

namespace autotune {

/// Returns the words with those of response files (`@FILE`) in their places, as clang quotes them.
/// Returns all words unchanged if a file can't be read, names another one or is not plain text, or
/// if the files have more than 100,000 bytes.
std::vector<std::string> ExpandResponseFiles(std::vector<std::string> words);

}  // namespace autotune
