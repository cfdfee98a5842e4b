#pragma once

#include <string>

#include "report/study.h"

namespace autotune {

// Scripts for gnuplot, for the same figures as on the page. A script writes an SVG to the file that
// is its first argument. The text is empty if there is nothing to draw.

/// Returns the script of the ratio over time: a median for each method, and the quartiles as a
/// band.
std::string AnytimeScript(const Study& study);

/// Returns the script of the savings against -Oz: a bar for each program and method.
std::string ProgramsScript(const Study& study);

}  // namespace autotune
