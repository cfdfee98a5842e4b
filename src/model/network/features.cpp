#include "model/network/features.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/feature_names.h"

namespace autotune {
namespace {

constexpr float kStepScale = 64;  // longer lists are rare

constexpr std::size_t kTotalInsts = kAutophaseSize + FindInstCount("TotalInsts");

using Counts = std::array<std::uint32_t, kCounts>;
using Logarithms = std::array<float, kCounts>;

Counts Join(const Features& features) {
  Counts counts;
  const auto rest = std::ranges::copy(features.autophase, counts.begin()).out;
  std::ranges::copy(features.inst_count, rest);
  return counts;
}

Logarithms TakeLogarithms(const Counts& counts) {
  Logarithms logarithms;
  std::ranges::transform(counts, logarithms.begin(), LogarithmOf);
  return logarithms;
}

/// Writes the sizes and shares of counts. `logarithms` are those of `counts`.
void WriteCounts(const Counts& counts, const Logarithms& logarithms, std::span<float> row) {
  const auto total = static_cast<float>(std::max(counts[kTotalInsts], 1U));
  for (std::size_t i = 0; i < kCounts; ++i) {
    row[i] = logarithms[i] / kLogScale;
    row[kCounts + i] = std::min(static_cast<float>(counts[i]) / total, 1.0F);
  }
}

}  // namespace

float LogarithmOf(std::uint32_t count) {
  static const auto kSmall = [] {  // nearly all: computing them would take 5 % of a step
    std::array<float, 1024> logarithms;
    for (std::size_t i = 0; i < logarithms.size(); ++i) {
      logarithms[i] = std::log1p(static_cast<float>(i));
    }
    return logarithms;
  }();
  return count < kSmall.size() ? kSmall[count] : std::log1p(static_cast<float>(count));
}

void WriteProgramFeatures(const Features& features, std::span<float> row) {
  assert(row.size() == kProgramFeatureWidth && "a row of another width");
  const Counts counts = Join(features);
  WriteCounts(counts, TakeLogarithms(counts), row);
}

void WriteStateFeatures(const ObservedState& state, std::span<float> row) {
  assert(row.size() == kStateFeatureWidth && "a row of another width");
  const Counts counts = Join(state.now);
  const Logarithms root = TakeLogarithms(Join(state.root));
  const Logarithms before = TakeLogarithms(Join(state.before));
  const Logarithms now = TakeLogarithms(counts);
  WriteCounts(counts, now, row);
  for (std::size_t i = 0; i < kCounts; ++i) {
    row[2 * kCounts + i] = now[i] - before[i];
    row[3 * kCounts + i] = now[i] - root[i];
  }
  row[4 * kCounts] = now[kTotalInsts] - before[kTotalInsts];
  row[4 * kCounts + 1] = now[kTotalInsts] - root[kTotalInsts];
  row[4 * kCounts + 2] = std::min(static_cast<float>(state.step) / kStepScale, 1.0F);
}

}  // namespace autotune
