#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <torch/utils.h>

#include "model/dream/dream.h"
#include "model/judged/judged_training.h"
#include "model/judged/program_rounds.h"
#include "model/one_thread.h"
#include "model/policy/actor_critic.h"
#include "model/policy/decentralised_training.h"
#include "model/policy/dqn.h"
#include "model/policy/nvp.h"
#include "model/policy/peers.h"
#include "model/policy/policy.h"
#include "model/policy/policy_network.h"
#include "model/policy/ppo.h"
#include "model/torch_error.h"

namespace autotune {

namespace {

std::vector<PolicyProgram> ProgramsOf(const PolicyTasks& tasks) {
  std::vector<PolicyProgram> programs;
  for (const ListedProgram& listed : tasks.listed) programs.push_back(listed.program);
  if (tasks.player) {
    programs.assign(tasks.player->programs().begin(), tasks.player->programs().end());
  }
  return programs;
}

/// Returns everything that must not change when a training is resumed.
std::string Signature(const PolicyOptions& options, const PolicyTasks& tasks,
                      const std::vector<PolicyProgram>& programs) {
  std::string text = ToHex(tasks.actions.fingerprint());
  for (const PolicyProgram& program : programs) {
    text += program.family + ' ' + ToHex(program.ir) + ' ';
  }
  std::string signature = std::string(Name(options.config.algorithm)) + ' ';
  // Rewards and judgements differ from those of earlier versions.
  signature += options.config.algorithm == PolicyAlgorithm::kDqn ? "3 " : "2 ";
  signature += ToHex(HashBytes(text));
  for (const std::uint64_t number : {static_cast<std::uint64_t>(options.config.width),
                                     static_cast<std::uint64_t>(options.config.layers),
                                     static_cast<std::uint64_t>(options.config.length),
                                     options.programs,
                                     options.episodes,
                                     options.slots,
                                     options.processes,
                                     options.epochs,
                                     options.minibatch,
                                     options.interval,
                                     options.seed,
                                     options.replay,
                                     options.dreams,
                                     static_cast<std::uint64_t>(options.config.memory),
                                     static_cast<std::uint64_t>(options.config.latents),
                                     static_cast<std::uint64_t>(options.config.classes),
                                     std::bit_cast<std::uint64_t>(options.learning_rate),
                                     std::bit_cast<std::uint64_t>(options.entropy),
                                     std::bit_cast<std::uint64_t>(options.clip),
                                     std::bit_cast<std::uint64_t>(options.temperature),
                                     std::bit_cast<std::uint64_t>(options.validation_share)}) {
    signature += ' ' + std::to_string(number);
  }
  return signature;
}

std::unique_ptr<JudgedTask> MakeTask(const PolicyOptions& options, const PolicyTasks& tasks,
                                     const ProgramSides& sides, Budget& budget, Peers* peers) {
  switch (options.config.algorithm) {
    case PolicyAlgorithm::kPpo:
    case PolicyAlgorithm::kGatv2:
      return std::make_unique<Ppo>(options, tasks, sides, budget, MakeActorCritic(options.config),
                                   peers);
    case PolicyAlgorithm::kNvp:
      return std::make_unique<Nvp>(options, tasks, sides, budget,
                                   std::make_shared<PolicyNetwork>(options.config));
    case PolicyAlgorithm::kDqn:
      return std::make_unique<Dqn>(options, tasks, sides, budget,
                                   std::make_shared<PolicyNetwork>(options.config));
    case PolicyAlgorithm::kCompilerDream:
      return std::make_unique<CompilerDream>(options, tasks, sides, budget);
  }
  assert(false && "unnamed PolicyAlgorithm");
  return nullptr;
}

}  // namespace

Result<JudgedOutcome> TrainPolicy(const PolicyOptions& options, const PolicyTasks& tasks,
                                  Budget& budget, const OnJudgedProgress& on_progress) {
  const std::vector<PolicyProgram> programs = ProgramsOf(tasks);
  if (programs.empty()) {
    return Error{ErrorCode::kInvalidArgument, "there is no program to learn from"};
  }
  return CatchTorch(ErrorCode::kIo, "training failed", [&]() -> Result<JudgedOutcome> {
    UseOneThread();
    torch::manual_seed(options.seed);
    std::vector<std::string_view> families;
    for (const PolicyProgram& program : programs) families.push_back(program.family);
    const ProgramSides sides = SplitPrograms(families, options.validation_share);
    if (sides.training.size() < options.processes) {
      return Error{ErrorCode::kInvalidArgument, "there are fewer programs than processes"};
    }
    std::unique_ptr<Peers> peers;
    if (options.processes > 1) {
      auto met = MeetPeers(options.meeting, options.rank, options.processes);
      if (!met) return met.error();
      peers = *std::move(met);
    }
    const std::unique_ptr<JudgedTask> task = MakeTask(options, tasks, sides, budget, peers.get());
    const JudgedOptions judged{.output = options.output,
                               .interval = options.interval,
                               .steps = options.steps,
                               .resume = options.resume,
                               .signature = Signature(options, tasks, programs)};
    if (options.rank > 0) {
      const Status status = Follow(judged, *task, *peers);
      return status.ok() ? Result<JudgedOutcome>(JudgedOutcome()) : status.error();
    }
    Result<JudgedOutcome> outcome = peers ? Lead(judged, *task, *peers, budget, on_progress)
                                          : TrainJudged(judged, *task, budget, on_progress);
    if (!outcome) return outcome;
    outcome->training_programs = sides.training.size();
    outcome->validation_programs = sides.held_out ? sides.judged.size() : 0;
    return outcome;
  });
}

}  // namespace autotune
