#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace autotune {

/// Returns fields as one text. They may hold any byte but NUL, which ends each of them.
std::string Joined(std::span<const std::string> fields);
/// The inverse of `Joined`.
std::vector<std::string> Fields(std::string_view text);

}  // namespace autotune
