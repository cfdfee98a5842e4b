#include "eval/proto/live_list.h"

#include <algorithm>

namespace autotune {

std::optional<std::size_t> LiveList::LengthIn(const PassSequence& list) const {
  const auto end = std::ranges::mismatch(applied, list).in1;
  const auto shared = static_cast<std::size_t>(end - applied.begin());
  if (shared + idle < applied.size()) return std::nullopt;
  return shared;
}

}  // namespace autotune
