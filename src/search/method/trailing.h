#pragma once

#include <memory>

#include "core/evaluator.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct TrailingOptions {
  Objective objective = kDefaultObjective;
  PassSequence start;   ///< list whose result is quickly at hand
  PassSequence passes;  ///< to try after it, in this order
};

/// Makes a search that takes one list and tries passes after it, each once. A pass stays unless it
/// makes the program worse. On a large program this gives a first result long before any other list
/// has ended. Lists that others suggest are ignored. Errors: those of the evaluator.
std::unique_ptr<Searcher> MakeTrailingSearcher(TrailingOptions options, Evaluator& evaluator);

}  // namespace autotune
