#include "core/shard.h"

#include <cstdint>

#include "core/quantity.h"

namespace autotune {

Status ParseShard(const std::string& text, Shard& out) {
  const std::size_t slash = text.find('/');
  const Result<std::uint64_t> index = ParseCount(text.substr(0, slash));
  const Result<std::uint64_t> count = ParseCount(slash == text.npos ? "" : text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count) {
    return Error{ErrorCode::kInvalidArgument, "'" + text + "' is no I/N with I from 1 to N"};
  }
  out = {*index - 1, *count};
  return {};
}

}  // namespace autotune
