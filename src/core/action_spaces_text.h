#pragma once

namespace autotune {

/// The contents of `action_spaces.txt`, built into the program.
extern const char kActionSpacesText[];

}  // namespace autotune
