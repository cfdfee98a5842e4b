#include "search/list/seeds.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "search/learned/coreset.h"

namespace autotune {
namespace {

/// A selection of the whole pipelines, since one costs as much as dozens of passes.
constexpr std::string_view kWholePipelines[] = {
    "default<Oz>",          "default<Os>", "function(function-simplification<Oz>)",
    "thinlto-pre-link<Oz>", "default<O1>", "default<O2>",
    "default<O3>"};

}  // namespace

std::vector<PassSequence> WholePipelines(const ActionSpace& actions) {
  std::vector<PassSequence> sequences;
  for (const std::string_view pipeline : kWholePipelines) {
    const auto pass = actions.Find(pipeline);
    if (pass.ok()) sequences.push_back({*pass});
  }
  return sequences;
}

std::vector<PassSequence> Seeds(const ActionSpace& actions, bool learned) {
  const std::vector<PassSequence> coreset = Coreset(actions);
  std::vector<PassSequence> seeds;
  if (learned) seeds = LearnedLists(actions);
  std::vector<PassSequence> pipelines = WholePipelines(actions);
  const PassSequence first = pipelines.empty() ? PassSequence() : pipelines.front();
  std::ranges::move(pipelines, std::back_inserter(seeds));
  std::ranges::copy(coreset, std::back_inserter(seeds));
  if (first.empty()) return seeds;
  for (const PassSequence& sequence : coreset) {
    PassSequence both = first;
    both.insert(both.end(), sequence.begin(), sequence.end());
    seeds.push_back(std::move(both));
  }
  return seeds;
}

std::vector<PassSequence> Donors(const ActionSpace& actions, bool learned) {
  std::vector<PassSequence> donors;
  if (learned) donors = LearnedLists(actions);
  std::ranges::move(Coreset(actions), std::back_inserter(donors));
  std::ranges::move(WholePipelines(actions), std::back_inserter(donors));
  return donors;
}

}  // namespace autotune
