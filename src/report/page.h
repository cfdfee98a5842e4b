#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "report/study.h"

namespace autotune {

inline constexpr std::size_t kMaxStudies = 20;

/// Returns one HTML file that needs no other and no network, with a table and charts for each of
/// the first `kMaxStudies`. `title` says in a few words what was selected.
std::string RenderPage(const std::string& title, std::span<const Study> studies);

}  // namespace autotune
