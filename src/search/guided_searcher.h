#pragma once

#include <utility>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/prior.h"
#include "core/searcher.h"
#include "search/best_so_far.h"
#include "search/scout.h"

namespace autotune {

/// A searcher each of whose runs is a `Search(options, actions, scout, budget, root)`, with a
/// `Status Run()` whose error is one of the evaluator or the prior.
template <class Options, class Search>
class GuidedSearcher : public Searcher {
 public:
  GuidedSearcher(const Options& options, const ActionSpace& actions, Evaluator& evaluator,
                 Prior& prior)
      : options_(options), actions_(actions), evaluator_(evaluator), prior_(prior) {}

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    BestSoFar best(root, options_.objective, on_best);
    const Scout scout(options_.objective, evaluator_, prior_, budget, best);
    auto start = scout.Root(root);
    if (!start.ok()) return start.error();
    return best.Conclude(Search(options_, actions_, scout, budget, std::move(*start)).Run());
  }

 private:
  const Options options_;
  const ActionSpace& actions_;
  Evaluator& evaluator_;
  Prior& prior_;
};

}  // namespace autotune
