#include "model/policy/observation_rows.h"

#include <algorithm>
#include <cassert>

#include "core/feature_names.h"
#include "model/network/features.h"

namespace autotune {

namespace {

constexpr std::size_t kTotalInsts = FindAutophase("TotalInsts");
constexpr float kUseScale = 4;  // a pass is seldom of use more often

}  // namespace

std::size_t InputWidth(const PolicyConfig& config) {
  if (config.algorithm == PolicyAlgorithm::kNvp) return kRootRowWidth;
  if (config.algorithm == PolicyAlgorithm::kCompilerDream) {
    return kAutophaseSize + static_cast<std::size_t>(config.actions);
  }
  return kRootRowWidth + kAutophaseSize + static_cast<std::size_t>(config.actions) + 1;
}

void WriteShares(const Features& features, std::span<float> row) {
  assert(row.size() == kAutophaseSize && "a row of another width");
  const auto total = static_cast<float>(std::max(features.autophase[kTotalInsts], 1U));
  for (std::size_t i = 0; i < kAutophaseSize; ++i) {
    row[i] = std::min(static_cast<float>(features.autophase[i]) / total, 1.0F);
  }
}

void WriteRootRow(const Features& features, std::span<float> row) {
  assert(row.size() == kRootRowWidth && "a row of another width");
  for (std::size_t i = 0; i < kAutophaseSize; ++i) {
    row[i] = LogarithmOf(features.autophase[i]) / kLogScale;
  }
  WriteShares(features, row.subspan(kAutophaseSize));
}

void WriteObservationRow(const PolicyConfig& config, const Observation& observation,
                         std::span<float> row) {
  assert(row.size() == InputWidth(config) && "a row of another width");
  if (config.algorithm == PolicyAlgorithm::kCompilerDream) {
    WriteShares(*observation.now, row.first(kAutophaseSize));
    std::ranges::transform(observation.histogram, row.begin() + kAutophaseSize,
                           [&](std::uint16_t uses) {
                             return static_cast<float>(uses) / static_cast<float>(config.length);
                           });
    return;
  }
  const bool root_only = config.algorithm == PolicyAlgorithm::kNvp;
  WriteRootRow(root_only ? *observation.root : *observation.now, row.first(kRootRowWidth));
  if (root_only) return;
  float* to = row.data() + kRootRowWidth;
  for (std::size_t i = 0; i < kAutophaseSize; ++i) {
    *to++ =
        LogarithmOf(observation.now->autophase[i]) - LogarithmOf(observation.root->autophase[i]);
  }
  for (const std::uint16_t uses : observation.histogram) {
    *to++ = std::min(static_cast<float>(uses) / kUseScale, 1.0F);
  }
  *to = static_cast<float>(observation.steps_left) / static_cast<float>(config.length);
}

}  // namespace autotune
