#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "core/budget.h"
#include "core/mutex.h"
#include "term/live_line.h"
#include "term/terminal.h"
#include "tune/observer.h"

namespace autotune {

/// One line without its end.
std::string Describe(const Progress& progress);

/// Shows progress on a stream: one line redrawn on a terminal; elsewhere a line for an improvement,
/// at most one in two seconds. Not thread-safe.
class ProgressLine {
 public:
  ProgressLine(std::FILE* stream, const Terminal& terminal, bool quiet)
      : line_(stream, terminal, quiet) {}

  void Show(const Progress& progress);
  /// Shows on a terminal what is being done until there is progress.
  void ShowStep(std::string_view step) { line_.Redraw(step); }
  /// Removes the live line, so that other text starts on a clean one; `Show` draws it again.
  void Clear() { line_.Clear(); }
  /// Ends the progress of one search. The next search begins with a line of its own.
  void End();

 private:
  LiveLine line_;
  std::optional<std::uint64_t> printed_best_;
  Clock::time_point printed_at_;
};

struct ConsoleSettings {
  ColorMode color = ColorMode::kAuto;
  bool quiet = false;    ///< warnings alone
  bool verbose = false;  ///< each step with its time
};

/// Tells a person on standard error how a run goes. Thread-safe.
class ConsoleObserver : public TuneObserver {
 public:
  explicit ConsoleObserver(const ConsoleSettings& settings);

  void Warn(std::string_view message) override;
  void Remark(std::string_view message) override;
  void Trace(double seconds, std::string_view message) override;
  void OnStep(std::string_view step) override;
  void OnProgress(const Progress& progress) override;
  void OnSearchEnd() override;
  void OnStopping() override;

 private:
  const ConsoleSettings settings_;
  Mutex mutex_;
  ProgressLine line_ GUARDED_BY(mutex_);
};

}  // namespace autotune
