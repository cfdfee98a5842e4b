#include "term/live_line.h"

#include <utility>

#include <unistd.h>

#include "term/console.h"

namespace autotune {

LiveLine::LiveLine(std::FILE* stream, const Terminal& terminal, bool quiet)
    : stream_(stream), terminal_(terminal), quiet_(quiet) {}

LiveLine::LiveLine(bool quiet)
    : LiveLine(stderr, Terminal::Of(STDERR_FILENO, ColorMode::kAuto), quiet) {}

LiveLine::~LiveLine() { Clear(); }

void LiveLine::Print(std::string_view line) {
  if (quiet_) return;
  Clear();
  PrintTo(stream_, "{}\n", line);
  std::fflush(stream_);
}

void LiveLine::Redraw(std::string_view line) {
  if (quiet_ || !terminal_.live) return;
  RedrawLine(stream_, line, terminal_.width);
  drawn_ = true;
}

void LiveLine::Clear() {
  if (std::exchange(drawn_, false)) ClearLine(stream_);
}

}  // namespace autotune
