#include "model/network/decoder.h"

#include <cmath>
#include <string>

#include "model/network/features.h"

namespace autotune {
namespace {

constexpr double kEmbeddingGain = 5;  // of passes: about 0.4 for each number at a width of 128
constexpr double kHeadGain = 0.1;     // an untrained network hardly prefers any pass
constexpr float kValueBias = -2;      // exp(-softplus(-2)): reachable is 0.88 of the cost

/// Returns 0 if a position may see another (itself, and earlier ones within `reach`), else
/// `kHidden`.
torch::Tensor CausalMask(std::int64_t length, std::int64_t reach, torch::Device device) {
  const auto position = torch::arange(length, device);
  const auto distance = position.unsqueeze(1) - position.unsqueeze(0);
  return ((distance < 0) | (distance >= reach)).to(torch::kFloat) * kHidden;
}

}  // namespace

CrossAttention::CrossAttention(std::int64_t width, double gain)
    : norm(register_parameter("norm", torch::ones(width))),
      query(register_parameter("query", MakeMatrix(width, width))),
      key_value(register_parameter("key_value", MakeMatrix(2 * width, width))),
      out(register_parameter("out", MakeMatrix(width, width, gain))) {}

torch::Tensor CrossAttention::Forward(const torch::Tensor& rows, const Memory& memory,
                                      std::int64_t heads) const {
  const auto parts = torch::linear(memory.slots, key_value).chunk(2, -1);
  const auto queries = torch::linear(Normalize(rows, norm), query);
  const auto mask = ((~memory.mask).to(torch::kFloat) * kHidden).unsqueeze(1).unsqueeze(1);
  const Attention attention = {SplitHeads(queries, heads), SplitHeads(parts[0], heads),
                               SplitHeads(parts[1], heads)};
  return torch::linear(Attend(attention, mask), out);
}

PassDecoder::PassDecoder(const PassformerConfig& config) : config_(config) {
  const std::int64_t width = config.width;
  passes_ = register_parameter("passes", MakeMatrix(config.actions + 1, width, kEmbeddingGain));
  features_ = register_module(
      "features",
      std::make_shared<Perceptron>(static_cast<std::int64_t>(kStateFeatureWidth), width));
  const double gain = 1 / std::sqrt(3.0 * static_cast<double>(config.decoder_layers));
  for (std::int64_t i = 0; i < config.decoder_layers; ++i) {
    const std::string name = "layer" + std::to_string(i);
    layers_.push_back(
        {register_module(name + "_self", std::make_shared<SelfAttention>(width, gain)),
         register_module(name + "_cross", std::make_shared<CrossAttention>(width, gain)),
         register_module(name + "_feed", std::make_shared<GatedLayer>(width, gain))});
  }
  norm_ = register_parameter("norm", torch::ones(width));
  policy_ = register_parameter("policy", MakeMatrix(config.actions, width, kHeadGain));
  policy_bias_ = register_parameter("policy_bias", torch::zeros(config.actions));
  value_ = register_parameter("value", MakeMatrix(1, width, kHeadGain));
  value_bias_ = register_parameter("value_bias", torch::full({1}, kValueBias));
}

DecoderOutput PassDecoder::Forward(const Memory& memory, const torch::Tensor& passes,
                                   const torch::Tensor& features) const {
  const std::int64_t length = passes.size(1);
  const Rotation rotation = MakeRotation(length, config_.width / config_.heads).To(passes.device());
  const auto mask = CausalMask(length, config_.max_steps, passes.device());
  auto rows = Drop(Embed(passes, features), is_training());
  for (const Layer& layer : layers_) {
    rows = rows + Drop(layer.self->Forward(rows, rotation, config_.heads, mask), is_training());
    rows = rows + Drop(layer.cross->Forward(rows, memory, config_.heads), is_training());
    rows = rows + Drop(layer.feed->Forward(rows), is_training());
  }
  return Decide(rows);
}

torch::Tensor PassDecoder::Embed(const torch::Tensor& passes, const torch::Tensor& features) const {
  return torch::embedding(passes_, passes) + features_->Forward(features);
}

DecoderOutput PassDecoder::Decide(const torch::Tensor& rows) const {
  const auto normal = Normalize(rows, norm_);
  return {torch::linear(normal, policy_, policy_bias_),
          -torch::softplus(torch::linear(normal, value_, value_bias_).squeeze(-1))};
}

}  // namespace autotune
