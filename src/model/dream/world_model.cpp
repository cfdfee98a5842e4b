#include "model/dream/world_model.h"

#include <cmath>
#include <string>
#include <utility>

#include <torch/utils.h>

#include "core/program.h"
#include "model/dream/two_hot.h"
#include "model/network/layers.h"
#include "model/policy/observation_rows.h"

namespace autotune {

namespace {

constexpr double kEvenShare = 0.01;  // of the probability of each class
constexpr double kNormFloor = 1e-3;  // added to the variance in a layer norm

// Weights of the published losses.
constexpr double kDivergenceWeight = 0.1;
constexpr double kFeaturesWeight = 100;
constexpr double kHistogramWeight = 10;
constexpr double kGoesOnWeight = 5;
constexpr double kExpectedShare = 0.8;
constexpr double kFreeNats = 1;

torch::Tensor Norm(const torch::Tensor& rows, const torch::Tensor& scale,
                   const torch::Tensor& shift) {
  return torch::layer_norm(rows, scale.sizes(), scale, shift, kNormFloor);
}

torch::Tensor Divergence(const torch::Tensor& from, const torch::Tensor& to) {
  return (from.exp() * (from - to)).sum({-1, -2}).mean();
}

}  // namespace

DreamLayers::DreamLayers(const Shape& shape, double gain) {
  std::int64_t inputs = shape.inputs;
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    const std::string name = std::to_string(i);
    layers_.push_back({register_parameter("weight" + name, MakeMatrix(shape.width, inputs)),
                       register_parameter("scale" + name, torch::ones(shape.width)),
                       register_parameter("shift" + name, torch::zeros(shape.width))});
    inputs = shape.width;
  }
  weight_ = register_parameter("weight", MakeMatrix(shape.outputs, inputs, gain));
  bias_ = register_parameter("bias", torch::zeros(shape.outputs));
}

torch::Tensor DreamLayers::Forward(const torch::Tensor& rows) const {
  torch::Tensor hidden = rows;
  for (const Layer& layer : layers_) {
    hidden = torch::silu(Norm(torch::linear(hidden, layer.weight), layer.scale, layer.shift));
  }
  return torch::linear(hidden, weight_, bias_);
}

torch::Tensor ChooseClass(const torch::Tensor& log_odds, DreamDraw draw) {
  if (!draw) return log_odds.argmax(-1);
  const torch::NoGradGuard no_gradients;
  const torch::Tensor below = log_odds.exp().cumsum(-1);
  std::vector<std::int64_t> shape = log_odds.sizes().vec();
  shape.back() = 1;
  const torch::Tensor drawn = torch::rand(shape, *draw) * below.narrow(-1, below.size(-1) - 1, 1);
  return below.le(drawn).sum(-1).clamp_max(log_odds.size(-1) - 1);
}

torch::Tensor BalancedDivergence(const torch::Tensor& seen, const torch::Tensor& expected) {
  return kExpectedShare * Divergence(seen.detach(), expected).clamp_min(kFreeNats) +
         (1 - kExpectedShare) * Divergence(seen, expected.detach()).clamp_min(kFreeNats);
}

WorldModel::WorldModel(const PolicyConfig& config) : config_(config) {
  const std::int64_t memory = config.memory;
  const std::int64_t latent = config.latents * config.classes;
  const auto inputs = static_cast<std::int64_t>(InputWidth(config));
  from_latent_ = register_parameter("from_latent", MakeMatrix(memory, latent));
  from_pass_ = register_parameter("from_pass", MakeMatrix(config.actions + 1, memory));
  input_scale_ = register_parameter("input_scale", torch::ones(memory));
  input_shift_ = register_parameter("input_shift", torch::zeros(memory));
  cell_ = register_parameter("cell", MakeMatrix(3 * memory, 2 * memory));
  cell_scale_ = register_parameter("cell_scale", torch::ones(3 * memory));
  cell_shift_ = register_parameter("cell_shift", torch::zeros(3 * memory));
  const auto layers = [&](const std::string& name, const DreamLayers::Shape& shape,
                          double gain = 1) {
    return register_module(name, std::make_shared<DreamLayers>(shape, gain));
  };
  const auto head = [&](const std::string& name, std::int64_t outputs, double gain) {
    return layers(name, {view_width(), config.width, config.layers, outputs}, gain);
  };
  expect_ = layers("expect", {memory, memory, 1, latent});
  recognize_ = layers("recognize", {memory + config.width, memory, 1, latent});
  encoder_ = layers("encoder", {inputs, config.width, config.layers, config.width});
  decoder_ = head("decoder", inputs, 1);
  reward_ = head("reward", kTwoHotBins, 0);
  goes_on_ = head("goes_on", 1, 1);
}

DreamState WorldModel::Start(std::int64_t rows) const {
  return {torch::zeros({rows, config_.memory}),
          torch::zeros({rows, config_.latents * config_.classes})};
}

/// The cell of a gated recurrent unit with a layer norm, as in Dreamer.
torch::Tensor WorldModel::Remember(const DreamState& before, const torch::Tensor& passes) const {
  const torch::Tensor pass = torch::embedding(from_pass_, passes);
  const torch::Tensor input = torch::silu(
      Norm(torch::linear(before.latent, from_latent_) + pass, input_scale_, input_shift_));
  const torch::Tensor parts =
      Norm(torch::linear(torch::cat({input, before.memory}, -1), cell_), cell_scale_, cell_shift_);
  const auto gates = parts.chunk(3, -1);
  const torch::Tensor next = torch::tanh(torch::sigmoid(gates[0]) * gates[1]);
  const torch::Tensor update = torch::sigmoid(gates[2] - 1);  // at first it rather keeps
  return update * next + (1 - update) * before.memory;
}

torch::Tensor WorldModel::LogOdds(const torch::Tensor& logits) const {
  std::vector<std::int64_t> shape = logits.sizes().vec();
  shape.back() = config_.latents;
  shape.push_back(config_.classes);
  const torch::Tensor odds = logits.view(shape).softmax(-1);
  return ((1 - kEvenShare) * odds + kEvenShare / static_cast<double>(config_.classes)).log();
}

torch::Tensor WorldModel::Expect(const torch::Tensor& memory) const {
  return LogOdds(expect_->Forward(memory));
}

torch::Tensor WorldModel::Recognize(const torch::Tensor& memory, const torch::Tensor& seen) const {
  return LogOdds(recognize_->Forward(torch::cat({memory, seen}, -1)));
}

/// Gradients go straight through the choice to the probabilities.
torch::Tensor WorldModel::Latent(const torch::Tensor& log_odds, DreamDraw draw) const {
  const torch::Tensor chosen = ChooseClass(log_odds, std::move(draw)).unsqueeze(-1);
  const torch::Tensor one = torch::zeros(log_odds.sizes()).scatter_(-1, chosen, 1);
  if (!torch::GradMode::is_enabled()) return one.flatten(-2);
  const torch::Tensor odds = log_odds.exp();
  return (one + odds - odds.detach()).flatten(-2);
}

DreamState WorldModel::Imagine(const DreamState& before, const torch::Tensor& passes,
                               DreamDraw draw) const {
  const torch::Tensor memory = Remember(before, passes);
  return {memory, Latent(Expect(memory), std::move(draw))};
}

DreamState WorldModel::Observe(const DreamState& before, const torch::Tensor& passes,
                               const torch::Tensor& rows, DreamDraw draw) const {
  const torch::Tensor memory = Remember(before, passes);
  return {memory, Latent(Recognize(memory, encoder_->Forward(rows)), std::move(draw))};
}

torch::Tensor WorldModel::Reward(const torch::Tensor& views) const {
  return MeanOfBins(reward_->Forward(views).softmax(-1));
}

torch::Tensor WorldModel::GoesOn(const torch::Tensor& views) const {
  return torch::sigmoid(goes_on_->Forward(views).squeeze(-1));
}

WorldLoss WorldModel::Loss(const DreamBatch& batch, DreamDraw draw) const {
  const torch::Tensor seen = encoder_->Forward(batch.rows);
  std::vector<torch::Tensor> memories;
  std::vector<torch::Tensor> latents;
  std::vector<torch::Tensor> recognized;
  DreamState state = Start(batch.rows.size(1));
  for (std::int64_t t = 0; t < batch.rows.size(0); ++t) {
    memories.push_back(Remember(state, batch.passes[t]));
    recognized.push_back(Recognize(memories.back(), seen[t]));
    latents.push_back(Latent(recognized.back(), draw));
    state = {memories.back(), latents.back()};
  }
  const torch::Tensor happened = batch.happened.flatten().nonzero().squeeze(-1);
  const auto pick = [&](const torch::Tensor& moments) {
    return moments.flatten(0, 1).index_select(0, happened);
  };
  const DreamState states{pick(torch::stack(memories)), pick(torch::stack(latents))};
  const torch::Tensor views = states.View();
  const torch::Tensor goes_on = pick(batch.goes_on);

  const torch::Tensor error = (decoder_->Forward(views) - pick(batch.rows)).square();
  const auto features = static_cast<std::int64_t>(kAutophaseSize);
  const torch::Tensor seen_odds = pick(torch::stack(recognized));
  const torch::Tensor expected = Expect(states.memory);
  WorldLoss loss;
  loss.total = kDivergenceWeight * BalancedDivergence(seen_odds, expected) +
               kFeaturesWeight * error.narrow(-1, 0, features).sum(-1).mean() +
               kHistogramWeight * error.narrow(-1, features, config_.actions).sum(-1).mean() +
               TwoHotLoss(reward_->Forward(views), pick(batch.rewards)).mean() +
               kGoesOnWeight * torch::binary_cross_entropy_with_logits(
                                   goes_on_->Forward(views).squeeze(-1), goes_on);
  loss.divergence = Divergence(seen_odds.detach(), expected.detach());
  const torch::Tensor going = goes_on.nonzero().squeeze(-1);
  loss.states = {states.memory.detach().index_select(0, going),
                 states.latent.detach().index_select(0, going)};
  return loss;
}

}  // namespace autotune
