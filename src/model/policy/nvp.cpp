#include "model/policy/nvp.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <torch/utils.h>

#include "model/policy/observation_rows.h"
#include "model/training/optimization.h"

namespace autotune {

namespace {

constexpr std::size_t kBatch = 64;
constexpr double kWeightDecay = 0.01;

}  // namespace

double RankedLogRatio(const ListedProgram& program, std::span<const float> scores,
                      std::size_t passes) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(-scores[i], i); });
  double lowest = program.lowest.front().front();
  for (const std::size_t list : order) {
    const std::vector<double>& prefixes = program.lowest[list];
    const std::size_t made = std::min(passes, prefixes.size() - 1);
    lowest = std::min(lowest, prefixes[made]);
    passes -= made;
  }
  return std::log(program.oz / std::max(lowest, 1.0));
}

Nvp::Nvp(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
         Budget& budget, std::shared_ptr<PolicyNetwork> network)
    : PolicyTask(options, tasks, sides, budget),
      network_(std::move(network)),
      optimizer_(MakeOptimizer(
          *network_,
          {.learning_rate = options.learning_rate, .warm_up = 0, .weight_decay = kWeightDecay})) {}

torch::Tensor Nvp::Logits(std::span<const std::size_t> programs) const {
  torch::Tensor inputs = torch::empty(
      {static_cast<std::int64_t>(programs.size()), static_cast<std::int64_t>(kRootRowWidth)});
  float* row = inputs.data_ptr<float>();
  for (const std::size_t program : programs) {
    WriteRootRow(tasks_.listed[program].root, {row, kRootRowWidth});
    row += kRootRowWidth;
  }
  return network_->Forward(inputs).logits;
}

Result<PolicyGradientScore> Nvp::Step(std::uint64_t number) {
  const std::vector<std::size_t> programs =
      ProgramsOfStep(sides_.training, kBatch, number, options_.seed);
  std::vector<float> values;
  std::vector<float> logs;
  for (const std::size_t i : programs) {
    const ListedProgram& program = tasks_.listed[i];
    for (const std::vector<double>& prefixes : program.lowest) {
      values.push_back(static_cast<float>((program.oz - prefixes.back()) / program.oz));
      logs.push_back(static_cast<float>(std::log(program.oz / std::max(prefixes.back(), 1.0))));
    }
  }
  const auto rows = static_cast<std::int64_t>(programs.size());
  const torch::Tensor target =
      torch::log_softmax(torch::tensor(values).view({rows, -1}) / options_.temperature, -1);
  const torch::Tensor guess = torch::log_softmax(Logits(programs), -1);
  const torch::Tensor divergence = (target.exp() * (target - guess)).sum(-1).mean();
  const torch::Tensor odds = guess.detach().exp();
  const PolicyGradientScore score{
      .reward = (odds * torch::tensor(logs).view({rows, -1})).sum(-1).mean().item<double>(),
      .entropy = -(odds * guess.detach()).sum(-1).mean().item<double>(),
      .divergence = divergence.item<double>()};
  divergence.backward();
  ApplyGradients(optimizer_, *network_, options_.learning_rate);
  return score;
}

Result<double> Nvp::Judge() {
  const torch::NoGradGuard no_gradients;
  const torch::Tensor logits = Logits(sides_.judged).contiguous();
  const auto lists = static_cast<std::size_t>(logits.size(1));
  double sum = 0;
  for (std::size_t i = 0; i < sides_.judged.size(); ++i) {
    sum += RankedLogRatio(tasks_.listed[sides_.judged[i]],
                          {logits.data_ptr<float>() + i * lists, lists},
                          static_cast<std::size_t>(options_.config.length));
  }
  return sum / static_cast<double>(sides_.judged.size());
}

Checkpoint Nvp::Standing(TrainingPosition& position) {
  return {position, *network_, *network_, optimizer_};
}

}  // namespace autotune
