#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <ATen/core/ivalue.h>  // which adamw.h forgets, as Clang notices
#include <torch/optim/adamw.h>

#include "core/budget.h"
#include "core/result.h"
#include "model/judged/judged_training.h"
#include "model/judged/program_rounds.h"
#include "model/policy/actor_critic.h"
#include "model/policy/peers.h"
#include "model/policy/policy.h"

namespace autotune {

/// Proximal policy optimisation as in PPO + Guided Search: returns without discount, advantages
/// whitened over the step, a clipped ratio, 0.5 times the squared error of the value, and a bonus
/// for entropy. A step plays `episodes` episodes on each of `programs` programs and makes `epochs`
/// passes over their states in minibatches. The published batch has one program and 80 passes.
///
/// With `peers`, each process plays on programs of its own, and updates by the mean gradient of all
/// processes. So all networks stay equal. The score is that of this process.
class Ppo final : public JudgedTask {
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

  const PolicyOptions& options_;
  const PolicyTasks& tasks_;
  const ProgramSides& sides_;
  Budget& budget_;
  const std::shared_ptr<ActorCritic> network_;
  Peers* const peers_;
  torch::optim::AdamW optimizer_;
};

/// Returns a policy that asks the network, which must outlive it.
Policy PolicyOf(const ActorCritic& network);

/// Returns `episodes` episodes on each of the `programs` programs of step `number`: those of this
/// process, if there are `peers`. `manner` says how passes are chosen.
std::vector<Seat> SeatsOfStep(const PolicyOptions& options, const ProgramSides& sides,
                              std::uint64_t number, const Seat& manner, const Peers* peers);

/// Returns the mean log of -Oz over the best prefix of some episodes.
double MeanLogRatio(const std::vector<PlayedEpisode>& episodes);

/// Returns the mean log of -Oz over the best prefix, of one episode on each judged program.
Result<double> JudgeByEpisodes(const ProgramSides& sides, EpisodePlayer& player,
                               const Policy& policy, bool draws, Budget& budget);

/// Writes the network, of shape `options.config`, with the card of `options`.
Status KeepPolicy(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
                  const torch::nn::Module& network, std::uint64_t steps);

}  // namespace autotune
