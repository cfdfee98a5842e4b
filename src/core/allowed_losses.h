#pragma once

namespace autotune {

/// Losses that the user allows for smaller code. None of them changes what a function does.
struct AllowedLosses {
  bool always_inline = false;   ///< calls that the author of a function wants inlined
  bool frame_pointers = false;  ///< by which debuggers and profilers may walk the stack
  bool unwind_tables = false;   ///< by which they may as well; exceptions keep the ones they need

  bool any() const { return always_inline || of_attributes(); }
  /// True if functions may lose attributes.
  bool of_attributes() const { return frame_pointers || unwind_tables; }
};

}  // namespace autotune
