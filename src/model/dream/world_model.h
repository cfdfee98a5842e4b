#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/types.h>

#include "model/policy_config.h"

// The world model of CompilerDream (arXiv 2404.16077), after Dreamer (Hafner et al., 2021): a
// recurrent state-space model that predicts what passes do to feature counts and rewards.

namespace autotune {

/// Layers of a linear map, a layer norm and SiLU, then a linear map.
struct DreamLayers : torch::nn::Module {
  struct Shape {
    std::int64_t inputs = 0;
    std::int64_t width = 0;
    std::int64_t layers = 0;
    std::int64_t outputs = 0;
  };

  /// `gain` scales the initial weights of the last map.
  explicit DreamLayers(const Shape& shape, double gain = 1);

  torch::Tensor Forward(const torch::Tensor& rows) const;

 private:
  struct Layer {
    torch::Tensor weight;
    torch::Tensor scale;
    torch::Tensor shift;
  };
  std::vector<Layer> layers_;
  torch::Tensor weight_;
  torch::Tensor bias_;
};

/// A state of the model, for B episodes side by side.
struct DreamState {
  torch::Tensor memory;  ///< float [B, memory]: follows from earlier states and passes
  torch::Tensor latent;  ///< float [B, latents * classes]: the chosen class of each categorical

  /// Returns what actor, critic and predictions see: float [B, memory + latents * classes].
  torch::Tensor View() const { return torch::cat({memory, latent}, -1); }
};

/// Episodes to learn from: B of them, T = length + 1 moments of each, the root first.
struct DreamBatch {
  torch::Tensor rows;      ///< float [T, B, InputWidth(config)]: what was observed
  torch::Tensor passes;    ///< int64 [T, B]: the pass before the moment; `WorldModel::none()` first
  torch::Tensor rewards;   ///< float [T, B]: of that pass
  torch::Tensor goes_on;   ///< float [T, B]: 0 at the end of the episode, else 1
  torch::Tensor happened;  ///< bool [T, B]: false after the end of the episode
};

struct WorldLoss {
  torch::Tensor total;       ///< what to minimise, with gradients
  torch::Tensor divergence;  ///< Kullback-Leibler divergence of what was seen from the expected
  DreamState states;         ///< states in which the episode goes on, without gradients
};

/// Draws from the generator, or takes the most probable class if there is none.
using DreamDraw = std::optional<torch::Generator>;

/// Chooses a class by log-probabilities float [..., classes]: int64 [...].
torch::Tensor ChooseClass(const torch::Tensor& log_odds, DreamDraw draw);

/// Returns the loss that brings two categoricals [B, latents, classes] together. 80 % of its
/// gradients go to the expected one. Each part costs at least 1 nat.
torch::Tensor BalancedDivergence(const torch::Tensor& seen, const torch::Tensor& expected);

class WorldModel : public torch::nn::Module {
 public:
  explicit WorldModel(const PolicyConfig& config);

  /// The "pass" before the first observation.
  std::int64_t none() const { return config_.actions; }
  std::int64_t view_width() const { return config_.memory + config_.latents * config_.classes; }

  /// Returns the state before the first observation.
  DreamState Start(std::int64_t rows) const;
  /// Returns the state after a pass whose outcome is imagined. `passes` is int64 [B].
  DreamState Imagine(const DreamState& before, const torch::Tensor& passes, DreamDraw draw) const;
  /// Returns the state after a pass whose outcome was observed: float [B, InputWidth(config)].
  DreamState Observe(const DreamState& before, const torch::Tensor& passes,
                     const torch::Tensor& rows, DreamDraw draw) const;

  /// Returns predictions from views [..., view_width()].
  torch::Tensor Reward(const torch::Tensor& views) const;  ///< float [...]
  torch::Tensor GoesOn(const torch::Tensor& views) const;  ///< float [...]: a probability

  WorldLoss Loss(const DreamBatch& batch, DreamDraw draw) const;

 private:
  torch::Tensor Remember(const DreamState& before, const torch::Tensor& passes) const;
  torch::Tensor Expect(const torch::Tensor& memory) const;
  torch::Tensor Recognize(const torch::Tensor& memory, const torch::Tensor& seen) const;
  torch::Tensor LogOdds(const torch::Tensor& logits) const;
  torch::Tensor Latent(const torch::Tensor& log_odds, DreamDraw draw) const;

  const PolicyConfig config_;
  torch::Tensor from_latent_;
  torch::Tensor from_pass_;  ///< a row for each pass, and one for `none()`
  torch::Tensor input_scale_;
  torch::Tensor input_shift_;
  torch::Tensor cell_;
  torch::Tensor cell_scale_;
  torch::Tensor cell_shift_;
  std::shared_ptr<DreamLayers> expect_;
  std::shared_ptr<DreamLayers> recognize_;
  std::shared_ptr<DreamLayers> encoder_;
  std::shared_ptr<DreamLayers> decoder_;
  std::shared_ptr<DreamLayers> reward_;
  std::shared_ptr<DreamLayers> goes_on_;
};

}  // namespace autotune
