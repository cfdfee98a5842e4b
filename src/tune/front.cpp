#include "tune/front.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace autotune {

namespace {

std::uint64_t Bytes(const TuneResult& result) { return result.delivered().object_size->total(); }
std::uint64_t Instructions(const TuneResult& result) { return result.delivered().instructions; }

double ValueFor(const TuneResult& result, Pick pick) {
  const auto instructions = static_cast<double>(Instructions(result));
  const auto bytes = static_cast<double>(Bytes(result));
  if (pick == Pick::kInstructions) return instructions;
  return pick == Pick::kBytes ? bytes : instructions * bytes;
}

}  // namespace

bool Beats(const TuneResult& one, const TuneResult& other) {
  return Instructions(one) <= Instructions(other) && Bytes(one) <= Bytes(other);
}

Front MakeFront(std::vector<TuneResult> results, Pick pick) {
  std::erase_if(results, [](const TuneResult& result) { return !result.delivered().object_size; });
  std::ranges::sort(results, {}, [](const TuneResult& result) {
    return std::pair(Instructions(result), Bytes(result));
  });
  Front front;
  for (TuneResult& result : results) {
    if (!front.results.empty() && Beats(front.results.back(), result)) continue;
    front.results.push_back(std::move(result));
  }
  if (front.results.empty()) return front;
  const auto picked = std::ranges::min_element(
      front.results, {}, [pick](const TuneResult& result) { return ValueFor(result, pick); });
  front.picked = static_cast<std::size_t>(picked - front.results.begin());
  return front;
}

}  // namespace autotune
