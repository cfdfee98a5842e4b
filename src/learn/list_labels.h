#pragma once

#include <vector>

#include "core/budget.h"
#include "core/evaluator.h"
#include "core/program.h"
#include "core/result.h"
#include "learn/environment.h"
#include "model/policy/policy.h"

namespace autotune {

/// Tries each list on a program and returns what its prefixes reach: the labels of NVP. A pass that
/// fails ends its list. Errors: `kCancelled` if the budget ends, and the evaluator's. Thread-safe.
Result<ListedProgram> LabelLists(const EnvironmentProgram& program,
                                 const std::vector<PassSequence>& lists, Evaluator& evaluator,
                                 const Budget& budget);

}  // namespace autotune
