#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Text that `opt -passes=` takes.
namespace autotune {

/// True if its parentheses and angle brackets match.
bool HasMatchingBrackets(std::string_view pipeline);

/// Elements of a pipeline: the parts between its outermost commas.
std::vector<std::string> SplitPipeline(std::string_view pipeline);

}  // namespace autotune
