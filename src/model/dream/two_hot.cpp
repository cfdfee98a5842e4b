#include "model/dream/two_hot.h"

#include <vector>

#include <torch/utils.h>

namespace autotune {

namespace {

constexpr double kLimit = 3;
constexpr double kBinsInOne = static_cast<double>(kTwoHotBins - 1) / (2 * kLimit);

}  // namespace

torch::Tensor TwoHot(const torch::Tensor& values) {
  const torch::Tensor place = (values.clamp(-kLimit, kLimit) + kLimit) * kBinsInOne;
  const torch::Tensor below = place.floor().clamp_max(kTwoHotBins - 2).unsqueeze(-1);
  const torch::Tensor share = place.unsqueeze(-1) - below;
  const torch::Tensor bin = below.to(torch::kLong);
  std::vector<std::int64_t> shape = values.sizes().vec();
  shape.push_back(kTwoHotBins);
  return torch::zeros(shape).scatter_(-1, bin, 1 - share).scatter_(-1, bin + 1, share);
}

torch::Tensor MeanOfBins(const torch::Tensor& odds) {
  return torch::matmul(odds, torch::linspace(-kLimit, kLimit, kTwoHotBins));
}

torch::Tensor TwoHotLoss(const torch::Tensor& logits, const torch::Tensor& values) {
  return -(TwoHot(values) * logits.log_softmax(-1)).sum(-1);
}

}  // namespace autotune
