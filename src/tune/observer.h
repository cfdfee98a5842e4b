#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace autotune {

struct TuneResult;

/// The state of a search at one moment.
struct Progress {
  std::uint64_t best = 0;           ///< best value, by the objective
  std::optional<std::uint64_t> oz;  ///< value of -Oz by the objective, if it could be measured
  std::uint64_t evaluations = 0;
  std::optional<double> evaluations_per_second;  ///< none until there is enough to measure
  std::uint64_t failures = 0;
  double seconds_since_best = 0;
  double seconds_left = 0;
};

/// Receives the events of a run. Called from several threads, also simultaneously; must not block
/// for long, and outlives the run. Messages are plain text without a final line break.
class TuneObserver {
 public:
  virtual ~TuneObserver() = default;

  /// Reports a fact that the user has to know to judge the result.
  virtual void Warn(std::string_view message) = 0;
  /// Reports a fact that the user may want to know.
  virtual void Remark(std::string_view) {}
  /// Reports the end of a step of the run, `seconds` after the run's start.
  virtual void Trace([[maybe_unused]] double seconds, std::string_view) {}
  /// Called at the begin of a step that has no progress of its own, with what is being done.
  virtual void OnStep(std::string_view) {}
  /// Called five times a second while the search runs.
  virtual void OnProgress(const Progress&) {}
  /// Called at the end of the search and of the run: there is no more progress.
  virtual void OnSearchEnd() {}
  /// Called once if the run was asked to stop; it ends soon.
  virtual void OnStopping() {}
  /// Called with the final result. It is recorded afterwards, which may wait for a locked file.
  virtual void OnResult(const TuneResult&) {}
  /// Called after `OnResult` with the same result, once it has a plan.
  virtual void OnPlan(const TuneResult&) {}
};

/// Tells another observer, which must outlive it, of everything but results. For a run whose result
/// is a part of something.
class PartObserver : public TuneObserver {
 public:
  explicit PartObserver(TuneObserver& observer) : observer_(observer) {}

  void Warn(std::string_view message) override { observer_.Warn(message); }
  void Remark(std::string_view message) override { observer_.Remark(message); }
  void Trace(double seconds, std::string_view message) override {
    observer_.Trace(seconds, message);
  }
  void OnStep(std::string_view step) override { observer_.OnStep(step); }
  void OnProgress(const Progress& progress) override { observer_.OnProgress(progress); }
  void OnSearchEnd() override { observer_.OnSearchEnd(); }
  void OnStopping() override { observer_.OnStopping(); }

 private:
  TuneObserver& observer_;
};

}  // namespace autotune
