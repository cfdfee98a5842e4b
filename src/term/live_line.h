#pragma once

#include <string_view>

#include "term/terminal.h"

namespace autotune {

/// Progress on standard error: lines that stay, and, on a terminal, one below them that is redrawn.
/// For one thread.
class LiveLine {
 public:
  /// Prints nothing at all if `quiet`.
  explicit LiveLine(bool quiet);
  /// Takes the redrawn line away.
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  /// A line that stays.
  void Print(std::string_view line);
  /// The line that is redrawn; nothing where nobody sees it change.
  void Redraw(std::string_view line);

 private:
  void Clear();

  bool quiet_;
  Terminal terminal_;
  bool drawn_ = false;
};

}  // namespace autotune
