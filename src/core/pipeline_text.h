#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Text that `opt -passes=` takes.
namespace autotune {

/// True if the parentheses and angle brackets of the text match.
bool HasMatchingBrackets(std::string_view pipeline);

/// Returns the elements of a pipeline: the parts between its outermost commas.
std::vector<std::string> SplitPipeline(std::string_view pipeline);

}  // namespace autotune
