#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/batch_table.h"
#include "tune/result.h"

namespace autotune {

/// The run that the command line `argv` asked for as JSON, described in `docs/json-report.md`.
std::string JsonReport(const TuneResult& outcome, const std::vector<std::string>& argv);

/// Several runs as a JSON array, one that failed with its error.
std::string JsonReport(std::span<const BatchEntry> entries, const std::vector<std::string>& argv);

}  // namespace autotune
