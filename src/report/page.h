#pragma once

#include <span>
#include <string>

#include "report/study.h"

namespace autotune {

/// Returns one HTML file that needs no other and no network, with a table and charts for each
/// study. `title` says in a few words what was selected.
std::string RenderPage(const std::string& title, std::span<const Study> studies);

}  // namespace autotune
