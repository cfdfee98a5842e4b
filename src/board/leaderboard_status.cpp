#include "board/leaderboard_status.h"

#include <cstdio>

#include <fmt/format.h>

#include "term/console.h"

namespace autotune {

using std::chrono::milliseconds;

LeaderboardStatus::LeaderboardStatus(const Work& work, const Terminal& terminal)
    : work_(work), terminal_(terminal) {
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
  if (!terminal_.live) {
    PrintTo(stderr, "autotune: looked at {}/{}: {}\n", looked_, work_.looks, program);
  }
  Draw();
}

void LeaderboardStatus::OnDropped(std::size_t runs, milliseconds budgets) {
  work_.runs -= runs;
  work_.budget_left -= budgets;
  Draw();
}

void LeaderboardStatus::OnRun(milliseconds budget, Clock::duration took, const std::string& line,
                              const std::string& standing) {
  ++work_.done;
  work_.budget_left -= budget;
  budget_done_ += budget;
  taken_ += took;
  standing_ = standing;
  Clear();
  PrintTo(stderr, "[{}/{}] {}\n", work_.done, work_.runs, line);
  Draw();
  if (!terminal_.live && work_.done % work_.methods == 0) {
    PrintTo(stderr, "  {}\n", Summary());
  }
  std::fflush(stderr);
}

std::string LeaderboardStatus::Summary() const {
  std::string summary = fmt::format("{} left", FormatTimeLeft(TimeLeft()));
  if (looked_ < work_.looks) {
    summary += fmt::format("; looked at {}/{} programs", looked_, work_.looks);
  }
  if (!standing_.empty()) summary += "; ratios: " + standing_;
  return summary;
}

/// Draws the live line, on a terminal only.
void LeaderboardStatus::Draw() {
  if (!terminal_.live) return;
  Clear();
  PrintTo(stderr, "{}", Summary().substr(0, terminal_.width - 1));
  drawn_ = true;
  std::fflush(stderr);
}

void LeaderboardStatus::Clear() {
  if (drawn_) ClearLine(stderr);
  drawn_ = false;
}

std::string FormatTimeLeft(milliseconds left) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(left).count();
  if (seconds < 60) return fmt::format("{} s", seconds);
  const auto minutes = seconds / 60;
  if (minutes < 60) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace autotune
