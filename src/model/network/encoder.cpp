#include "model/network/encoder.h"

#include <cmath>
#include <numeric>

#include "model/network/features.h"

namespace autotune {
namespace {

constexpr std::int64_t kSlotTokens = kWindowTokens / 4;
constexpr std::int64_t kLocalRadius = 32;
constexpr double kVocabularyGain = 0.5;  // times the root of the width: entries are no products

constexpr std::int64_t kEntries =
    std::accumulate(kTokenVocabulary.begin(), kTokenVocabulary.end(), std::int64_t{0});

torch::Tensor FieldOffsets() {
  std::vector<std::int64_t> offsets(kTokenFields, 0);
  std::partial_sum(kTokenVocabulary.begin(), kTokenVocabulary.end() - 1, offsets.begin() + 1);
  return torch::tensor(offsets);
}

/// bool [..., T]: true for tokens, false for padding.
torch::Tensor IsToken(const torch::Tensor& tokens) { return tokens.select(-1, 0) != kPaddingToken; }

/// Returns 0 if two tokens of a window are near, else `kHidden`.
torch::Tensor LocalMask(std::int64_t length, torch::Device device) {
  const auto position = torch::arange(length, device);
  const auto far = (position.unsqueeze(0) - position.unsqueeze(1)).abs() > kLocalRadius;
  return far.to(torch::kFloat) * kHidden;
}

}  // namespace

ProgramEncoder::ProgramEncoder(const PassformerConfig& config) : config_(config) {
  features_ = register_module(
      "features",
      std::make_shared<Perceptron>(static_cast<std::int64_t>(kProgramFeatureWidth), config.width));
  norm_ = register_parameter("norm", torch::ones(config.width));
  field_offsets_ = register_buffer("field_offsets", FieldOffsets());
  vocabulary_ =
      register_parameter("vocabulary", MakeMatrix(kEntries, config.width, kVocabularyGain));
  const double gain = 1 / std::sqrt(2.0 * static_cast<double>(config.encoder_layers));
  for (std::int64_t i = 0; i < config.encoder_layers; ++i) {
    const std::string name = "layer" + std::to_string(i);
    layers_.push_back(
        {register_module(name + "_attention", std::make_shared<SelfAttention>(config.width, gain)),
         register_module(name + "_feed", std::make_shared<GatedLayer>(config.width, gain))});
  }
  weight_ = register_parameter("weight", torch::zeros(config.width));
}

ProgramReading ProgramEncoder::Read(const ProgramBatch& programs) const {
  const auto shape = programs.tokens.sizes();
  if (shape[1] == 0) {
    const auto none = torch::zeros({shape[0], 0}, programs.features.options());
    return {none.unsqueeze(-1).expand({-1, -1, config_.width}), none.to(torch::kBool), none,
            programs.features};
  }
  const std::int64_t quarters = shape[2] / kSlotTokens;
  const auto windows = programs.tokens.flatten(0, 1);
  const auto present = IsToken(windows);
  // Windows of padding alone, most of a batch of small programs, are left out to save time.
  const auto used = present.any(-1).nonzero().squeeze(1);
  const auto weight = IsToken(windows).index_select(0, used).to(torch::kFloat).unsqueeze(-1);
  const auto rows = Contextualize(windows.index_select(0, used)) * weight;
  const auto count = weight.unflatten(1, {quarters, kSlotTokens}).sum(2);
  const auto mean = rows.unflatten(1, {quarters, kSlotTokens}).sum(2) / count.clamp_min(1);
  const auto slots = torch::zeros({windows.size(0), quarters, config_.width}, mean.options())
                         .index_copy(0, used, mean);
  const auto mask = present.unflatten(1, {quarters, kSlotTokens}).any(2);
  return {slots.view({shape[0], -1, config_.width}), mask.view({shape[0], -1}),
          programs.weights.repeat_interleave(quarters, 1), programs.features};
}

Memory ProgramEncoder::Fuse(const ProgramReading& reading) const {
  const auto features = features_->Forward(reading.features).unsqueeze(1);
  const auto slots = reading.slots + reading.weights.unsqueeze(-1) * weight_ + features;
  const auto one = torch::ones({features.size(0), 1}, reading.mask.options());
  return {Normalize(torch::cat({features, slots}, 1), norm_), torch::cat({one, reading.mask}, 1)};
}

torch::Tensor ProgramEncoder::Contextualize(const torch::Tensor& windows) const {
  const std::int64_t length = windows.size(1);
  auto rows = torch::embedding(vocabulary_, windows.to(torch::kLong) + field_offsets_).sum(-2);
  const Rotation rotation =
      MakeRotation(length, config_.width / config_.heads).To(windows.device());
  const auto global = ((~IsToken(windows)).to(torch::kFloat) * kHidden).unsqueeze(1).unsqueeze(1);
  const auto local = global + LocalMask(length, windows.device());
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const bool last = i + 1 == layers_.size();  // slots need rows that have seen the whole window
    const auto& mask = i % 2 == 0 && !last ? local : global;
    rows = rows +
           Drop(layers_[i].attention->Forward(rows, rotation, config_.heads, mask), is_training());
    rows = rows + Drop(layers_[i].feed->Forward(rows), is_training());
  }
  return rows;
}

}  // namespace autotune
