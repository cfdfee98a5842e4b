#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/prior.h"
#include "core/searcher.h"
#include "search/engine/best_so_far.h"
#include "search/engine/stepper.h"

namespace autotune {

/// Searcher whose work is done by a `Search(options, actions, stepper, budget, root)`, or by a
/// `Search(options, actions, evaluator, budget, root, best)` that asks no prior. `Search` needs a
/// `Status Run()` that may be called again and whose errors are those of the evaluator or the
/// prior. If it takes suggestions, it also has a `void Suggest(const PassSequence&)`.
template <class Options, class Search>
class GuidedSearcher : public Searcher {
 public:
  GuidedSearcher(const Options& options, const ActionSpace& actions, Evaluator& evaluator,
                 Prior* prior)
      : options_(options), actions_(actions), evaluator_(evaluator), prior_(prior) {}

  void Suggest(const PassSequence& list) override { suggested_.push_back(list); }

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    if (!work_ || work_->budget != &budget || work_->on_best != &on_best) {
      auto work = std::make_unique<Work>(*this, root, budget, on_best);
      if constexpr (kAsksNoPrior) {
        work->search.emplace(options_, actions_, evaluator_, budget, root, work->best);
      } else {
        auto start = work->stepper.Root(root);
        if (!start.ok()) return start.error();
        work->search.emplace(options_, actions_, work->stepper, budget, std::move(*start));
      }
      work_ = std::move(work);
    }
    for (const PassSequence& list : std::exchange(suggested_, {})) {
      if constexpr (requires { work_->search->Suggest(list); }) work_->search->Suggest(list);
    }
    return work_->best.Conclude(work_->search->Run());
  }

 private:
  static constexpr bool kAsksNoPrior =
      std::is_constructible_v<Search, const Options&, const ActionSpace&, Evaluator&, Budget&,
                              const Evaluation&, BestSoFar&>;

  struct Work {
    Work(GuidedSearcher& searcher, const Evaluation& root, Budget& budget, const OnBest& on_best)
        : budget(&budget),
          on_best(&on_best),
          best(root, searcher.options_.objective, on_best),
          stepper(searcher.options_.objective, searcher.evaluator_, searcher.prior_, budget, best) {
    }

    const Budget* const budget;
    const OnBest* const on_best;
    BestSoFar best;
    const Stepper stepper;
    std::optional<Search> search;
  };

  const Options options_;
  const ActionSpace& actions_;
  Evaluator& evaluator_;
  Prior* const prior_;  // may be null
  std::vector<PassSequence> suggested_;
  std::unique_ptr<Work> work_;
};

}  // namespace autotune
