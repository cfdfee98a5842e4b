#pragma once

namespace autotune {

// Contents of the data files in this folder, put into the program when it is built.
extern const char kAfterOzText[];
extern const char kContinuationsText[];
extern const char kCoresetText[];
extern const char kEditPriorText[];
extern const char kLearnedListsText[];
extern const char kStaticPriorText[];
extern const char kWholeProgramLeanListText[];
extern const char kWholeProgramListsText[];

}  // namespace autotune
