#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <torch/utils.h>

#include "core/ir_tokens.h"
#include "core/prior.h"
#include "core/random.h"
#include "model/network/passformer.h"

namespace autotune {

inline constexpr std::int64_t kTestActions = 20;

inline PassformerConfig SmallConfig() {
  return {.actions = kTestActions,
          .width = 32,
          .heads = 2,
          .encoder_layers = 3,
          .decoder_layers = 2,
          .max_steps = 8};
}

/// Random weights large enough that every input matters.
inline std::shared_ptr<Passformer> MakeNetwork(const PassformerConfig& config,
                                               std::uint64_t seed = 1) {
  torch::manual_seed(seed);
  auto network = std::make_shared<Passformer>(config);
  const torch::NoGradGuard no_grad;
  for (torch::Tensor& parameter : network->parameters()) {
    parameter.add_(torch::randn_like(parameter) * 0.1);
  }
  network->eval();
  return network;
}

inline Features MakeFeatures(std::uint64_t seed) {
  Random random(seed);
  Features features;
  for (auto& count : features.autophase) count = static_cast<std::uint32_t>(random.Below(100));
  for (auto& count : features.inst_count) count = static_cast<std::uint32_t>(random.Below(100));
  features.inst_count[0] = 2000;
  return features;
}

/// Windows of the given lengths.
inline IrTokens MakeTokens(const std::vector<std::size_t>& lengths, std::uint64_t seed = 1) {
  Random random(seed);
  IrTokens tokens;
  for (const std::size_t length : lengths) {
    TokenWindow& window = tokens.windows.emplace_back();
    window.instructions = 10 * length;
    for (std::size_t i = 0; i < length; ++i) {
      IrToken& token = window.tokens.emplace_back();
      std::ranges::transform(kTokenVocabulary, token.begin(), [&](std::uint16_t vocabulary) {
        return static_cast<std::uint8_t>(2 + random.Below(vocabulary - 2U));
      });
    }
  }
  return tokens;
}

/// A list and what was observed on the way, which follows from the list, as with real passes.
struct TestPath {
  ProgramState state;
  FeaturePath features;

  explicit TestPath(const PassSequence& passes) {
    std::uint64_t seed = 0;
    features.push_back(std::make_shared<Features>(MakeFeatures(seed)));
    for (const PassId pass : passes) {
      seed = seed * 31 + pass + 1;
      features.push_back(std::make_shared<Features>(MakeFeatures(seed)));
    }
    state.applied = passes;
  }
  PriorQuery query() const { return {state, features}; }
};

inline PassSequence RandomList(std::size_t length, Random& random) {
  PassSequence passes;
  while (passes.size() < length) {
    passes.push_back(static_cast<PassId>(random.Below(kTestActions)));
  }
  return passes;
}

}  // namespace autotune
