#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "term/terminal.h"
#include "tune/result.h"

namespace autotune {

/// What came of one of several programs.
struct BatchEntry {
  std::filesystem::path program;
  Result<TuneResult> outcome;
};

/// The table that ends a run over `programs` programs, of which the first `entries.size()` were
/// begun.
std::string BatchTable(std::span<const BatchEntry> entries, std::size_t programs,
                       const Terminal& terminal);

}  // namespace autotune
