#include "model/training/optimization.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include <torch/nn/utils/clip_grad.h>
#include <torch/utils.h>

namespace autotune {

namespace {

constexpr double kClip = 1;           // norm of the gradient
constexpr double kLowestRate = 0.03;  // share of the highest rate, at the end

}  // namespace

torch::optim::AdamW MakeOptimizer(const torch::nn::Module& network,
                                  const OptimizationOptions& options) {
  std::vector<torch::Tensor> matrices;
  std::vector<torch::Tensor> others;
  for (const auto& weights : network.parameters()) {
    (weights.dim() >= 2 ? matrices : others).push_back(weights);
  }
  const auto group = [&](std::vector<torch::Tensor> weights, double decay) {
    auto rules = std::make_unique<torch::optim::AdamWOptions>(options.learning_rate);
    rules->betas({0.9, 0.98}).weight_decay(decay);
    return torch::optim::OptimizerParamGroup(std::move(weights), std::move(rules));
  };
  std::vector<torch::optim::OptimizerParamGroup> groups;
  groups.push_back(group(std::move(matrices), options.weight_decay));
  groups.push_back(group(std::move(others), 0));
  return torch::optim::AdamW(std::move(groups));
}

double LearningRate(const OptimizationOptions& options, std::uint64_t step, double done) {
  const double rise =
      options.warm_up == 0
          ? 1
          : std::min(1.0, static_cast<double>(step + 1) / static_cast<double>(options.warm_up));
  const double fall = (1 + std::cos(std::numbers::pi * std::clamp(done, 0.0, 1.0))) / 2;
  return options.learning_rate * rise * (kLowestRate + (1 - kLowestRate) * fall);
}

void ApplyGradients(torch::optim::AdamW& optimizer, const torch::nn::Module& network, double rate) {
  torch::nn::utils::clip_grad_norm_(network.parameters(), kClip);
  for (auto& group : optimizer.param_groups()) group.options().set_lr(rate);
  optimizer.step();
  DropGradients(network);
}

void DropGradients(const torch::nn::Module& network) {
  for (const auto& weights : network.parameters()) weights.mutable_grad().reset();
}

}  // namespace autotune
