#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include "cli/terminal.h"
#include "core/budget.h"

namespace autotune {

/// A search at one moment.
struct Progress {
  std::uint64_t best = 0;           ///< by the objective
  std::optional<std::uint64_t> oz;  ///< by the objective, where it could be measured
  std::uint64_t evaluations = 0;
  std::optional<double> evaluations_per_second;  ///< none while there is little to go by
  std::uint64_t failures = 0;
  double seconds_since_best = 0;
  double seconds_left = 0;
};

/// One line without its end.
std::string Describe(const Progress& progress);

/// Shows progress on a stream: one line redrawn on a terminal; elsewhere a line for an improvement,
/// at most one in two seconds. Not thread-safe.
class ProgressLine {
 public:
  ProgressLine(std::FILE* stream, const Terminal& terminal, bool quiet);
  /// Removes the live line, so that other text starts on a clean one.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void Show(const Progress& progress);

 private:
  std::FILE* stream_;
  Terminal terminal_;
  bool quiet_;
  bool drawn_ = false;
  std::optional<std::uint64_t> printed_best_;
  Clock::time_point printed_at_;
};

}  // namespace autotune
