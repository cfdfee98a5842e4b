#pragma once

#include <cstdint>
#include <memory>

#include <ATen/core/ivalue.h>  // which adamw.h forgets, as Clang notices
#include <torch/optim/adamw.h>

#include "core/budget.h"
#include "core/result.h"
#include "model/judged/judged_training.h"
#include "model/judged/program_rounds.h"
#include "model/policy/policy.h"
#include "model/policy/policy_network.h"

namespace autotune {

/// Proximal policy optimisation as in PPO + Guided Search: returns without discount, advantages
/// whitened over the step, a clipped ratio, 0.5 times the squared error of the value, and a bonus
/// for entropy. A step plays `episodes` episodes on each of `programs` programs and makes `epochs`
/// passes over their states in minibatches. The published batch has one program and 80 passes.
class Ppo final : public JudgedTask {
 public:
  /// All references must outlive this object.
  Ppo(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
      Budget& budget, std::shared_ptr<PolicyNetwork> network);

  Result<PolicyGradientScore> Step(std::uint64_t number) override;
  Result<double> Judge() override;
  Status Keep(std::uint64_t steps) override;
  Checkpoint Standing(TrainingPosition& position) override;

 private:
  struct Batch;

  Result<std::vector<PlayedEpisode>> Play(std::uint64_t number);
  Batch MakeBatch(const std::vector<PlayedEpisode>& episodes) const;
  PolicyGradientScore Update(const Batch& batch, std::uint64_t number);

  const PolicyOptions& options_;
  const PolicyTasks& tasks_;
  const ProgramSides& sides_;
  Budget& budget_;
  const std::shared_ptr<PolicyNetwork> network_;
  torch::optim::AdamW optimizer_;
};

/// Returns the mean log of -Oz over the best prefix, of one drawn episode on each judged program.
Result<double> JudgeByEpisodes(const ProgramSides& sides, EpisodePlayer& player,
                               const PolicyNetwork& network, bool draws, Budget& budget);

/// Writes the network with the card of `options`.
Status KeepPolicy(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
                  const PolicyNetwork& network, std::uint64_t steps);

}  // namespace autotune
