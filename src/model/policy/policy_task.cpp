#include "model/policy/policy_task.h"

#include <cstddef>
#include <map>
#include <string>

#include "model/policy/policy_network.h"

namespace autotune {

namespace {

/// Streams of judgements, far from those of training steps.
constexpr std::uint64_t kJudgedStreams = std::uint64_t{1} << 40;

}  // namespace

Policy PolicyOf(const ActorCritic& network) {
  return [&network](std::span<const Observation* const> states) {
    return Result<std::vector<PolicyAnswer>>(Answer(network, states));
  };
}

double MeanLogRatio(const std::vector<PlayedEpisode>& episodes) {
  double sum = 0;
  for (const PlayedEpisode& episode : episodes) sum += episode.log_ratio;
  return sum / static_cast<double>(episodes.size());
}

Status PolicyTask::Keep(std::uint64_t steps) {
  TrainingPosition unused;
  return KeepNetwork(Standing(unused).network, steps);
}

Status PolicyTask::KeepNetwork(const torch::nn::Module& network, std::uint64_t steps) const {
  std::map<std::string, std::string> card = options_.card;
  card["trained on"] =
      std::to_string(sides_.training.size()) + " programs, " + std::to_string(steps) + " steps";
  card["judged on"] = std::to_string(sides_.judged.size()) +
                      (sides_.held_out ? " programs of other families" : " of these programs");
  card["seed"] = std::to_string(options_.seed);
  return SavePolicy(options_.output, options_.config, network, tasks_.actions.fingerprint(), card);
}

Result<std::vector<PlayedEpisode>> PolicyTask::Play(std::uint64_t number, const Policy& policy,
                                                    const Seat& manner, const Peers* peers) const {
  const std::uint64_t processes = peers ? peers->count() : 1;
  const std::uint64_t rank = peers ? peers->rank() : 0;
  const std::vector<std::size_t> programs =
      ProgramsOfStep(sides_.training, options_.programs * processes, number, options_.seed);
  std::vector<Seat> seats;
  std::uint64_t stream = number * options_.programs * options_.episodes * processes;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    for (std::uint64_t episode = 0; episode < options_.episodes; ++episode, ++stream) {
      if (i % processes != rank) continue;
      seats.push_back(manner);
      seats.back().program = programs[i];
      seats.back().stream = stream;
    }
  }
  return tasks_.player->Play(seats, policy, budget_);
}

Result<double> PolicyTask::JudgeByEpisodes(const Policy& policy, bool draws) const {
  std::vector<Seat> seats;
  for (const std::size_t program : sides_.judged) {
    seats.push_back({.program = program, .stream = kJudgedStreams + program, .draws = draws});
  }
  const auto episodes = tasks_.player->Play(seats, policy, tasks_.judging);
  if (!episodes) return episodes.error();
  return MeanLogRatio(*episodes);
}

}  // namespace autotune
