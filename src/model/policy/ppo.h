#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <ATen/core/ivalue.h>  // which adamw.h forgets, as Clang notices
#include <torch/optim/adamw.h>

#include "model/policy/policy_task.h"

namespace autotune {

/// Proximal policy optimisation as in PPO + Guided Search: advantages whitened over the step, a
/// clipped ratio, 0.5 times the squared error of the value, and a bonus for entropy. A step plays
/// `episodes` episodes on each of `programs` programs and makes `epochs` passes over their states
/// in minibatches. The published batch has one program and 80 passes.
///
/// Unlike the published returns, these are lambda returns, and end where all that follows loses. A
/// running mean of the weights is judged and kept.
///
/// With `peers`, each process plays on programs of its own, and updates by the mean gradient of all
/// processes. So all networks stay equal. The score is that of this process.
class Ppo final : public PolicyTask {
 public:
  /// All references must outlive this object, and so must `peers`, null for a single process.
  Ppo(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
      Budget& budget, std::shared_ptr<ActorCritic> network, Peers* peers = nullptr);

  Result<PolicyGradientScore> Step(std::uint64_t number) override;
  Result<double> Judge() override;
  Status Keep(std::uint64_t steps) override;
  Checkpoint Standing(TrainingPosition& position) override;

 private:
  struct Batch;

  Batch MakeBatch(const std::vector<PlayedEpisode>& episodes) const;
  /// Returns the number of updates in an epoch, the same in all processes. Errors: those of
  /// `episodes`; another process couldn't play.
  Result<std::int64_t> CountUpdates(const Result<std::vector<PlayedEpisode>>& episodes);
  Result<PolicyGradientScore> Update(const Batch& batch, std::int64_t updates,
                                     std::uint64_t number);
  /// Adds gradients of the loss over some rows of the batch, and returns the rows' score.
  PolicyGradientScore AddGradients(const Batch& batch, std::span<const std::int64_t> rows);

  const std::shared_ptr<ActorCritic> network_;
  const std::shared_ptr<ActorCritic> average_;  ///< running mean of the steps' weights
  Peers* const peers_;
  torch::optim::AdamW optimizer_;
};

}  // namespace autotune
