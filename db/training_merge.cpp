#include "db/training_merge.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace autotune {
namespace {

/// Adds the knowledge of another search about a state.
void Learn(EpisodeStep& state, const EpisodeStep& other) {
  state.reachable = std::min(state.reachable, other.reachable);
  for (const TriedPass& tried : other.tried) {
    const auto known = std::ranges::find(state.tried, tried.pass, &TriedPass::pass);
    if (known == state.tried.end()) {
      state.tried.push_back(tried);
      continue;
    }
    known->visits = std::max(known->visits, tried.visits);
    known->changed |= tried.changed;
    known->reachable = std::min(known->reachable, tried.reachable);
  }
}

/// Returns the passes that lead to the state at `step`.
PassSequence Before(const Episode& episode, std::size_t step) {
  return {episode.passes.begin(), episode.passes.begin() + static_cast<std::ptrdiff_t>(step)};
}

/// Unites episodes of several searches: each list once, and the same knowledge of a state in all.
void Unite(std::vector<Episode>& episodes) {
  std::map<PassSequence, EpisodeStep> states;
  for (const Episode& episode : episodes) {
    for (std::size_t i = 0; i < episode.steps.size(); ++i) {
      const auto [state, added] = states.try_emplace(Before(episode, i), episode.steps[i]);
      if (!added) Learn(state->second, episode.steps[i]);
    }
  }
  std::set<PassSequence> seen;
  std::erase_if(episodes, [&](const Episode& one) { return !seen.insert(one.passes).second; });
  for (Episode& episode : episodes) {
    for (std::size_t i = 0; i < episode.steps.size(); ++i) {
      episode.steps[i] = states.at(Before(episode, i));
    }
  }
  std::ranges::sort(episodes, {},
                    [](const Episode& one) { return std::tie(one.steps.back().cost, one.passes); });
}

}  // namespace

void MergeEqualPrograms(std::vector<TrainingProgram>& programs) {
  std::unordered_map<Hash128, std::size_t> places;
  std::set<std::size_t> merged;
  std::vector<TrainingProgram> different;
  for (TrainingProgram& program : programs) {
    const auto [place, added] = places.emplace(program.ir, different.size());
    if (added) {
      different.push_back(std::move(program));
      continue;
    }
    std::ranges::move(program.episodes, std::back_inserter(different[place->second].episodes));
    merged.insert(place->second);
  }
  for (const std::size_t place : merged) Unite(different[place].episodes);
  programs = std::move(different);
}

}  // namespace autotune
