#pragma once

/// The files the page is made of, compiled in: a report needs nothing but the program.
namespace autotune {

extern const char kPageTemplate[];  ///< Mustache
extern const char kPageStyle[];
extern const char kPageScript[];
extern const char kChartJs[];  ///< Chart.js, as Debian has it

}  // namespace autotune
