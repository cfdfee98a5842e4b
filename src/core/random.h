#pragma once

#include <cassert>
#include <cstdint>

namespace autotune {

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). It
/// gives the same numbers on every platform, unlike the distributions of <random>. Not thread-safe:
/// each task has its own.
class Random {
 public:
  /// Seeds a generator. `stream` separates the tasks of one run: derive it from the task (its
  /// index, its sequence), never from the thread that runs it.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
      : state_(Mix(seed + kGamma) ^ Mix(stream * kGamma + 1)) {}

  std::uint64_t Next() { return Mix(state_ += kGamma); }

  /// Returns a number uniform in [0, bound). `bound` must be positive.
  std::uint64_t Below(std::uint64_t bound) {
    assert(bound > 0 && "Below(0) has no answer");
    // Lemire's multiply-shift with rejection: unbiased.
    unsigned __int128 product = static_cast<unsigned __int128>(Next()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t threshold = -bound % bound;
      while (static_cast<std::uint64_t>(product) < threshold) {
        product = static_cast<unsigned __int128>(Next()) * bound;
      }
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  /// Returns a number uniform in [0, 1).
  double Unit() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

 private:
  static constexpr std::uint64_t kGamma = 0x9E3779B97F4A7C15;

  static constexpr std::uint64_t Mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace autotune
