#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/random.h"
#include "core/training_set.h"
#include "model/small_network.h"

namespace autotune {

inline constexpr std::size_t kToyActions = 6;

/// A world with two passes that help, each once and by a fifth, in an order that a count of the
/// program decides: the other order helps half as much. All others do nothing.
struct ToyWorld {
  bool zero_first = false;
  PassSequence applied;

  std::uint64_t cost() const {
    const PassId first = zero_first ? 0 : 1;
    if (applied.empty()) return 1000;
    if (applied.size() == 1) return applied[0] == first ? 800 : 900;
    return applied[0] == first ? 600 : 850;
  }

  std::uint64_t reachable() const {
    const PassId first = zero_first ? 0 : 1;
    return applied.empty() || applied[0] == first ? 600 : 850;
  }

  bool Changes(PassId pass) const {
    return pass < 2 && (applied.empty() || (applied.size() == 1 && applied[0] != pass));
  }

  ToyWorld After(PassId pass) const {
    ToyWorld next = *this;
    if (Changes(pass)) next.applied.push_back(pass);
    return next;
  }

  Features Observe(std::uint64_t noise) const {
    Features features;
    Random random(noise);
    for (std::size_t i = 10; i < 20; ++i) {
      features.autophase[i] = static_cast<std::uint32_t>(random.Below(50));
    }
    features.inst_count[0] = static_cast<std::uint32_t>(cost());
    features.inst_count[20] = zero_first ? 100 : 20;
    return features;
  }
};

inline EpisodeStep ToyStep(const ToyWorld& world, std::uint64_t noise) {
  EpisodeStep step{world.Observe(noise), world.cost(), world.reachable(), {}};
  for (PassId pass = 0; pass < kToyActions; ++pass) {
    step.tried.push_back({pass, 1, world.Changes(pass), world.After(pass).reachable()});
  }
  return step;
}

/// An episode that begins with `first`.
inline Episode ToyEpisode(ToyWorld world, PassId first, std::uint64_t noise) {
  Episode episode{{first, static_cast<PassId>(1 - first)}, {ToyStep(world, noise)}};
  for (const PassId pass : episode.passes) {
    world = world.After(pass);
    episode.steps.push_back(ToyStep(world, noise));
  }
  return episode;
}

/// Programs of two a family, each with the best episode and the other one.
inline TrainingSet ToySet(std::size_t programs, std::uint64_t seed = 0) {
  TrainingSet set{{1, 2}, kToyActions, {}};
  for (std::size_t i = 0; i < programs; ++i) {
    TrainingProgram program;
    program.name = "program" + std::to_string(i);
    program.family = "family" + std::to_string(i / 2);
    program.ir = {i, seed};
    program.oz = 700;
    program.tokens = MakeTokens({20, 7}, seed + i);
    const ToyWorld world{i % 2 == 0, {}};
    const PassId best = world.zero_first ? 0 : 1;
    const std::uint64_t noise = seed * programs + i;
    program.episodes = {ToyEpisode(world, best, noise),
                        ToyEpisode(world, static_cast<PassId>(1 - best), noise)};
    set.programs.push_back(std::move(program));
  }
  return set;
}

}  // namespace autotune
