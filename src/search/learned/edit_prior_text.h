#pragma once

namespace autotune {

/// Contents of `edit_prior.txt`, put into the program when it is built.
extern const char kEditPriorText[];

}  // namespace autotune
