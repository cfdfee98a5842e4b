#include "cli/leaderboard_status.h"

#include <cstdio>

#include <fmt/format.h>

namespace autotune {

using std::chrono::milliseconds;

LeaderboardStatus::LeaderboardStatus(const Work& work, const Terminal& terminal)
    : work_(work), terminal_(terminal) {
  fmt::print(stderr, "autotune: {} of {} runs are done, about {} left\n", work_.done, work_.runs,
             FormatTimeLeft(TimeLeft()));
}

milliseconds LeaderboardStatus::TimeLeft() const {
  if (budget_done_ == milliseconds(0)) {
    return work_.budget_left / static_cast<milliseconds::rep>(work_.jobs);
  }
  const std::chrono::duration<double, std::milli> elapsed = Clock::now() - started_;
  return std::chrono::duration_cast<milliseconds>(
      elapsed *
      (static_cast<double>(work_.budget_left.count()) / static_cast<double>(budget_done_.count())));
}

void LeaderboardStatus::OnRun(milliseconds budget, const std::string& line,
                              const std::string& standing) {
  ++work_.done;
  work_.budget_left -= budget;
  budget_done_ += budget;
  Clear();
  fmt::print(stderr, "[{}/{}] {}\n", work_.done, work_.runs, line);
  std::string summary = fmt::format("{} left", FormatTimeLeft(TimeLeft()));
  if (!standing.empty()) summary += "; ratios: " + standing;
  if (terminal_.live) {
    fmt::print(stderr, "{}", summary.substr(0, terminal_.width - 1));
    drawn_ = true;
  } else if (work_.done % work_.methods == 0) {
    fmt::print(stderr, "  {}\n", summary);
  }
  std::fflush(stderr);
}

void LeaderboardStatus::Clear() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
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
