#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/action_space.h"
#include "core/ir_tokens.h"
#include "core/prior.h"
#include "core/program.h"
#include "core/result.h"
#include "core/training_set.h"
#include "model/policy_config.h"

// The interface of the models for the rest of the program: no torch here.

namespace autotune {

/// The shape of a Passformer, stored with its weights.
struct PassformerConfig {
  std::int64_t actions = 0;
  std::int64_t width = 128;  ///< width of every hidden state
  std::int64_t heads = 4;
  std::int64_t encoder_layers = 3;
  std::int64_t decoder_layers = 6;
  std::int64_t max_steps = 64;  ///< number of positions the decoder knows
};

struct ModelInfo {
  PassformerConfig config;
  Hash128 actions;  ///< fingerprint of the action space it was trained for
  std::uint32_t tokens_version = 0;
  std::uint32_t features_version = 0;
  std::int64_t parameters = 0;
  std::map<std::string, std::string> card;  ///< data, seed, command, hours, hardware, scores, ...
  std::optional<PolicyConfig> policy = {};  ///< shape of a small policy, which has no `config`
};

/// Weights that were read. Thread-safe.
class Model {
 public:
  virtual ~Model() = default;
  virtual const ModelInfo& info() const = 0;
  /// Makes a prior for the states of one program, whose root has these tokens. It needs features.
  virtual std::unique_ptr<Prior> MakePrior(const IrTokens& tokens) const = 0;
};

}  // namespace autotune
