#include "board/status.h"

#include <cstdio>

#include <fmt/format.h>

#include "core/quantity.h"
#include "term/console.h"

namespace autotune {

using std::chrono::milliseconds;

LeaderboardStatus::LeaderboardStatus(const Work& work, const Terminal& terminal)
    : work_(work), line_(stderr, terminal) {
  PrintTo(stderr, "autotune: {} of {} runs are done, about {} left", work_.done, work_.runs,
          FormatTimeLeft(TimeLeft()));
  if (work_.looks > 0) PrintTo(stderr, "; {} programs to look at", work_.looks);
  PrintTo(stderr, "\n");
}

/// Returns the time left, if the rest is as slow as the runs so far.
milliseconds LeaderboardStatus::TimeLeft() const {
  using Span = std::chrono::duration<double, std::milli>;
  const double slowness = budget_done_ == milliseconds(0) ? 1 : Span(taken_) / budget_done_;
  return std::chrono::duration_cast<milliseconds>(Span(work_.budget_left) * slowness /
                                                  static_cast<double>(work_.jobs));
}

void LeaderboardStatus::OnLook(const std::string& program) {
  ++looked_;
  if (!line_.live()) {
    line_.Print(fmt::format("autotune: looked at {}/{}: {}", looked_, work_.looks, program));
  }
  line_.Redraw(Summary());
}

void LeaderboardStatus::OnDropped(std::size_t runs, milliseconds budgets) {
  work_.runs -= runs;
  work_.budget_left -= budgets;
  line_.Redraw(Summary());
}

void LeaderboardStatus::OnRun(milliseconds budget, Clock::duration took, const std::string& line,
                              const std::string& standing) {
  ++work_.done;
  work_.budget_left -= budget;
  budget_done_ += budget;
  taken_ += took;
  standing_ = standing;
  line_.Print(fmt::format("[{}/{}] {}", work_.done, work_.runs, line));
  line_.Redraw(Summary());
  if (!line_.live() && work_.done % work_.methods == 0) line_.Print("  " + Summary());
}

std::string LeaderboardStatus::Summary() const {
  std::string summary = fmt::format("{} left", FormatTimeLeft(TimeLeft()));
  if (looked_ < work_.looks) {
    summary += fmt::format("; looked at {}/{} programs", looked_, work_.looks);
  }
  if (!standing_.empty()) summary += "; ratios: " + standing_;
  return summary;
}

}  // namespace autotune
