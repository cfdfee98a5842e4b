#include "model/policy_gradient.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <torch/utils.h>

#include "model/checkpoint.h"
#include "model/features.h"
#include "model/one_thread.h"

namespace autotune {

namespace {

/// What the decoder is given: of so many rollouts, so many states of each.
struct Inputs {
  Memory memory;
  torch::Tensor passes;    ///< int64 [R, N + 1]
  torch::Tensor features;  ///< float [R, N + 1, kStateFeatureWidth]
};

/// Rollouts of all tasks, those of one task one after another.
struct Rollouts {
  Inputs inputs;
  torch::Tensor taken;      ///< int64 [R, N]: the pass chosen in each state
  torch::Tensor made;       ///< float [R, N]: 1 where one was
  torch::Tensor advantage;  ///< float [R, N]
  double reward = 0;        ///< mean
};

Memory EncodeTasks(const Passformer& network, std::span<const TuningTask> tasks,
                   std::size_t rollouts) {
  std::vector<ProgramView> views;
  for (const TuningTask& task : tasks) views.push_back({task.tokens, *task.root.features});
  const Memory memory = network.Encode(MakeProgramBatch(views));
  const auto repeats = static_cast<std::int64_t>(rollouts);
  return {memory.slots.repeat_interleave(repeats, 0), memory.mask.repeat_interleave(repeats, 0)};
}

/// An index, with a probability in proportion to its weight.
PassId Draw(std::span<const float> weights, Random& random) {
  double total = 0;
  for (const float weight : weights) total += static_cast<double>(weight);
  double left = random.Unit() * total;
  for (std::size_t i = 0; i + 1 < weights.size(); ++i) {
    left -= static_cast<double>(weights[i]);
    if (left < 0) return static_cast<PassId>(i);
  }
  return static_cast<PassId>(weights.size() - 1);
}

Error CutShort() { return {ErrorCode::kCancelled, "the budget ended within a step of training"}; }

/// Plays all rollouts side by side.
class Sampler {
 public:
  Sampler(const PolicyGradientOptions& options, const Passformer& network,
          std::span<const TuningTask> tasks, Random& random)
      : options_(options), network_(network), tasks_(tasks), random_(random) {
    const auto rows = static_cast<std::int64_t>(tasks.size() * options.rollouts);
    const auto steps = static_cast<std::int64_t>(options.length);
    rollouts_.inputs = {
        EncodeTasks(network, tasks, options.rollouts),
        torch::zeros({rows, steps + 1}, torch::kLong),
        torch::zeros({rows, steps + 1, static_cast<std::int64_t>(kStateFeatureWidth)})};
    rollouts_.taken = torch::zeros({rows, steps}, torch::kLong);
    rollouts_.made = torch::zeros({rows, steps});
    rollouts_.advantage = torch::zeros({rows, steps});
    for (std::size_t row = 0; row < tasks.size() * options.rollouts; ++row) {
      states_.push_back(tasks[row / options.rollouts].root);
      alive_.push_back(true);
      lowest_.push_back({LogCost(states_.back())});
      Observe(row, 0, states_.back(), network.start());
    }
  }

  Result<Rollouts> Play(Budget& budget) {
    for (std::size_t step = 0; step < options_.length; ++step) {
      const auto alive = static_cast<std::uint64_t>(std::ranges::count(alive_, true));
      const std::uint64_t granted = budget.Claim(alive);
      if (granted < alive) {
        budget.Return(granted);
        return CutShort();
      }
      const torch::Tensor odds = Odds(static_cast<std::int64_t>(step) + 1);
      for (std::size_t row = 0; row < states_.size(); ++row) {
        if (alive_[row]) Advance(row, step, odds, budget);
      }
      if (budget.Interrupted()) return CutShort();  // a pass was dropped, it did not fail
    }
    for (std::size_t task = 0; task < tasks_.size(); ++task) Judge(task);
    rollouts_.reward /= static_cast<double>(states_.size());
    return std::move(rollouts_);
  }

 private:
  double LogCost(const Evaluation& state) const {
    return std::log(
        static_cast<double>(std::max<std::uint64_t>(Value(state.cost, options_.objective), 1)));
  }

  void Observe(std::size_t row, std::size_t step, const Evaluation& now, std::int64_t pass) {
    const std::size_t cell = row * (options_.length + 1) + step;
    rollouts_.inputs.passes.data_ptr<std::int64_t>()[cell] = pass;
    float* features = rollouts_.inputs.features.data_ptr<float>() + cell * kStateFeatureWidth;
    WriteStateFeatures({.root = *tasks_[row / options_.rollouts].root.features,
                        .before = *states_[row].features,
                        .now = *now.features,
                        .step = step},
                       network_.config().reobserve, {features, kStateFeatureWidth});
  }

  /// float [R, actions]: of the next pass, after so many states.
  torch::Tensor Odds(std::int64_t states) const {
    const Inputs& inputs = rollouts_.inputs;
    const DecoderOutput output = network_.Forward(inputs.memory, inputs.passes.narrow(1, 0, states),
                                                  inputs.features.narrow(1, 0, states));
    return output.logits.select(1, states - 1).softmax(-1).contiguous();
  }

  void Advance(std::size_t row, std::size_t step, const torch::Tensor& odds, const Budget& budget) {
    const auto actions = static_cast<std::size_t>(odds.size(1));
    const PassId pass = Draw({odds.data_ptr<float>() + row * actions, actions}, random_);
    Evaluator& evaluator = tasks_[row / options_.rollouts].evaluator;
    const EvaluationOptions wanted{
        .observe = {.features = true, .object_size = options_.objective == Objective::kObjectSize},
        .retain = {.start = false, .end = true}};
    const Trace trace = evaluator.Apply(states_[row].next, {&pass, 1}, wanted, budget);
    const std::size_t cell = row * options_.length + step;
    rollouts_.taken.data_ptr<std::int64_t>()[cell] = pass;
    rollouts_.made.data_ptr<float>()[cell] = 1;
    if (trace.steps.empty()) {
      alive_[row] = false;
      lowest_[row].push_back(lowest_[row].back());
      return;
    }
    const Evaluation& next = trace.steps.front();
    Observe(row, step + 1, next, pass);
    states_[row] = next;
    lowest_[row].push_back(std::min(lowest_[row].back(), LogCost(next)));
  }

  /// The advantages of the rollouts of a task.
  void Judge(std::size_t task) {
    const std::size_t first = task * options_.rollouts;
    for (std::size_t step = 0; step < options_.length; ++step) {
      double sum = 0;
      std::size_t count = 0;
      for (std::size_t row = first; row < first + options_.rollouts; ++row) {
        if (lowest_[row].size() <= step + 1) continue;
        sum += Gain(row, step);
        ++count;
      }
      for (std::size_t row = first; row < first + options_.rollouts; ++row) {
        if (lowest_[row].size() <= step + 1) continue;
        rollouts_.advantage.data_ptr<float>()[row * options_.length + step] =
            static_cast<float>(Gain(row, step) - sum / static_cast<double>(count));
      }
    }
    for (std::size_t row = first; row < first + options_.rollouts; ++row) {
      rollouts_.reward += Gain(row, 0);
    }
  }

  /// Log of the cost that the rollout saved from this step on.
  double Gain(std::size_t row, std::size_t step) const {
    return lowest_[row][step] - lowest_[row].back();
  }

  const PolicyGradientOptions& options_;
  const Passformer& network_;
  const std::span<const TuningTask> tasks_;
  Random& random_;
  Rollouts rollouts_;
  std::vector<Evaluation> states_;           // of each rollout
  std::vector<bool> alive_;                  // no pass of it has failed
  std::vector<std::vector<double>> lowest_;  // log of the lowest cost, at the root and each step
};

/// What the decoder says in the states that passes were chosen in.
struct Opinion {
  torch::Tensor log_odds;  ///< float [R, N, actions]
  torch::Tensor value;     ///< float [R, N]
};

Opinion Ask(const Passformer& network, const Inputs& inputs) {
  const std::int64_t steps = inputs.passes.size(1) - 1;
  const DecoderOutput output = network.Forward(inputs.memory, inputs.passes.narrow(1, 0, steps),
                                               inputs.features.narrow(1, 0, steps));
  return {output.logits.log_softmax(-1), output.value};
}

torch::Tensor OfTaken(const Opinion& opinion, const Rollouts& rollouts) {
  return opinion.log_odds.gather(-1, rollouts.taken.unsqueeze(-1)).squeeze(-1);
}

/// [R, N].
torch::Tensor Entropy(const Opinion& opinion) {
  return -(opinion.log_odds.exp() * opinion.log_odds).sum(-1);
}

torch::Tensor Divergence(const Opinion& from, const Opinion& to) {
  return (from.log_odds.exp() * (from.log_odds - to.log_odds)).sum(-1);
}

torch::Tensor MeanOverMade(const torch::Tensor& values, const Rollouts& rollouts) {
  return (values * rollouts.made).sum() / rollouts.made.sum();
}

std::shared_ptr<Passformer> CopyOf(const Passformer& network) {
  auto copy = std::make_shared<Passformer>(network.config());
  CopyWeights(network, *copy);
  copy->eval();
  return copy;
}

}  // namespace

PolicyGradient::PolicyGradient(const PolicyGradientOptions& options,
                               std::shared_ptr<Passformer> network)
    : options_(options),
      network_(std::move(network)),
      anchor_(CopyOf(*network_)),
      optimizer_(MakeOptimizer(*network_, options.rules)),
      random_(options.seed) {
  assert(options.rollouts >= 2 && "a rollout is judged by the others");
  UseOneThread();
  network_->eval();  // what was played is what is learned from: no dropout
}

Result<PolicyGradientScore> PolicyGradient::Step(std::span<const TuningTask> tasks,
                                                 Budget& budget) {
  std::optional<Rollouts> rollouts;
  Opinion before;
  Opinion anchor;
  PolicyGradientScore score;
  {
    const torch::NoGradGuard no_gradients;
    Result<Rollouts> played = Sampler(options_, *network_, tasks, random_).Play(budget);
    if (!played) return played.error();
    rollouts = *std::move(played);
    before = Ask(*network_, rollouts->inputs);
    anchor = Ask(*anchor_, rollouts->inputs);
    score = {.reward = rollouts->reward,
             .entropy = MeanOverMade(Entropy(before), *rollouts).item<double>(),
             .divergence = MeanOverMade(Divergence(before, anchor), *rollouts).item<double>()};
    const auto spread = MeanOverMade(rollouts->advantage.square(), *rollouts).sqrt();
    rollouts->advantage /= spread.clamp_min(1e-6);
  }
  const auto chosen = OfTaken(before, *rollouts);
  for (std::size_t i = 0; i < options_.updates; ++i) {
    const Opinion now = Ask(*network_, rollouts->inputs);
    const auto ratio = (OfTaken(now, *rollouts) - chosen).exp();
    const auto clipped = ratio.clamp(1 - options_.clip, 1 + options_.clip);
    const auto gain = torch::min(ratio * rollouts->advantage, clipped * rollouts->advantage);
    const auto drift = Divergence(now, anchor) + (now.value - anchor.value).square();
    const auto loss =
        MeanOverMade(options_.anchor * drift - options_.entropy * Entropy(now) - gain, *rollouts);
    loss.backward();
    ApplyGradients(optimizer_, *network_, options_.rules.learning_rate);
  }
  return score;
}

}  // namespace autotune
