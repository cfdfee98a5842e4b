#pragma once

#include <string>
#include <string_view>

#include "cli/outcome.h"
#include "cli/terminal.h"

namespace autotune {

/// The `opt` line that repeats the result.
std::string ResultLine(const Outcome& outcome);

/// The run as a person wants to read it: the table, what it means, the line to copy.
std::string Summary(const Outcome& outcome, const Terminal& terminal);

/// The result of one of several programs: what it means, and the line to copy.
std::string ShortSummary(const Outcome& outcome, const Terminal& terminal);

/// How people call a level.
std::string_view Title(Level level);

}  // namespace autotune
