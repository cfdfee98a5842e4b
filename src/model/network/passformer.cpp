#include "model/network/passformer.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "model/network/decoder.h"
#include "model/network/encoder.h"
#include "model/network/features.h"

namespace autotune {
namespace {

constexpr std::size_t kQuarter = kWindowTokens / 4;
constexpr float kWeightScale = 10;  // log1p of 22,000 instructions

struct Shape {
  std::int64_t windows = 0;
  std::int64_t tokens = 0;
};

Shape FindShape(std::span<const ProgramView> programs) {
  std::size_t windows = 0;
  std::size_t tokens = 0;
  for (const ProgramView& program : programs) {
    windows = std::max(windows, program.tokens.windows.size());
    for (const TokenWindow& window : program.tokens.windows) {
      assert(window.tokens.size() <= kWindowTokens && "a window is too long");
      tokens = std::max(tokens, window.tokens.size());
    }
  }
  tokens = (tokens + kQuarter - 1) / kQuarter * kQuarter;
  return {static_cast<std::int64_t>(windows), static_cast<std::int64_t>(tokens)};
}

}  // namespace

ProgramBatch MakeProgramBatch(std::span<const ProgramView> programs) {
  const auto count = static_cast<std::int64_t>(programs.size());
  const auto fields = static_cast<std::int64_t>(kTokenFields);
  const auto [windows, tokens] = FindShape(programs);
  ProgramBatch batch = {torch::full({count, windows, tokens, fields}, kPaddingToken, torch::kUInt8),
                        torch::zeros({count, windows}),
                        torch::empty({count, static_cast<std::int64_t>(kProgramFeatureWidth)})};
  for (std::int64_t i = 0; i < count; ++i) {
    const ProgramView& program = programs[static_cast<std::size_t>(i)];
    WriteProgramFeatures(
        program.features,
        {batch.features.data_ptr<float>() + i * batch.features.size(1), kProgramFeatureWidth});
    std::int64_t window = i * windows;
    for (const auto& [content, instructions] : program.tokens.windows) {
      batch.weights.data_ptr<float>()[window] =
          std::log1p(static_cast<float>(instructions)) / kWeightScale;
      std::uint8_t* out = batch.tokens.data_ptr<std::uint8_t>() + window * tokens * fields;
      for (const IrToken& token : content) out = std::ranges::copy(token, out).out;
      ++window;
    }
  }
  return batch;
}

Passformer::Passformer(const PassformerConfig& config)
    : config_(config),
      encoder_(register_module("encoder", std::make_shared<ProgramEncoder>(config))),
      decoder_(register_module("decoder", std::make_shared<PassDecoder>(config))) {}

ProgramReading Passformer::Read(const ProgramBatch& programs) const {
  return encoder_->Read(programs);
}

Memory Passformer::Fuse(const ProgramReading& reading) const { return encoder_->Fuse(reading); }

DecoderOutput Passformer::Forward(const Memory& memory, const torch::Tensor& passes,
                                  const torch::Tensor& features) const {
  return decoder_->Forward(memory, passes, features);
}

}  // namespace autotune
