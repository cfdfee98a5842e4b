#pragma once

#include <string_view>

#include "term/terminal.h"

namespace autotune {

/// Progress on standard error. Some lines stay; on a terminal, one line below them is redrawn. For
/// one thread.
class LiveLine {
 public:
  /// Prints nothing at all if `quiet`.
  explicit LiveLine(bool quiet);
  /// Removes the redrawn line.
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  /// Prints a line that stays.
  void Print(std::string_view line);
  /// Redraws the live line; prints nothing unless a terminal shows it.
  void Redraw(std::string_view line);

 private:
  void Clear();

  bool quiet_;
  Terminal terminal_;
  bool drawn_ = false;
};

}  // namespace autotune
