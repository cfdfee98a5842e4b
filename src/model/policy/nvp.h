#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <ATen/core/ivalue.h>  // which adamw.h forgets, as Clang notices
#include <torch/optim/adamw.h>

#include "model/policy/policy_network.h"
#include "model/policy/policy_task.h"

namespace autotune {

/// Normalised value prediction (Liang et al., arXiv 2301.05104, section 3.3). The value of list k
/// on a program is (C_Oz - C_k) / C_Oz with C_k of the list's best prefix. The target is the
/// softmax of the values over `temperature`, the loss the cross-entropy.
class Nvp final : public PolicyTask {
 public:
  /// All references must outlive this object.
  Nvp(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
      Budget& budget, std::shared_ptr<PolicyNetwork> network);

  /// Learns from 64 programs. The score's reward is the mean log of -Oz over a list drawn by the
  /// network, its divergence that from the targets.
  Result<PolicyGradientScore> Step(std::uint64_t number) override;
  Result<double> Judge() override;
  Checkpoint Standing(TrainingPosition& position) override;

 private:
  torch::Tensor Logits(std::span<const std::size_t> programs) const;

  const std::shared_ptr<PolicyNetwork> network_;
  torch::optim::AdamW optimizer_;
};

/// Returns the log of -Oz over the best prefix if lists are tried in the order of falling `scores`
/// until `passes` passes are made. The last list may be cut short.
double RankedLogRatio(const ListedProgram& program, std::span<const float> scores,
                      std::size_t passes);

}  // namespace autotune
