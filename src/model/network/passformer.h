#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/types.h>

#include "core/ir_tokens.h"
#include "core/program.h"
#include "model/model.h"

// The networks. Pre-norm, rotary positions, no biases in attention and feed-forward layers, as in
// ModernBERT (Warner et al., 2024). In `train()` mode there is dropout, in `eval()` mode none.

namespace autotune {

/// Programs as the encoder reads them: B programs, W windows of T tokens, padded at the end with
/// `kPaddingToken` in all fields. W is 0 if no program has tokens. T is a multiple of a quarter of
/// `kWindowTokens`.
struct ProgramBatch {
  torch::Tensor tokens;    ///< uint8 [B, W, T, kTokenFields]
  torch::Tensor weights;   ///< float [B, W]: log of the instructions that a window stands for
  torch::Tensor features;  ///< float [B, kProgramFeatureWidth]
};

struct ProgramView {
  const IrTokens& tokens;
  const Features& features;  ///< features of the root
};

ProgramBatch MakeProgramBatch(std::span<const ProgramView> programs);

/// The output of the layers over tokens, which take nearly all the time of encoding.
struct ProgramReading {
  torch::Tensor slots;     ///< float [B, S, width]; S is 0 without tokens
  torch::Tensor mask;      ///< bool [B, S]: true for slots, false for padding
  torch::Tensor weights;   ///< float [B, S]: weight of the slot's window, as above
  torch::Tensor features;  ///< float [B, kProgramFeatureWidth]
};

/// Programs as the decoder attends to them, with at least one slot each.
struct Memory {
  torch::Tensor slots;  ///< float [B, S, width]
  torch::Tensor mask;   ///< bool [B, S]: true for slots, false for padding
};

/// The decoder's predictions for each state.
struct DecoderOutput {
  torch::Tensor logits;  ///< float [B, N, actions]: of the next pass
  torch::Tensor value;   ///< float [B, N]: log(reachable / cost), at most 0
};

class ProgramEncoder;
class PassDecoder;

class Passformer : public torch::nn::Module {
 public:
  explicit Passformer(const PassformerConfig& config);

  const PassformerConfig& config() const { return config_; }
  /// Returns the input "pass" of the root's position; the other inputs are `PassId`s.
  std::int64_t start() const { return config_.actions; }

  ProgramReading Read(const ProgramBatch& programs) const;
  /// Joins tokens and features.
  Memory Fuse(const ProgramReading& reading) const;
  Memory Encode(const ProgramBatch& programs) const { return Fuse(Read(programs)); }

  /// Computes all positions at once (teacher forcing). `passes` is int64 [B, N]: the pass that led
  /// to each state, `start()` at the root. `features` is float [B, N, kStateFeatureWidth], of the
  /// same states. Row i of `memory` is the program of row i.
  ///
  /// Pad at the end, with any pass: no position sees a later one. A position attends to the last
  /// `max_steps` positions.
  DecoderOutput Forward(const Memory& memory, const torch::Tensor& passes,
                        const torch::Tensor& features) const;

  const PassDecoder& decoder() const { return *decoder_; }

 private:
  const PassformerConfig config_;
  std::shared_ptr<ProgramEncoder> encoder_;
  std::shared_ptr<PassDecoder> decoder_;
};

}  // namespace autotune
