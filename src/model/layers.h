#pragma once

#include <cstdint>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/types.h>

// What the encoder and the decoder are made of. Weights are plain parameters, so that the step of
// the search (incremental_decoder.h) can use them without the cost of a module around each product.

namespace autotune {

/// Half the width of a head: cosine and sine of the angle that each pair is turned by.
struct Rotation {
  torch::Tensor cosine;  ///< float [positions, head / 2]
  torch::Tensor sine;

  Rotation To(torch::Device device) const { return {cosine.to(device), sine.to(device)}; }
};

/// Rotary positions (Su et al., 2021) from 0 on.
Rotation MakeRotation(std::int64_t positions, std::int64_t head);

/// Queries and keys of one length, keys and values of one: float [B, heads, N, head].
struct Attention {
  torch::Tensor queries;
  torch::Tensor keys;
  torch::Tensor values;
};

/// `mask` is added to the scores and must spread to [B, heads, queries, keys]. Returns
/// [B, queries, heads * head].
torch::Tensor Attend(const Attention& attention, const torch::Tensor& mask);

/// What is added to a score that must not count. Finite: a row of nothing else stays a number.
inline constexpr double kHidden = -1e9;

/// Splits float [B, N, heads * head] into [B, heads, N, head].
torch::Tensor SplitHeads(const torch::Tensor& rows, std::int64_t heads);

/// Turns float [B, heads, N, head] by the angles of N positions.
torch::Tensor Rotate(const torch::Tensor& rows, const Rotation& rotation);

/// Layer normalisation over the last dimension, without bias.
torch::Tensor Normalize(const torch::Tensor& rows, const torch::Tensor& scale);

/// Width of the hidden state of a feed-forward layer, before the gate.
constexpr std::int64_t FeedForwardWidth(std::int64_t width) { return 2 * width; }

/// Dropout on what a layer adds. On a CPU the random numbers are the calling thread's own, so that
/// threads which train at once draw the same ones each time.
torch::Tensor Drop(const torch::Tensor& rows, bool training);

/// Decides what dropout the calling thread draws from here on; on other devices, what anyone draws.
void SeedDropout(std::uint64_t seed, torch::Device device);

/// A matrix [rows, columns] for products from the right, as `at::linear` wants it; `gain` scales
/// what comes out.
torch::Tensor MakeMatrix(std::int64_t rows, std::int64_t columns, double gain = 1);

/// Self-attention with what surrounds it.
struct SelfAttention : torch::nn::Module {
  SelfAttention(std::int64_t width, double gain);

  torch::Tensor Forward(const torch::Tensor& rows, const Rotation& rotation, std::int64_t heads,
                        const torch::Tensor& mask) const;

  torch::Tensor norm;  ///< [width]
  torch::Tensor in;    ///< [3 * width, width]: queries, keys, values
  torch::Tensor out;   ///< [width, width]
};

/// Two layers with a GELU between: how numbers and joints enter.
struct Perceptron : torch::nn::Module {
  Perceptron(std::int64_t in_width, std::int64_t width);

  torch::Tensor Forward(const torch::Tensor& rows) const;

  torch::Tensor in;
  torch::Tensor in_bias;
  torch::Tensor out;
  torch::Tensor out_bias;
};

/// GeGLU (Shazeer, 2020) with what surrounds it.
struct GatedLayer : torch::nn::Module {
  GatedLayer(std::int64_t width, double gain);

  torch::Tensor Forward(const torch::Tensor& rows) const;

  torch::Tensor norm;
  torch::Tensor in;   ///< [2 * FeedForwardWidth, width]: what passes, and its gate
  torch::Tensor out;  ///< [width, FeedForwardWidth]
};

}  // namespace autotune
