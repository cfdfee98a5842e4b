#pragma once

#include <string>

#include "report/study.h"

namespace autotune {

// Scripts for gnuplot, which writes an SVG to the file that is the script's first argument. The
// same figures as on the page. Empty where there is nothing to draw.

/// Ratio over time: for each method the median, and the quartiles as a band.
std::string AnytimeScript(const Study& study);

/// Saved against -Oz: a bar for each program and method.
std::string ProgramsScript(const Study& study);

}  // namespace autotune
