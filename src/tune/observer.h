#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace autotune {

struct TuneResult;

/// A search at one moment.
struct Progress {
  std::uint64_t best = 0;           ///< by the objective
  std::optional<std::uint64_t> oz;  ///< by the objective, if -Oz could be measured
  std::uint64_t evaluations = 0;
  std::optional<double> evaluations_per_second;  ///< none while there is little to go by
  std::uint64_t failures = 0;
  double seconds_since_best = 0;
  double seconds_left = 0;
};

/// Told what happens in a run. Called from several threads, at times at once; must not block for
/// long, and outlives the run. Messages are plain text without a line break at their end.
class TuneObserver {
 public:
  virtual ~TuneObserver() = default;

  /// Something that the user has to know to judge the result.
  virtual void Warn(std::string_view message) = 0;
  /// Something that the user may want to know.
  virtual void Remark(std::string_view) {}
  /// A step of the run has ended, `seconds` after its start.
  virtual void Trace([[maybe_unused]] double seconds, std::string_view) {}
  /// Five times a second while the search runs.
  virtual void OnProgress(const Progress&) {}
  /// The search has ended: there is no more progress.
  virtual void OnSearchEnd() {}
  /// The run was asked to stop, and ends soon. Once.
  virtual void OnStopping() {}
  /// The result is final. It is recorded afterwards, which may wait for a file that others use.
  virtual void OnResult(const TuneResult&) {}
};

}  // namespace autotune
