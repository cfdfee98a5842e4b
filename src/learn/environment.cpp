#include "learn/environment.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

namespace autotune {

Environment::Environment(const ActionSpace& actions, Evaluator& evaluator, std::size_t slots,
                         std::uint32_t length, const Observe& observe)
    : actions_(actions.size()),
      evaluator_(evaluator),
      length_(length),
      observe_{.features = true, .graph = observe.graph},
      slots_(slots) {
  assert(slots > 0 && length > 0);
}

void Environment::Reset(std::size_t slot, const EnvironmentProgram& program) {
  assert(program.root.features && (program.root.graph || !observe_.graph) &&
         "measured with what is observed");
  const auto features = std::make_shared<const Features>(*program.root.features);
  const std::uint64_t instructions = program.root.cost.instructions;
  slots_[slot] = {.program = &program,
                  .state = program.root.next,
                  .instructions = instructions,
                  .lowest = instructions,
                  .observation = {.root = features,
                                  .now = features,
                                  .histogram = std::vector<std::uint16_t>(actions_),
                                  .steps_left = length_,
                                  .graph = program.root.graph},
                  .running = true};
}

Environment Environment::Fork() {
  for (Slot& slot : slots_) slot.forked = true;
  return *this;
}

Result<std::vector<EnvironmentStep>> Environment::Step(std::span<const PassId> passes,
                                                       Budget& budget) {
  assert(passes.size() == slots_.size() && "one pass for each slot");
  const auto active = static_cast<std::uint64_t>(std::ranges::count_if(slots_, &Slot::running));
  const std::uint64_t claimed = budget.Claim(active);
  Status failed;
  if (claimed < active) {
    budget.Return(claimed);
    failed = Error{ErrorCode::kCancelled, "the budget ended during an episode"};
  }
  std::vector<EnvironmentStep> steps(slots_.size());
  std::vector<Status> statuses(slots_.size());
  if (failed.ok()) {
    tbb::parallel_for(
        std::size_t{0}, slots_.size(),
        [&](std::size_t i) {
          if (slots_[i].running) statuses[i] = Apply(slots_[i], passes[i], budget, steps[i]);
        },
        tbb::simple_partitioner());
    const auto first = std::ranges::find_if(statuses, [](const Status& s) { return !s.ok(); });
    if (first != statuses.end()) failed = *first;
  }
  if (failed.ok()) return steps;
  for (Slot& slot : slots_) slot.running = false;
  return failed.error();
}

Status Environment::Apply(Slot& slot, PassId pass, const Budget& budget, EnvironmentStep& step) {
  assert(pass < actions_ && "an action of the space");
  Trace trace = evaluator_.Apply(
      slot.state, {&pass, 1},
      {.observe = observe_, .retain = {.start = std::exchange(slot.forked, false)}}, budget);
  Observation& seen = slot.observation;
  if (!trace.status.ok()) {
    if (!IsEvaluationFailure(trace.status.error().code)) return trace.status;
    step.end = EpisodeEnd::kFailed;
    step.failure = trace.status.error().code;
    slot.running = false;
    return {};
  }
  Evaluation& evaluation = trace.steps.front();
  const auto gain =
      static_cast<double>(slot.instructions) - static_cast<double>(evaluation.cost.instructions);
  const std::uint64_t root = slot.program->root.cost.instructions;
  const std::uint64_t range = root > slot.program->oz + 1 ? root - slot.program->oz : 1;
  step.reward = gain / static_cast<double>(range);
  if (evaluation.next.ir == slot.state.ir) {
    if (std::ranges::find(seen.without_effect, pass) == seen.without_effect.end()) {
      seen.without_effect.push_back(pass);
    }
  } else {
    seen.without_effect.clear();
    seen.now = std::make_shared<const Features>(*evaluation.features);
    seen.graph = std::move(evaluation.graph);
  }
  ++seen.histogram[pass];
  --seen.steps_left;
  slot.instructions = evaluation.cost.instructions;
  slot.lowest = std::min(slot.lowest, slot.instructions);
  slot.state = std::move(evaluation.next);
  slot.running = seen.steps_left > 0;
  if (!slot.running) step.end = EpisodeEnd::kLength;
  return {};
}

}  // namespace autotune
