#pragma once

#include <cstdio>
#include <string_view>

#include "term/terminal.h"

namespace autotune {

/// Progress on a stream: lines that stay, and, on a terminal, one below them that is redrawn. For
/// one thread.
class LiveLine {
 public:
  LiveLine(std::FILE* stream, const Terminal& terminal, bool quiet = false);
  /// On standard error. Prints nothing at all if `quiet`.
  explicit LiveLine(bool quiet);
  /// Removes the redrawn line.
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  /// True if somebody can see the line change.
  bool live() const { return terminal_.live; }
  /// A line that stays.
  void Print(std::string_view line);
  /// The line that is redrawn; nothing unless `live`.
  void Redraw(std::string_view line);
  /// Takes it away until the next `Redraw`.
  void Clear();

 private:
  std::FILE* stream_;
  Terminal terminal_;
  bool quiet_;
  bool drawn_ = false;
};

}  // namespace autotune
