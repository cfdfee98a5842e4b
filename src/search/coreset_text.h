#pragma once

namespace autotune {

/// The contents of `coreset.txt`, put into the program when it is built.
extern const char kCoresetText[];
/// Of `learned_lists.txt`.
extern const char kLearnedListsText[];
/// Of `continuations.txt`.
extern const char kContinuationsText[];
/// Of `whole_program_lists.txt`.
extern const char kWholeProgramListsText[];

}  // namespace autotune
