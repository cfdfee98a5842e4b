#pragma once

#include <string>

#include "cli/outcome.h"

namespace autotune {

/// The run as JSON, described in `docs/json-report.md`.
std::string JsonReport(const Outcome& outcome);

}  // namespace autotune
