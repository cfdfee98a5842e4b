#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/types.h>

#include "core/observation.h"
#include "model/dream/world_model.h"
#include "model/policy/policy.h"
#include "model/policy_config.h"

namespace autotune {

/// The networks of CompilerDream, as stored in a file of weights.
struct DreamNetwork : torch::nn::Module {
  explicit DreamNetwork(const PolicyConfig& config);

  const PolicyConfig config;
  const std::shared_ptr<WorldModel> world;
  const std::shared_ptr<DreamLayers> actor;   ///< from a view to a logit for each pass
  const std::shared_ptr<DreamLayers> critic;  ///< from a view to bins of the rewards to come
};

/// Returns the number of parameters of such a network.
std::int64_t DreamParameters(const PolicyConfig& config);

/// Plays episodes with the most probable latents. It remembers the state of each episode by the
/// address of its observation, as `Policy` allows, so it is made anew for each call of `Play`.
class DreamPolicy {
 public:
  /// All references must outlive this object.
  DreamPolicy(const WorldModel& world, const DreamLayers& actor, const PolicyConfig& config)
      : world_(world), actor_(actor), config_(config) {}

  std::vector<PolicyAnswer> Answer(std::span<const Observation* const> states);

 private:
  struct Track {
    std::vector<std::uint16_t> histogram;
    DreamState state;
  };

  const WorldModel& world_;
  const DreamLayers& actor_;
  const PolicyConfig& config_;
  std::map<const Observation*, Track> tracks_;
};

}  // namespace autotune
