#include "model/judged/policy_gradient.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <functional>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <torch/utils.h>

#include "core/random.h"
#include "model/network/features.h"
#include "model/network/layers.h"
#include "model/one_thread.h"

namespace autotune {

namespace {

/// Input of the decoder: R rollouts, N + 1 states of each.
struct Inputs {
  Memory memory;
  torch::Tensor passes;    ///< int64 [R, N + 1]
  torch::Tensor features;  ///< float [R, N + 1, kStateFeatureWidth]
};

/// N steps of R rollouts. After a pass that changed nothing, the next step is in the same state.
struct Steps {
  torch::Tensor state;   ///< int64 [R, N]: index of the state among the rollout's
  torch::Tensor barred;  ///< bool [R, N, actions]: passes known to do nothing there
};

/// Rollouts of all tasks; those of a task are adjacent.
struct Rollouts {
  Inputs inputs;
  Steps steps;
  torch::Tensor taken;      ///< int64 [R, N]: the pass chosen in each step
  torch::Tensor made;       ///< float [R, N]: 1 if a pass was chosen
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

/// The decoder's predictions for each step.
struct Opinion {
  torch::Tensor log_odds;  ///< float [R, N, actions]
  torch::Tensor value;     ///< float [R, N]
};

Opinion Ask(const Passformer& network, const Inputs& inputs, const Steps& steps) {
  const std::int64_t states = steps.state.max().item<std::int64_t>() + 1;
  const DecoderOutput output = network.Forward(inputs.memory, inputs.passes.narrow(1, 0, states),
                                               inputs.features.narrow(1, 0, states));
  const auto logits = output.logits.gather(1, steps.state.unsqueeze(-1).expand_as(steps.barred));
  return {logits.masked_fill(steps.barred, kHidden).log_softmax(-1),
          output.value.gather(1, steps.state)};
}

/// Draws an index with a probability in proportion to its weight.
PassId Draw(std::span<const float> weights, Random& random) {
  double total = 0;
  for (const float weight : weights) total += static_cast<double>(weight);
  double left = random.Unit() * total;
  PassId drawn = 0;
  for (std::size_t i = 0; i < weights.size() && left >= 0; ++i) {
    if (weights[i] > 0) drawn = static_cast<PassId>(i);
    left -= static_cast<double>(weights[i]);
  }
  return drawn;
}

/// Calls `work` for each index below `count`, on at most `threads` threads.
void ForEach(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(threads, count); ++i) others.emplace_back(run);
  run();
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
    const std::int64_t actions = network.config().actions;
    rollouts_.inputs = {
        EncodeTasks(network, tasks, options.rollouts),
        torch::zeros({rows, steps + 1}, torch::kLong),
        torch::zeros({rows, steps + 1, static_cast<std::int64_t>(kStateFeatureWidth)})};
    rollouts_.steps = {torch::zeros({rows, steps}, torch::kLong),
                       torch::zeros({rows, steps, actions}, torch::kBool)};
    rollouts_.taken = torch::zeros({rows, steps}, torch::kLong);
    rollouts_.made = torch::zeros({rows, steps});
    rollouts_.advantage = torch::zeros({rows, steps});
    for (std::size_t row = 0; row < tasks.size() * options.rollouts; ++row) {
      states_.push_back(tasks[row / options.rollouts].root);
      lowest_.push_back({LogCost(states_.back())});
      Observe(row, 0, states_.back(), network.start());
    }
  }

  Result<Rollouts> Play(Budget& budget) {
    for (std::size_t step = 0; step < options_.length; ++step) {
      std::vector<std::size_t> rows;
      for (std::size_t row = 0; row < states_.size(); ++row) {
        if (GoesOn(row, step)) rows.push_back(row);
      }
      const std::uint64_t granted = budget.Claim(rows.size());
      if (granted < rows.size()) {
        budget.Return(granted);
        return CutShort();
      }
      const std::vector<PassId> passes = DrawPasses(rows, Odds(static_cast<std::int64_t>(step)));
      std::vector<Status> statuses(rows.size());
      ForEach(rows.size(), options_.threads,
              [&](std::size_t i) { statuses[i] = Advance(rows[i], step, passes[i], budget); });
      for (const Status& status : statuses) {
        if (!status) return status.error();
      }
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

  /// Returns a flag for each action: true if it is known to do nothing in the state of a step.
  std::span<bool> Barred(std::size_t row, std::size_t step) {
    const auto actions = static_cast<std::size_t>(network_.config().actions);
    bool* const all = rollouts_.steps.barred.data_ptr<bool>();
    return {all + (row * options_.length + step) * actions, actions};
  }

  /// True if a rollout has reached the step and has a pass left to try.
  bool GoesOn(std::size_t row, std::size_t step) {
    return lowest_[row].size() == step + 1 &&
           !std::ranges::all_of(Barred(row, step), std::identity());
  }

  /// Returns probabilities of the next pass: float [R, actions].
  torch::Tensor Odds(std::int64_t step) const {
    const auto [state, barred] = rollouts_.steps;
    const Steps next{state.narrow(1, step, 1), barred.narrow(1, step, 1)};
    return Ask(network_, rollouts_.inputs, next).log_odds.squeeze(1).exp().contiguous();
  }

  std::vector<PassId> DrawPasses(std::span<const std::size_t> rows, const torch::Tensor& odds) {
    const auto actions = static_cast<std::size_t>(odds.size(1));
    std::vector<PassId> passes;
    for (const std::size_t row : rows) {
      passes.push_back(Draw({odds.data_ptr<float>() + row * actions, actions}, random_));
    }
    return passes;
  }

  /// Makes a step of one rollout. Touches no other rollout, so it may run on several threads.
  Status Advance(std::size_t row, std::size_t step, PassId pass, const Budget& budget) {
    Evaluator& evaluator = tasks_[row / options_.rollouts].evaluator;
    const EvaluationOptions wanted{
        .observe = {.features = true, .object_size = NeedsCode(options_.objective)},
        .retain = {.start = false, .end = true}};
    const Trace trace = evaluator.Apply(states_[row].next, {&pass, 1}, wanted, budget);
    if (!trace.status && !IsEvaluationFailure(trace.status.error().code)) return trace.status;
    const std::size_t cell = row * options_.length + step;
    rollouts_.taken.data_ptr<std::int64_t>()[cell] = pass;
    rollouts_.made.data_ptr<float>()[cell] = 1;
    std::int64_t* const state = rollouts_.steps.state.data_ptr<std::int64_t>() + cell;
    const bool leads_on =
        !trace.steps.empty() && trace.steps.front().next.ir != states_[row].next.ir;
    if (leads_on) {
      Observe(row, static_cast<std::size_t>(*state) + 1, trace.steps.front(), pass);
      states_[row] = trace.steps.front();
    }
    lowest_[row].push_back(std::min(lowest_[row].back(), LogCost(states_[row])));
    if (step + 1 == options_.length) return {};
    state[1] = *state + (leads_on ? 1 : 0);
    if (leads_on) return {};
    std::ranges::copy(Barred(row, step), Barred(row, step + 1).begin());
    Barred(row, step + 1)[pass] = true;
    return {};
  }

  /// Computes the advantages of the rollouts of a task.
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

  /// Returns the log of the cost that the rollout saved from this step on.
  double Gain(std::size_t row, std::size_t step) const {
    return lowest_[row][step] - lowest_[row].back();
  }

  const PolicyGradientOptions& options_;
  const Passformer& network_;
  const std::span<const TuningTask> tasks_;
  Random& random_;
  Rollouts rollouts_;
  std::vector<Evaluation> states_;           // of each rollout
  std::vector<std::vector<double>> lowest_;  // log of the lowest cost, at the root and each step
};

torch::Tensor OfTaken(const Opinion& opinion, const Rollouts& rollouts) {
  return opinion.log_odds.gather(-1, rollouts.taken.unsqueeze(-1)).squeeze(-1);
}

/// Returns entropies: float [R, N].
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
      optimizer_(MakeOptimizer(*network_, options.rules)) {
  assert(options.rollouts >= 2 && "a rollout is judged by the others");
  UseOneThread();
  network_->eval();  // no dropout: rollouts and updates must use the same network
}

Result<PolicyGradientScore> PolicyGradient::Step(std::uint64_t number,
                                                 std::span<const TuningTask> tasks,
                                                 Budget& budget) {
  std::optional<Rollouts> rollouts;
  Opinion before;
  Opinion anchor;
  PolicyGradientScore score;
  {
    const torch::NoGradGuard no_gradients;
    Random random(options_.seed, number);
    Result<Rollouts> played = Sampler(options_, *network_, tasks, random).Play(budget);
    if (!played) return played.error();
    rollouts = *std::move(played);
    before = Ask(*network_, rollouts->inputs, rollouts->steps);
    anchor = Ask(*anchor_, rollouts->inputs, rollouts->steps);
    score = {.reward = rollouts->reward,
             .entropy = MeanOverMade(Entropy(before), *rollouts).item<double>(),
             .divergence = MeanOverMade(Divergence(before, anchor), *rollouts).item<double>()};
    const auto spread = MeanOverMade(rollouts->advantage.square(), *rollouts).sqrt();
    rollouts->advantage /= spread.clamp_min(1e-6);
  }
  const auto chosen = OfTaken(before, *rollouts);
  for (std::size_t i = 0; i < options_.updates; ++i) {
    const Opinion now = Ask(*network_, rollouts->inputs, rollouts->steps);
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
