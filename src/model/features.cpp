#include "model/features.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/feature_names.h"

namespace autotune {
namespace {

constexpr float kLogScale = 8;    // log1p of some 3,000: brings counts of common programs below 1
constexpr float kStepScale = 64;  // longer lists are rare

constexpr std::size_t kTotalInsts = kAutophaseSize + FindInstCount("TotalInsts");

using Counts = std::array<float, kCounts>;

Counts Join(const Features& features) {
  Counts counts;
  const auto rest = std::ranges::copy(features.autophase, counts.begin()).out;
  std::ranges::copy(features.inst_count, rest);
  return counts;
}

float LogChange(float before, float now) { return std::log1p(now) - std::log1p(before); }

void WriteCounts(const Counts& counts, std::span<float> row) {
  const float total = std::max(counts[kTotalInsts], 1.0F);
  for (std::size_t i = 0; i < kCounts; ++i) {
    row[i] = std::log1p(counts[i]) / kLogScale;
    row[kCounts + i] = std::min(counts[i] / total, 1.0F);
  }
}

}  // namespace

void WriteProgramFeatures(const Features& features, std::span<float> row) {
  assert(row.size() == kProgramFeatureWidth && "a row of another width");
  WriteCounts(Join(features), row);
}

void WriteStateFeatures(const ObservedState& state, bool reobserve, std::span<float> row) {
  assert(row.size() == kStateFeatureWidth && "a row of another width");
  const Counts root = Join(state.root);
  const Counts before = reobserve ? Join(state.before) : root;
  const Counts now = reobserve ? Join(state.now) : root;
  WriteCounts(now, row);
  for (std::size_t i = 0; i < kCounts; ++i) {
    row[2 * kCounts + i] = LogChange(before[i], now[i]);
    row[3 * kCounts + i] = LogChange(root[i], now[i]);
  }
  row[4 * kCounts] = LogChange(before[kTotalInsts], now[kTotalInsts]);
  row[4 * kCounts + 1] = LogChange(root[kTotalInsts], now[kTotalInsts]);
  row[4 * kCounts + 2] = std::min(static_cast<float>(state.step) / kStepScale, 1.0F);
}

}  // namespace autotune
