#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// Begin of the names of the plugin's passes.
inline constexpr char kPluginPrefix[] = "autotune-";
/// Element of the plugin that runs its learned lists (docs/plans.md).
inline constexpr char kQuickElement[] = "autotune-quick";
/// Pass of the plugin that narrows tables; it has a parameter.
inline constexpr char kNarrowTables[] = "autotune-narrow-tables";

/// True for passes that read or write files of their own or open a viewer. `name` is that of `opt
/// --print-passes`, without parameters.
bool IsGuardedPass(std::string_view name);

/// Checks that `opt` may run this text. `allowed` must name passes for which `IsGuardedPass` holds
/// and passes with a path for a parameter. Errors: `kInvalidArgument` for a pass that is not
/// allowed (named), a text too long for an argument, or a character that no pass has.
Status CheckPipeline(std::string_view pipeline, std::span<const std::string> allowed = {});

}  // namespace autotune
