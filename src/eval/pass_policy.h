#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// True for passes that read or write files of their own or open a viewer, by their name in
/// `opt --print-passes`, without parameters.
bool IsGuardedPass(std::string_view name);

/// Says whether `opt` may run this text. Passes for which `IsGuardedPass` holds, and passes with a
/// path for a parameter, have to be named in `allowed`. Errors: `kInvalidArgument`, which names the
/// pass, or says that the text is too long for an argument or has a character that no pass has.
Status CheckPipeline(std::string_view pipeline, std::span<const std::string> allowed = {});

}  // namespace autotune
