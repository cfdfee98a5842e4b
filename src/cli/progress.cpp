#include "cli/progress.h"

#include <chrono>

#include <fmt/format.h>

#include "cli/console.h"
#include "cli/quantity.h"

namespace autotune {

namespace {

constexpr std::chrono::seconds kPlainInterval{2};

}  // namespace

std::string Describe(const Progress& progress) {
  std::string line = fmt::format("best {}", FormatCount(progress.best));
  if (progress.oz && progress.best > 0) {
    line += fmt::format(" ({:.3f}x Oz)",
                        static_cast<double>(*progress.oz) / static_cast<double>(progress.best));
  }
  line += " | " + Counted(progress.evaluations, "pass", "passes");
  if (progress.evaluations_per_second) {
    const auto rate = static_cast<std::uint64_t>(*progress.evaluations_per_second);
    line += fmt::format(", {}/s", FormatCount(rate));
  }
  return line + fmt::format(", {} failed | gain {:.0f}s ago | {:.0f}s left",
                            FormatCount(progress.failures), progress.seconds_since_best,
                            progress.seconds_left);
}

ProgressLine::ProgressLine(std::FILE* stream, const Terminal& terminal, bool quiet)
    : stream_(stream), terminal_(terminal), quiet_(quiet) {}

ProgressLine::~ProgressLine() {
  if (drawn_) ClearLine(stream_);
}

void ProgressLine::Show(const Progress& progress) {
  if (quiet_) return;
  if (terminal_.live) {
    RedrawLine(stream_, Describe(progress), terminal_.width);
    drawn_ = true;
    return;
  }
  const Clock::time_point now = Clock::now();
  if (printed_best_ == progress.best) return;
  if (printed_best_ && now - printed_at_ < kPlainInterval) return;
  PrintTo(stream_, "{}\n", Describe(progress));
  std::fflush(stream_);
  printed_best_ = progress.best;
  printed_at_ = now;
}

}  // namespace autotune
