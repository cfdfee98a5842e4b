#include "model/dream/two_hot.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

namespace autotune {
namespace {

TEST(TwoHot, KeepsTheValue) {
  const torch::Tensor values =
      torch::tensor({-3.0, -1.234, 0.0, 0.01, 1.0, 2.999, 3.0}).to(torch::kFloat);
  const torch::Tensor odds = TwoHot(values);
  EXPECT_EQ(odds.sizes(), (torch::IntArrayRef{7, kTwoHotBins}));
  EXPECT_TRUE(torch::allclose(MeanOfBins(odds), values, 1e-5, 1e-5));
  EXPECT_TRUE(torch::allclose(odds.sum(-1), torch::ones(7)));
  EXPECT_LE(odds.gt(0).sum(-1).max().item<std::int64_t>(), 2);
}

TEST(TwoHot, EndsAtThree) {
  const torch::Tensor far = torch::tensor({-100.0F, 4.5F});
  EXPECT_TRUE(torch::allclose(MeanOfBins(TwoHot(far)), torch::tensor({-3.0F, 3.0F})));
}

TEST(TwoHot, LosesLeastAtTheValue) {
  const torch::Tensor value = torch::tensor({0.5F});
  const torch::Tensor right = (TwoHot(value) + 1e-6).log();
  const torch::Tensor wrong = (TwoHot(torch::tensor({0.6F})) + 1e-6).log();
  EXPECT_LT(TwoHotLoss(right, value).item<float>(), TwoHotLoss(wrong, value).item<float>());
  // By hand: the entropy of the two bins themselves.
  const torch::Tensor odds = TwoHot(value);
  EXPECT_NEAR(TwoHotLoss(right, value).item<float>(), -torch::xlogy(odds, odds).sum().item<float>(),
              1e-3);
}

}  // namespace
}  // namespace autotune
