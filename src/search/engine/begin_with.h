#pragma once

#include <memory>

#include "core/evaluator.h"
#include "core/searcher.h"

namespace autotune {

/// Fraction of the budget for the search that others begin with, as its denominator.
inline constexpr int kFirstShare = 5;

/// Runs `first` until it ends, for a fifth of the budget at most. Then runs `rest`, which goes on
/// from the best list of `first`. Lists that others suggest go to `rest`. Errors: those of `rest`;
/// an error of `first` ends `first` alone.
std::unique_ptr<Searcher> MakeBeginWith(Objective objective, std::unique_ptr<Searcher> first,
                                        std::unique_ptr<Searcher> rest);

/// Wraps `inner` so that its suggested lists are evaluated before it runs, whatever the method. The
/// result is at least as good as the best of them.
std::unique_ptr<Searcher> MakeSeeded(Objective objective, Evaluator& evaluator,
                                     std::unique_ptr<Searcher> inner);

}  // namespace autotune
