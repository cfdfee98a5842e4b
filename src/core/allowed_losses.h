#pragma once

namespace autotune {

/// What functions may lose for smaller code, beyond what their meaning is, since the user says so.
struct AllowedLosses {
  bool frame_pointers = false;  ///< by which debuggers and profilers may walk the stack
  bool unwind_tables = false;   ///< by which they may as well; exceptions keep the ones they need

  bool any() const { return frame_pointers || unwind_tables; }
};

}  // namespace autotune
