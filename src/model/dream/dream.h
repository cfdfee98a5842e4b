#pragma once

#include <cstdint>
#include <memory>

#include <ATen/core/ivalue.h>  // which adamw.h forgets, as Clang notices
#include <torch/optim/adamw.h>

#include "model/dream/behaviour.h"
#include "model/dream/dream_network.h"
#include "model/dream/replay.h"
#include "model/policy/policy_task.h"

namespace autotune {

/// CompilerDream (arXiv 2404.16077): a world model learns from episodes played, an actor and a
/// critic learn in episodes that the world model imagines.
///
/// A step plays `episodes` episodes on each of `programs` programs. Then it makes as many updates
/// as show each state `epochs` times on average, of `minibatch` states each, drawn from the last
/// `replay` episodes. From `dreams` of these states an episode is imagined. The published program
/// makes an update of 2,500 states every 5 states, and imagines an episode from each of them.
class CompilerDream final : public PolicyTask {
 public:
  /// All references must outlive this object.
  CompilerDream(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
                Budget& budget);

  /// The score's divergence is that of what the world model saw from what it expected, in nats.
  Result<PolicyGradientScore> Step(std::uint64_t number) override;
  Result<double> Judge() override;
  Status Keep(std::uint64_t steps) override;
  Checkpoint Standing(TrainingPosition& position) override;

 private:
  /// The state of the training beside the network.
  struct Surroundings : torch::nn::Module {
    Surroundings(const DreamNetwork& network, std::int64_t capacity);

    const std::shared_ptr<SlowCopies> slow;
    const std::shared_ptr<DreamReplay> replay;
  };

  PolicyGradientScore Update(std::uint64_t number);

  const std::uint64_t updates_;  ///< in a step
  const std::shared_ptr<DreamNetwork> network_;
  const std::shared_ptr<Surroundings> around_;
  torch::optim::AdamW optimizer_;
};

}  // namespace autotune
