#pragma once

namespace autotune {

/// The contents of `unfolded.txt`, put into the program when it is built.
extern const char kUnfoldedText[];

}  // namespace autotune
