#pragma once

namespace autotune {

/// The contents of `action_spaces.txt`, put into the program when it is built.
extern const char kActionSpacesText[];

}  // namespace autotune
