#include "model/training/samples.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <ranges>
#include <set>
#include <string>

#include "core/hash.h"

namespace autotune {

namespace {

/// Returns a number in [0, 1) that never changes for a name.
double Position(std::string_view family) {
  return static_cast<double>(HashBytes(family).low >> 11) * 0x1.0p-53;
}

std::map<std::string_view, std::size_t> FamilySizes(const TrainingSet& set) {
  std::map<std::string_view, std::size_t> sizes;
  for (const TrainingProgram& program : set.programs) ++sizes[program.family];
  return sizes;
}

double LogRatio(std::uint64_t cost, std::uint64_t reference) {
  return std::log(static_cast<double>(std::max<std::uint64_t>(cost, 1)) /
                  static_cast<double>(std::max<std::uint64_t>(reference, 1)));
}

/// Returns the lowest cost that a pass is known to lead to; the state's own if none helps.
std::uint64_t LowestFrom(const EpisodeStep& state) {
  std::uint64_t lowest = state.cost;
  for (const TriedPass& tried : state.tried) {
    if (tried.changed) lowest = std::min(lowest, tried.reachable);
  }
  return lowest;
}

/// Returns the number of states in the episode that teach a pass. They are those in which a pass
/// was taken, and the last one if the search knows how to go on.
std::size_t CountTaught(const Episode& episode) {
  const EpisodeStep& last = episode.steps.back();
  return episode.passes.size() + (LogRatio(LowestFrom(last), last.cost) < 0 ? 1 : 0);
}

/// Returns the samples of one program: its weight spread over the steps that are learned from.
std::vector<Sample> SamplesOf(const TrainingProgram& program, std::size_t index, double weight,
                              double nearness) {
  std::vector<Sample> samples;
  if (program.episodes.empty()) return samples;
  const auto end = [](const Episode& episode) { return episode.steps.back().cost; };
  const std::uint64_t best = end(*std::ranges::min_element(program.episodes, {}, end));
  double policy_total = 0;
  double value_total = 0;
  for (std::size_t i = 0; i < program.episodes.size(); ++i) {
    const Episode& episode = program.episodes[i];
    const double near = std::exp(-LogRatio(end(episode), best) / nearness);
    samples.push_back({index, i, static_cast<float>(near), 1});
    policy_total += near * static_cast<double>(CountTaught(episode));
    value_total += static_cast<double>(episode.steps.size());
  }
  for (Sample& sample : samples) {
    sample.policy_weight *= policy_total > 0 ? static_cast<float>(weight / policy_total) : 0;
    sample.value_weight *= static_cast<float>(weight / value_total);
  }
  return samples;
}

/// Returns an unnormalised weight of each pass, falling with the distance of its reachable cost
/// from the lowest one. All are 0 if no pass is known to lead lower.
std::vector<double> SearchedPolicy(const EpisodeStep& state, std::size_t actions,
                                   double temperature) {
  std::vector<double> mass(actions);
  const std::uint64_t lowest = LowestFrom(state);
  const double gain = -LogRatio(lowest, state.cost);
  if (gain <= 0) return mass;
  for (const TriedPass& tried : state.tried) {
    if (!tried.changed) continue;
    mass[tried.pass] =
        std::exp(-LogRatio(tried.reachable, lowest) / std::min(temperature, gain / 8));
  }
  return mass;
}

}  // namespace

std::set<std::string_view> ValidationFamilies(const std::set<std::string_view>& families,
                                              double share) {
  std::vector<std::string_view> order(families.begin(), families.end());
  std::ranges::sort(order, {}, Position);
  std::set<std::string_view> chosen;
  if (share <= 0) return chosen;
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    if (i == 0 || Position(order[i]) < share) chosen.insert(order[i]);
  }
  return chosen;
}

SampleSplit SplitByFamily(const TrainingSet& set, const SampleOptions& options) {
  const std::map<std::string_view, std::size_t> families = FamilySizes(set);
  const auto names = std::views::keys(families);
  const std::set<std::string_view> held_out =
      ValidationFamilies({names.begin(), names.end()}, options.validation_share);
  double weights = 0;
  double steps = 0;
  for (const TrainingProgram& program : set.programs) {
    weights += 1 / std::sqrt(static_cast<double>(families.at(program.family)));
    for (const Episode& episode : program.episodes) {
      steps += static_cast<double>(episode.steps.size());
    }
  }
  SampleSplit split;
  for (std::size_t i = 0; i < set.programs.size(); ++i) {
    const TrainingProgram& program = set.programs[i];
    const double weight = 1 / std::sqrt(static_cast<double>(families.at(program.family)));
    auto& samples = held_out.contains(program.family) ? split.validation : split.training;
    std::ranges::copy(SamplesOf(program, i, weight * steps / weights, options.nearness),
                      std::back_inserter(samples));
  }
  return split;
}

StepTarget TargetAt(const Episode& episode, std::size_t step, std::size_t actions,
                    const TargetOptions& options) {
  assert(step < episode.steps.size() && "the episode has no such step");
  const EpisodeStep& state = episode.steps[step];
  StepTarget target;
  target.value = static_cast<float>(std::min(LogRatio(state.reachable, state.cost), 0.0));
  const bool taken = step < episode.passes.size();
  const std::vector<double> searched = SearchedPolicy(state, actions, options.temperature);
  const double total = std::accumulate(searched.begin(), searched.end(), 0.0);
  if (!taken && total == 0) return target;
  const double share = total == 0 ? 0 : taken ? options.search_share : 1;
  target.policy.resize(actions);
  for (std::size_t pass = 0; pass < actions; ++pass) {
    if (share > 0) target.policy[pass] = static_cast<float>(share * searched[pass] / total);
  }
  if (taken) target.policy[episode.passes[step]] += static_cast<float>(1 - share);
  return target;
}

}  // namespace autotune
