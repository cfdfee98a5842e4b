#pragma once

#include <cstdint>

#include <torch/types.h>

// Numbers as distributions over bins, for rewards and values in [-3, 3].

namespace autotune {

inline constexpr std::int64_t kTwoHotBins = 255;

/// Spreads each value over the two bins beside it: float [..., kTwoHotBins]. A value outside the
/// range counts as its nearer end.
torch::Tensor TwoHot(const torch::Tensor& values);

/// The inverse of `TwoHot`: the mean of distributions [..., kTwoHotBins].
torch::Tensor MeanOfBins(const torch::Tensor& odds);

/// Returns the cross-entropy of logits [..., kTwoHotBins] with values [...].
torch::Tensor TwoHotLoss(const torch::Tensor& logits, const torch::Tensor& values);

}  // namespace autotune
