#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Text that `opt -passes=` takes.
namespace autotune {

/// The level that results are compared with.
inline constexpr std::string_view kOzPipeline = "default<Oz>";

/// True if the parentheses and angle brackets of the text match.
bool HasMatchingBrackets(std::string_view pipeline);

/// Returns the elements of a pipeline: the parts between its outermost commas.
std::vector<std::string> SplitPipeline(std::string_view pipeline);

}  // namespace autotune
