#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <ATen/core/ivalue.h>  // which adamw.h forgets, as Clang notices
#include <torch/optim/adamw.h>

#include "core/result.h"
#include "model/judged/judged_training.h"
#include "model/judged/program_rounds.h"
#include "model/policy/policy.h"
#include "model/policy/policy_network.h"

namespace autotune {

/// Normalised value prediction (Liang et al., arXiv 2301.05104, section 3.3). The value of list k
/// on a program is (C_Oz - C_k) / C_Oz with C_k of the list's best prefix. The target is the
/// softmax of the values over `temperature`, the loss the cross-entropy.
class Nvp final : public JudgedTask {
 public:
  /// All references must outlive this object.
  Nvp(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
      std::shared_ptr<PolicyNetwork> network);

  /// Learns from 64 programs. The score's reward is the mean log of -Oz over a list drawn by the
  /// network, its divergence that from the targets.
  Result<PolicyGradientScore> Step(std::uint64_t number) override;
  Result<double> Judge() override;
  Status Keep(std::uint64_t steps) override;
  Checkpoint Standing(TrainingPosition& position) override;

 private:
  torch::Tensor Logits(std::span<const std::size_t> programs) const;

  const PolicyOptions& options_;
  const PolicyTasks& tasks_;
  const ProgramSides& sides_;
  const std::shared_ptr<PolicyNetwork> network_;
  torch::optim::AdamW optimizer_;
};

/// Returns the log of -Oz over the best prefix if lists are tried in the order of falling `scores`
/// until `passes` passes are made. The last list may be cut short.
double RankedLogRatio(const ListedProgram& program, std::span<const float> scores,
                      std::size_t passes);

}  // namespace autotune
