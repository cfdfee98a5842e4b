#include "learn/policy_player.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "core/random.h"
#include "search/engine/weighted_draw.h"

namespace autotune {

namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

/// A pass to play, and the logarithm of its probability.
struct Choice {
  PassId pass = 0;
  float log_probability = 0;
};

/// Returns the logarithm of `a` over `b`, with counts of 0 taken for 1.
double LogRatio(std::uint64_t a, std::uint64_t b) {
  return std::log(static_cast<double>(std::max<std::uint64_t>(a, 1)) /
                  static_cast<double>(std::max<std::uint64_t>(b, 1)));
}

/// Chooses a pass that is not known to do nothing. Returns nothing if there is none.
std::optional<Choice> Choose(const PolicyAnswer& answer, const Observation& seen, const Seat& seat,
                             Random& random) {
  std::vector<float> weights = answer.logits;
  for (const PassId pass : seen.without_effect) weights[pass] = kNever;
  const float highest = *std::ranges::max_element(weights);
  if (highest == kNever) return std::nullopt;
  std::vector<float> odds;
  double total = 0;
  for (float& weight : weights) {
    odds.push_back(weight == kNever ? 0.0F : 1.0F);
    total += static_cast<double>(weight = std::exp(weight - highest));
  }
  const bool evenly = seat.explore > 0 && random.Unit() < seat.explore;
  if (!evenly && !seat.draws) return Choice{MostProbableFirst(weights).front(), 0};
  const PassId pass = *Draw(evenly ? odds : weights, random);
  if (!seat.draws) return Choice{pass, 0};
  return Choice{pass, std::log(weights[pass] / static_cast<float>(total))};
}

}  // namespace

PolicyPlayer::PolicyPlayer(Environment& environment,
                           const std::vector<EnvironmentProgram>& programs, std::uint64_t seed)
    : environment_(environment), programs_(programs), seed_(seed) {
  for (const EnvironmentProgram& program : programs) {
    listed_.push_back({program.family, program.root.next.ir});
  }
}

Result<std::vector<PlayedEpisode>> PolicyPlayer::Play(std::span<const Seat> seats,
                                                      const Policy& policy, Budget& budget) {
  std::vector<PlayedEpisode> episodes(seats.size());
  for (std::size_t begin = 0; begin < seats.size(); begin += environment_.slots()) {
    const std::size_t count = std::min(environment_.slots(), seats.size() - begin);
    const Status status = PlayTogether(seats.subspan(begin, count), policy, budget,
                                       std::span(episodes).subspan(begin, count));
    if (!status.ok()) return status.error();
  }
  return episodes;
}

Status PolicyPlayer::PlayTogether(std::span<const Seat> seats, const Policy& policy, Budget& budget,
                                  std::span<PlayedEpisode> episodes) {
  std::vector<Random> random;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    random.emplace_back(seed_, seats[i].stream);
    environment_.Reset(i, programs_[seats[i].program]);
  }
  std::vector<PassId> passes(environment_.slots());
  std::vector<std::size_t> playing;
  for (;;) {
    playing.clear();
    std::vector<const Observation*> states;
    for (std::size_t i = 0; i < seats.size(); ++i) {
      if (!environment_.running(i)) continue;
      playing.push_back(i);
      states.push_back(&environment_.observation(i));
    }
    if (playing.empty()) break;
    const Result<std::vector<PolicyAnswer>> answers = policy(states);
    if (!answers) return answers.error();
    for (std::size_t i = 0; i < playing.size(); ++i) {
      const std::size_t slot = playing[i];
      const PolicyAnswer& answer = (*answers)[i];
      const auto choice = Choose(answer, *states[i], seats[slot], random[slot]);
      if (!choice) {
        environment_.End(slot);
        continue;
      }
      passes[slot] = choice->pass;
      episodes[slot].steps.push_back(
          {*states[i], choice->pass, choice->log_probability, answer.value});
    }
    std::vector<std::uint64_t> before(environment_.slots());
    for (const std::size_t slot : playing) before[slot] = environment_.instructions(slot);
    const Result<std::vector<EnvironmentStep>> steps = environment_.Step(passes, budget);
    if (!steps) return steps.error();
    for (const std::size_t slot : playing) {
      if (episodes[slot].steps.empty()) continue;
      episodes[slot].steps.back().log_gain +=
          LogRatio(before[slot], environment_.instructions(slot));
    }
  }
  for (std::size_t i = 0; i < seats.size(); ++i) {
    episodes[i].end = environment_.observation(i).now;
    episodes[i].log_ratio = LogRatio(programs_[seats[i].program].oz, environment_.lowest(i));
  }
  return {};
}

}  // namespace autotune
