#pragma once

#include <memory>

#include "core/evaluator.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

/// Wraps `inner` so that its suggested lists are evaluated before it runs, whatever the method. The
/// result is at least as good as the best of them.
std::unique_ptr<Searcher> MakeSeeded(Objective objective, Evaluator& evaluator,
                                     std::unique_ptr<Searcher> inner);

}  // namespace autotune
