#pragma once

#include <vector>

#include "core/code_model.h"
#include "term/option_parser.h"

namespace autotune {

/// The options that choose how code is generated for object sizes.
std::vector<Row> CodeModelRows(CodeModel& to);

}  // namespace autotune
