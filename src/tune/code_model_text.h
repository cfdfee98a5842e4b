#pragma once

#include <string>
#include <vector>

#include "core/code_model.h"
#include "core/result.h"

namespace autotune {

/// Returns the names of the relocation models.
std::vector<std::string> RelocationNames();

/// Reads or checks the parts of a code model. Loading a program finds out if its target knows them.
/// Errors: `kInvalidArgument`, without the option's name.
Result<Relocation> ParseRelocation(const std::string& text);
Status CheckCpuName(const std::string& text);
Status CheckFeatureNames(const std::string& text);

/// Returns the model as arguments of `autotune`.
std::vector<std::string> CodeModelArguments(const CodeModel& model);

}  // namespace autotune
