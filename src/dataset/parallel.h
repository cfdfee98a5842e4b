#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "core/budget.h"

namespace autotune {

/// Calls `work(i)` for each `i` below `count`, in order, on up to `jobs` threads. Starts no more
/// once `budget` is interrupted. Use it for work that waits for other processes, not for search.
template <typename Work>
void ParallelFor(std::size_t jobs, std::size_t count, const Budget& budget, const Work& work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> threads;
  for (std::size_t thread = 0; thread < std::min(jobs, count); ++thread) {
    threads.emplace_back([&] {
      for (std::size_t i; !budget.Interrupted() && (i = next.fetch_add(1)) < count;) work(i);
    });
  }
}

}  // namespace autotune
