#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "term/terminal.h"
#include "tune/output/json_report.h"

namespace autotune {

/// The table that ends a run over `programs` programs, of which the first `entries.size()` were
/// begun.
std::string BatchTable(std::span<const BatchEntry> entries, std::size_t programs,
                       const Terminal& terminal);

}  // namespace autotune
