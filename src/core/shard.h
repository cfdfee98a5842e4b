#pragma once

#include <cstddef>
#include <string>

#include "core/result.h"

namespace autotune {

/// Part `index`, from 0, of `count` parts of some work.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;
};

/// Reads `2/8`, counted from 1, into `out`.
Status ParseShard(const std::string& text, Shard& out);

}  // namespace autotune
