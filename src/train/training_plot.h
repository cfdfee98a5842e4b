#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// The curves of a log of `autotune-train train` or `policy` as an SVG: the loss of each stage, or
/// the reward of each split, over the steps; empty if the log has none. Many steps are drawn as
/// means of some.
std::string DrawTrainingLog(std::string_view csv);

/// Draws `output`.csv as `output`.svg.
Status PlotTrainingLog(const std::filesystem::path& output);

}  // namespace autotune
