#pragma once

#include <cstdint>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/types.h>

// Building blocks of the encoder and the decoder. Weights are plain parameters, so that the step of
// the search (incremental_decoder.h) can use them without the cost of a module around each product.

namespace autotune {

/// Cosine and sine of the angle by which each pair of a head is turned.
struct Rotation {
  torch::Tensor cosine;  ///< float [positions, head / 2]
  torch::Tensor sine;

  Rotation To(torch::Device device) const { return {cosine.to(device), sine.to(device)}; }
};

/// Returns rotary positions (Su et al., 2021) from 0 on.
Rotation MakeRotation(std::int64_t positions, std::int64_t head);

/// Queries, keys and values: float [B, heads, N, head]. Keys and values have the same N.
struct Attention {
  torch::Tensor queries;
  torch::Tensor keys;
  torch::Tensor values;
};

/// Returns the attention: [B, queries, heads * head]. `mask` is added to the scores and must
/// broadcast to [B, heads, queries, keys].
torch::Tensor Attend(const Attention& attention, const torch::Tensor& mask);

/// Added to a score that must not count. Finite, so that a row with only hidden scores is no NaN.
inline constexpr double kHidden = -1e9;

/// Splits float [B, N, heads * head] into [B, heads, N, head].
torch::Tensor SplitHeads(const torch::Tensor& rows, std::int64_t heads);

/// Turns float [B, heads, N, head] by the angles of N positions.
torch::Tensor Rotate(const torch::Tensor& rows, const Rotation& rotation);

/// Layer normalisation over the last dimension, without bias.
torch::Tensor Normalize(const torch::Tensor& rows, const torch::Tensor& scale);

/// Returns the width of the hidden state of a feed-forward layer, before the gate.
constexpr std::int64_t FeedForwardWidth(std::int64_t width) { return 2 * width; }

/// Applies dropout to the output of a layer. On a CPU the random numbers are the calling thread's
/// own, so threads that train at once draw the same ones each time.
torch::Tensor Drop(const torch::Tensor& rows, bool training);

/// Seeds the dropout of the calling thread; on other devices, that of all threads.
void SeedDropout(std::uint64_t seed, torch::Device device);

/// Makes a matrix [rows, columns] for products from the right, as `at::linear` wants it. `gain`
/// scales the products.
torch::Tensor MakeMatrix(std::int64_t rows, std::int64_t columns, double gain = 1);

/// Self-attention with its norm and projections.
struct SelfAttention : torch::nn::Module {
  SelfAttention(std::int64_t width, double gain);

  torch::Tensor Forward(const torch::Tensor& rows, const Rotation& rotation, std::int64_t heads,
                        const torch::Tensor& mask) const;

  torch::Tensor norm;  ///< [width]
  torch::Tensor in;    ///< [3 * width, width]: queries, keys, values
  torch::Tensor out;   ///< [width, width]
};

/// Two layers with a GELU between, for numbers and joined slots.
struct Perceptron : torch::nn::Module {
  Perceptron(std::int64_t in_width, std::int64_t width);

  torch::Tensor Forward(const torch::Tensor& rows) const;

  torch::Tensor in;
  torch::Tensor in_bias;
  torch::Tensor out;
  torch::Tensor out_bias;
};

/// A GeGLU layer (Shazeer, 2020) with its norm and projections.
struct GatedLayer : torch::nn::Module {
  GatedLayer(std::int64_t width, double gain);

  torch::Tensor Forward(const torch::Tensor& rows) const;

  torch::Tensor norm;
  torch::Tensor in;   ///< [2 * FeedForwardWidth, width]: values and gates
  torch::Tensor out;  ///< [width, FeedForwardWidth]
};

}  // namespace autotune
