#pragma once

#include <memory>

#include "core/evaluator.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

/// `inner`, but whatever method that is, the lists suggested to it are its first candidates: they
/// are evaluated before it runs, and it can only do better.
std::unique_ptr<Searcher> MakeSeeded(Objective objective, Evaluator& evaluator,
                                     std::unique_ptr<Searcher> inner);

}  // namespace autotune
