#pragma once

#include <span>
#include <string>
#include <string_view>

namespace autotune {

/// Returns `; did you mean 'budget'?` with the known word that is most like `word`, if at most a
/// third of its letters, and at most two, have to be inserted, dropped, replaced or swapped with
/// the next one. Otherwise returns nothing. Of equally good words the first one is taken.
std::string Suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace autotune
