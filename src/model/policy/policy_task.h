#pragma once

#include <cstdint>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "model/judged/judged_training.h"
#include "model/judged/program_rounds.h"
#include "model/policy/actor_critic.h"
#include "model/policy/peers.h"
#include "model/policy/policy.h"

namespace autotune {

/// The part that trainings of policies share.
class PolicyTask : public JudgedTask {
 public:
  /// All references must outlive this object.
  PolicyTask(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
             Budget& budget)
      : options_(options), tasks_(tasks), sides_(sides), budget_(budget) {}

  /// Writes the network of `Standing`.
  Status Keep(std::uint64_t steps) override;

 protected:
  /// Writes a network of shape `options.config`, with the card of `options`.
  Status KeepNetwork(const torch::nn::Module& network, std::uint64_t steps) const;
  /// Plays `episodes` episodes on each of the `programs` programs of step `number`: those of this
  /// process, if there are `peers`. `manner` says how passes are chosen.
  Result<std::vector<PlayedEpisode>> Play(std::uint64_t number, const Policy& policy,
                                          const Seat& manner = {},
                                          const Peers* peers = nullptr) const;
  /// Returns the mean log of -Oz over the best prefix, of one episode on each judged program.
  Result<double> JudgeByEpisodes(const Policy& policy, bool draws) const;

  const PolicyOptions& options_;
  const PolicyTasks& tasks_;
  const ProgramSides& sides_;
  Budget& budget_;
};

/// Returns a policy that asks the network, which must outlive it.
Policy PolicyOf(const ActorCritic& network);

/// Returns the mean log of -Oz over the best prefix of some episodes.
double MeanLogRatio(const std::vector<PlayedEpisode>& episodes);

}  // namespace autotune
