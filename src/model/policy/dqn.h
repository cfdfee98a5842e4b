#pragma once

#include <cstdint>
#include <memory>

#include <ATen/core/ivalue.h>  // which adamw.h forgets, as Clang notices
#include <torch/optim/adamw.h>

#include "model/policy/policy_network.h"
#include "model/policy/policy_task.h"
#include "model/policy/replay_buffer.h"

namespace autotune {

/// Double deep Q-learning (van Hasselt et al., arXiv 1509.06461). A Q value is the discounted
/// reward that is expected after an action: the network's value plus what the action's logit is
/// above their mean (dueling heads, Wang et al., arXiv 1511.06581). The value of the next state is
/// that of its best action by the network, read from a target network that follows slowly. Errors
/// count by the Huber loss. A reward is the logarithm of the instructions before over those after:
/// no cycle of passes pays, and programs count alike.
///
/// A step plays as many episodes as one of `Ppo`, with evenly drawn passes among them that become
/// fewer from step to step. Then it learns from states drawn from the last 200,000: `epochs` for
/// each new one. The checkpoint holds these states, too.
class Dqn final : public PolicyTask {
 public:
  /// All references must outlive this object.
  Dqn(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
      Budget& budget, std::shared_ptr<PolicyNetwork> network);

  /// The score's divergence is the mean loss.
  Result<PolicyGradientScore> Step(std::uint64_t number) override;
  /// Judges without exploring, by the highest Q value at each state.
  Result<double> Judge() override;
  Checkpoint Standing(TrainingPosition& position) override;

 private:
  double Explore(std::uint64_t number) const;
  double Update(const torch::Tensor& rows);

  const std::shared_ptr<PolicyNetwork> network_;
  const PolicyNetwork target_;
  torch::optim::AdamW optimizer_;
  ReplayBuffer memory_;
};

}  // namespace autotune
