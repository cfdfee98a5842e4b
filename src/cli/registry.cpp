#include "cli/registry.h"

#include <algorithm>
#include <cassert>

#include "search/evolution.h"
#include "search/greedy.h"
#include "search/random.h"

namespace autotune {

namespace {

std::unique_ptr<Searcher> MakeRandom(const SearchSettings& settings, const ActionSpace& actions,
                                     Evaluator& evaluator) {
  RandomOptions options;
  options.objective = settings.objective;
  options.seed = settings.seed;
  return MakeRandomSearcher(options, actions, evaluator);
}

template <int kRandomPercent>
std::unique_ptr<Searcher> MakeGreedy(const SearchSettings& settings, const ActionSpace& actions,
                                     Evaluator& evaluator) {
  GreedyOptions options;
  options.objective = settings.objective;
  options.seed = settings.seed;
  options.epsilon = kRandomPercent / 100.0;
  return MakeGreedySearcher(options, actions, evaluator);
}

std::unique_ptr<Searcher> MakeEvolution(const SearchSettings& settings, const ActionSpace& actions,
                                        Evaluator& evaluator) {
  EvolutionOptions options;
  options.objective = settings.objective;
  options.seed = settings.seed;
  return MakeEvolutionSearcher(options, actions, evaluator);
}

}  // namespace

const std::vector<Method>& Methods() {
  static const std::vector<Method> methods = {
      {"random", "episodes of random passes, each as long as it keeps winning", MakeRandom},
      {"greedy", "tries every pass, takes the best, until none helps", MakeGreedy<0>},
      {"e-greedy", "greedy, but every tenth step is a random pass", MakeGreedy<10>},
      {"evolution", "varies the best lists, from -Oz and 50 published ones on", MakeEvolution},
  };
  return methods;
}

std::string_view DefaultMethod() { return "evolution"; }

const Method& FindMethod(std::string_view name) {
  const auto found = std::ranges::find(Methods(), name, &Method::name);
  assert(found != Methods().end() && "the option parser lets no other name through");
  return *found;
}

}  // namespace autotune
