#include "ui/console_observer.h"

#include <chrono>

#include <fmt/format.h>
#include <unistd.h>

#include "core/quantity.h"
#include "term/console.h"

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

void ProgressLine::Show(const Progress& progress) {
  if (line_.live()) return line_.Redraw(Describe(progress));
  const Clock::time_point now = Clock::now();
  if (printed_best_ == progress.best) return;
  if (printed_best_ && now - printed_at_ < kPlainInterval) return;
  line_.Print(Describe(progress));
  printed_best_ = progress.best;
  printed_at_ = now;
}

void ProgressLine::End() {
  line_.Clear();
  printed_best_.reset();
}

ConsoleObserver::ConsoleObserver(const ConsoleSettings& settings)
    : settings_(settings),
      line_(stderr, Terminal::Of(STDERR_FILENO, settings.color), settings.quiet) {}

void ConsoleObserver::Warn(std::string_view message) {
  const MutexLock lock(mutex_);
  line_.Clear();
  PrintWarning(message);
}

void ConsoleObserver::Remark(std::string_view message) {
  if (!settings_.quiet) Warn(message);
}

void ConsoleObserver::Trace(double seconds, std::string_view message) {
  if (!settings_.verbose) return;
  const MutexLock lock(mutex_);
  line_.Clear();
  PrintTo(stderr, "[{:7.2f} s] {}\n", seconds, message);
}

void ConsoleObserver::OnStep(std::string_view step) {
  const MutexLock lock(mutex_);
  line_.ShowStep(step);
}

void ConsoleObserver::OnProgress(const Progress& progress) {
  const MutexLock lock(mutex_);
  line_.Show(progress);
}

void ConsoleObserver::OnSearchEnd() {
  const MutexLock lock(mutex_);
  line_.End();
}

void ConsoleObserver::OnStopping() {
  const MutexLock lock(mutex_);
  line_.Clear();
  PrintTo(stderr, "autotune: stopping; proving the best so far, once more to stop at once\n");
}

}  // namespace autotune
