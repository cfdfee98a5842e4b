#pragma once

#include <string>
#include <vector>

#include "core/code_model.h"
#include "core/result.h"

namespace autotune {

/// Names of the relocation models.
std::vector<std::string> RelocationNames();

/// Reads the parts of a code model. Whether a target knows them is found out when a program is
/// loaded. Errors: `kInvalidArgument`, without the option's name.
Result<Relocation> ParseRelocation(const std::string& text);
Status CheckCpuName(const std::string& text);
Status CheckFeatureNames(const std::string& text);

/// The model as arguments of `autotune`.
std::vector<std::string> CodeModelArguments(const CodeModel& model);

}  // namespace autotune
