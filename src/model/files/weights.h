#pragma once

#include <filesystem>
#include <memory>

#include "core/action_space.h"
#include "core/result.h"
#include "model/model.h"
#include "model/network/passformer.h"

namespace autotune {

struct Weights {
  std::shared_ptr<Passformer> network;  ///< in `eval()` mode, on the CPU
  ModelInfo info;
};

/// Writes `network` as half-precision tensors, with `card`, `actions` and the versions of this
/// program. The file appears in full or not at all.
Status SaveWeights(const std::filesystem::path& path, const Passformer& network,
                   const Hash128& actions, const std::map<std::string, std::string>& card);

/// The inverse of `SaveWeights`. Weights for other tokens or features than this program's are an
/// error.
Result<Weights> LoadWeights(const std::filesystem::path& path);

/// As above; weights for other actions are an error, too.
Result<Weights> LoadWeights(const std::filesystem::path& path, const ActionSpace& actions);

}  // namespace autotune
