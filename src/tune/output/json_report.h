#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "tune/result.h"

namespace autotune {

/// The outcome of one of several programs.
struct BatchEntry {
  std::filesystem::path program;
  Result<TuneResult> outcome;
  std::string plan_file{};  ///< file of the plan
  /// The front that the outcome was picked from; empty: it was not.
  std::vector<TuneResult> front{};
};

/// The run that the command line `argv` asked for as JSON, described in `docs/json-report.md`. The
/// entry must hold a result.
std::string JsonReport(const BatchEntry& entry, const std::vector<std::string>& argv);

/// The same as an element of `JsonArray`; one that failed has its error.
std::string JsonElement(const BatchEntry& entry, const std::vector<std::string>& argv);

/// Several runs.
std::string JsonArray(std::span<const std::string> elements);

}  // namespace autotune
