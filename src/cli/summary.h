#pragma once

#include <string>

#include "cli/outcome.h"
#include "cli/terminal.h"

namespace autotune {

/// The `opt` line that repeats the result.
std::string ResultLine(const Outcome& outcome);

/// The run as a person wants to read it: the table, what it means, the line to copy.
std::string Summary(const Outcome& outcome, const Terminal& terminal);

}  // namespace autotune
