#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/result.h"
#include "learn/environment.h"
#include "model/policy/policy.h"

namespace autotune {

/// Plays episodes in an environment. The policy is asked about all slots at once. The episodes
/// depend on seats, seed and policy alone; a network's answers depend a little on the number of
/// slots, since sums of floats do. Not thread-safe.
class PolicyPlayer final : public EpisodePlayer {
 public:
  /// Plays on `programs`, as many episodes side by side as the environment has slots. The
  /// references must outlive this object.
  PolicyPlayer(Environment& environment, const std::vector<EnvironmentProgram>& programs,
               std::uint64_t seed);

  std::span<const PolicyProgram> programs() const override { return listed_; }
  Result<std::vector<PlayedEpisode>> Play(std::span<const Seat> seats, const Policy& policy,
                                          Budget& budget) override;

 private:
  Status PlayTogether(std::span<const Seat> seats, const Policy& policy, Budget& budget,
                      std::span<PlayedEpisode> episodes);

  Environment& environment_;
  const std::vector<EnvironmentProgram>& programs_;
  const std::uint64_t seed_;
  std::vector<PolicyProgram> listed_;
};

}  // namespace autotune
