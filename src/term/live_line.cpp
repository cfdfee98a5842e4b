#include "term/live_line.h"

#include <cstdio>

#include <unistd.h>

#include "term/console.h"

namespace autotune {

LiveLine::LiveLine(bool quiet)
    : quiet_(quiet), terminal_(Terminal::Of(STDERR_FILENO, ColorMode::kAuto)) {}

LiveLine::~LiveLine() { Clear(); }

void LiveLine::Print(std::string_view line) {
  if (quiet_) return;
  Clear();
  PrintTo(stderr, "{}\n", line);
}

void LiveLine::Redraw(std::string_view line) {
  if (quiet_ || !terminal_.live) return;
  RedrawLine(stderr, line, terminal_.width);
  drawn_ = true;
}

void LiveLine::Clear() {
  if (drawn_) ClearLine(stderr);
  drawn_ = false;
}

}  // namespace autotune
