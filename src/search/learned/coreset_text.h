#pragma once

namespace autotune {

/// Contents of `after_oz.txt`, put into the program when it is built.
extern const char kAfterOzText[];
/// Contents of `coreset.txt`.
extern const char kCoresetText[];
/// Contents of `learned_lists.txt`.
extern const char kLearnedListsText[];
/// Contents of `continuations.txt`.
extern const char kContinuationsText[];
/// Contents of `whole_program_lists.txt`.
extern const char kWholeProgramListsText[];

}  // namespace autotune
