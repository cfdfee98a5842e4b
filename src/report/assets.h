#pragma once

/// Files that the page is made of, compiled in, so that a report needs only the program.
namespace autotune {

extern const char kPageTemplate[];  ///< Mustache
extern const char kPageStyle[];
extern const char kPageScript[];
extern const char kChartJs[];  ///< Chart.js as packaged by Debian

}  // namespace autotune
