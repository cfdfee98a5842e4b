#pragma once

namespace autotune {

/// Contents of `static_prior.txt`, put into the program when it is built.
extern const char kStaticPriorText[];

}  // namespace autotune
