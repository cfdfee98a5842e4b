#pragma once

#include <string_view>

namespace autotune {

/// The text of `quick_lists.txt`.
std::string_view QuickListsText();

}  // namespace autotune
