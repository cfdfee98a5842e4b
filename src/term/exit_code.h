#pragma once

namespace autotune {

/// Exit statuses of the program; after a signal the status is 128 + its number.
enum ExitCode {
  kExitDone = 0,
  kExitFailure = 1,
  kExitUsage = 2,
  kExitNotBetter = 3,
  kExitNoTime = 4,  ///< the budget is too small for any result
};

}  // namespace autotune
