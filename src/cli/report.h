#pragma once

#include <span>
#include <string>

#include "cli/outcome.h"

namespace autotune {

/// The run as JSON, described in `docs/json-report.md`.
std::string JsonReport(const Outcome& outcome);

/// Several runs as a JSON array, one that failed with its error.
std::string JsonReport(std::span<const BatchEntry> entries);

}  // namespace autotune
