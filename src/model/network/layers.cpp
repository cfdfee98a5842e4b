#include "model/network/layers.h"

#include <cmath>

#include <ATen/CPUGeneratorImpl.h>
#include <torch/utils.h>

namespace autotune {
namespace {

constexpr double kRotaryBase = 10000;
constexpr double kDropout = 0.1;

torch::Generator& DropoutGenerator() {
  thread_local torch::Generator generator = at::make_generator<at::CPUGeneratorImpl>();
  return generator;
}

}  // namespace

Rotation MakeRotation(std::int64_t positions, std::int64_t head) {
  const auto pair = torch::arange(head / 2, torch::kFloat) * 2 / head;
  const auto frequency = torch::pow(kRotaryBase, -pair);
  const auto angle = torch::arange(positions, torch::kFloat).unsqueeze(1) * frequency;
  return {angle.cos(), angle.sin()};
}

torch::Tensor Attend(const Attention& attention, const torch::Tensor& mask) {
  const double scale = 1 / std::sqrt(static_cast<double>(attention.queries.size(-1)));
  auto scores = torch::matmul(attention.queries * scale, attention.keys.transpose(-1, -2));
  if (mask.defined()) scores = scores + mask;
  return torch::matmul(scores.softmax(-1), attention.values).transpose(1, 2).flatten(2);
}

torch::Tensor SplitHeads(const torch::Tensor& rows, std::int64_t heads) {
  return rows.view({rows.size(0), rows.size(1), heads, -1}).transpose(1, 2);
}

torch::Tensor Rotate(const torch::Tensor& rows, const Rotation& rotation) {
  const auto halves = rows.chunk(2, -1);
  return torch::cat({halves[0] * rotation.cosine - halves[1] * rotation.sine,
                     halves[1] * rotation.cosine + halves[0] * rotation.sine},
                    -1);
}

torch::Tensor Normalize(const torch::Tensor& rows, const torch::Tensor& scale) {
  return torch::layer_norm(rows, scale.sizes(), scale);
}

torch::Tensor Drop(const torch::Tensor& rows, bool training) {
  if (!training) return rows;
  if (!rows.is_cpu()) return torch::dropout(rows, kDropout, true);
  const auto kept = torch::empty_like(rows).bernoulli_(1 - kDropout, DropoutGenerator());
  return rows * kept.div_(1 - kDropout);
}

void SeedDropout(std::uint64_t seed, torch::Device device) {
  if (device.is_cpu()) {
    DropoutGenerator().set_current_seed(seed);
  } else {
    torch::manual_seed(seed);
  }
}

torch::Tensor MakeMatrix(std::int64_t rows, std::int64_t columns, double gain) {
  return torch::randn({rows, columns}) * (gain / std::sqrt(static_cast<double>(columns)));
}

SelfAttention::SelfAttention(std::int64_t width, double gain)
    : norm(register_parameter("norm", torch::ones(width))),
      in(register_parameter("in", MakeMatrix(3 * width, width))),
      out(register_parameter("out", MakeMatrix(width, width, gain))) {}

torch::Tensor SelfAttention::Forward(const torch::Tensor& rows, const Rotation& rotation,
                                     std::int64_t heads, const torch::Tensor& mask) const {
  const auto parts = torch::linear(Normalize(rows, norm), in).chunk(3, -1);
  const Attention attention = {Rotate(SplitHeads(parts[0], heads), rotation),
                               Rotate(SplitHeads(parts[1], heads), rotation),
                               SplitHeads(parts[2], heads)};
  return torch::linear(Attend(attention, mask), out);
}

GatedLayer::GatedLayer(std::int64_t width, double gain)
    : norm(register_parameter("norm", torch::ones(width))),
      in(register_parameter("in", MakeMatrix(2 * FeedForwardWidth(width), width))),
      out(register_parameter("out", MakeMatrix(width, FeedForwardWidth(width), gain))) {}

torch::Tensor GatedLayer::Forward(const torch::Tensor& rows) const {
  const auto halves = torch::linear(Normalize(rows, norm), in).chunk(2, -1);
  return torch::linear(halves[0] * torch::gelu(halves[1]), out);
}

Perceptron::Perceptron(std::int64_t in_width, std::int64_t width)
    : in(register_parameter("in", MakeMatrix(width, in_width))),
      in_bias(register_parameter("in_bias", torch::zeros(width))),
      out(register_parameter("out", MakeMatrix(width, width))),
      out_bias(register_parameter("out_bias", torch::zeros(width))) {}

torch::Tensor Perceptron::Forward(const torch::Tensor& rows) const {
  return torch::linear(torch::gelu(torch::linear(rows, in, in_bias)), out, out_bias);
}

}  // namespace autotune
