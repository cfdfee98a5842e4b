#include "python/binding/episodes.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace autotune::gym {

namespace {

constexpr std::size_t One(const Environment&) { return 1; }

constexpr ObservationSpace kObservationSpaces[] = {
    {"Autophase", [](const Environment&) { return kAutophaseSize; },
     [](const Environment& environment, std::size_t slot, std::int64_t* out) {
       std::ranges::copy(environment.observation(slot).now->autophase, out);
     }},
    {"InstCount", [](const Environment&) { return kInstCountSize; },
     [](const Environment& environment, std::size_t slot, std::int64_t* out) {
       std::ranges::copy(environment.observation(slot).now->inst_count, out);
     }},
    {"ActionHistogram", [](const Environment& environment) { return environment.actions(); },
     [](const Environment& environment, std::size_t slot, std::int64_t* out) {
       std::ranges::copy(environment.observation(slot).histogram, out);
     }},
    {"StepsLeft", One,
     [](const Environment& environment, std::size_t slot, std::int64_t* out) {
       *out = environment.observation(slot).steps_left;
     }},
    {"IrInstructionCount", One,
     [](const Environment& environment, std::size_t slot, std::int64_t* out) {
       *out = static_cast<std::int64_t>(environment.instructions(slot));
     }},
    {"IrInstructionCountO0", One,
     [](const Environment& environment, std::size_t slot, std::int64_t* out) {
       *out = static_cast<std::int64_t>(environment.program(slot).root.cost.instructions);
     }},
    {"IrInstructionCountOz", One,
     [](const Environment& environment, std::size_t slot, std::int64_t* out) {
       *out = static_cast<std::int64_t>(environment.program(slot).oz);
     }},
};

constexpr RewardSpace kRewardSpaces[] = {
    {"IrInstructionCount",
     [](const EnvironmentStep&, double saved, const EnvironmentProgram&) { return saved; }},
    {"IrInstructionCountNorm",
     [](const EnvironmentStep&, double saved, const EnvironmentProgram& program) {
       return saved / std::max(static_cast<double>(program.root.cost.instructions), 1.0);
     }},
    {"IrInstructionCountOz",
     [](const EnvironmentStep& step, double, const EnvironmentProgram&) { return step.reward; }},
};

Error Invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

}  // namespace

std::span<const ObservationSpace> ObservationSpaces() { return kObservationSpaces; }
std::span<const RewardSpace> RewardSpaces() { return kRewardSpaces; }

Result<Episodes> Episodes::Make(std::shared_ptr<Session> session, std::size_t slots,
                                std::uint32_t length) {
  if (slots == 0 || length == 0) return Invalid("episodes need a slot and a length");
  WorkerPool& pool = session->pool();
  Environment environment(pool.actions(), pool, slots, length);
  return Episodes(std::move(session), std::move(environment));
}

Status Episodes::Reset(std::size_t slot, const std::string& file) {
  if (Status here = session_->CheckProcess(); !here) return here;
  if (slot >= slots()) return Invalid("there is no slot " + std::to_string(slot));
  const Result<const EnvironmentProgram*> program = session_->Load(file);
  if (!program) return program.error();
  environment_.Reset(slot, **program);
  return {};
}

Status Episodes::Check(std::span<const std::int64_t> actions) const {
  if (Status here = session_->CheckProcess(); !here) return here;
  if (actions.size() != slots()) {
    return Invalid(std::to_string(actions.size()) + " actions for " + std::to_string(slots()) +
                   " episodes");
  }
  for (const std::int64_t action : actions) {
    if (action >= 0 && static_cast<std::uint64_t>(action) < environment_.actions()) continue;
    return Invalid("action " + std::to_string(action) + " is none of 0 to " +
                   std::to_string(environment_.actions() - 1));
  }
  return {};
}

Result<std::vector<EpisodeStep>> Episodes::Step(std::span<const std::int64_t> actions,
                                                const RewardSpace& reward) {
  if (Status status = Check(actions); !status) return status.error();
  std::vector<double> before(slots());
  std::vector<bool> running(slots());
  for (std::size_t slot = 0; slot < slots(); ++slot) {
    before[slot] = static_cast<double>(environment_.instructions(slot));
    running[slot] = environment_.running(slot);
  }
  const std::vector<PassId> passes(actions.begin(), actions.end());
  Budget budget({});
  auto outcomes = session_->arena().execute([&] { return environment_.Step(passes, budget); });
  if (!outcomes) return outcomes.error();
  std::vector<EpisodeStep> steps(slots());
  for (std::size_t slot = 0; slot < slots(); ++slot) {
    if (!running[slot]) continue;
    const EnvironmentStep& outcome = (*outcomes)[slot];
    const double saved = before[slot] - static_cast<double>(environment_.instructions(slot));
    const auto& idle = environment_.observation(slot).without_effect;
    steps[slot] = {reward.value(outcome, saved, environment_.program(slot)), outcome,
                   std::ranges::find(idle, passes[slot]) != idle.end()};
  }
  return steps;
}

}  // namespace autotune::gym
