#pragma once

#include "core/result.h"
#include "tune/run_parts.h"

namespace autotune {

/// Compares a run's result with -Oz by more than its cost: by the parts of object files, by what
/// the user's link makes of these, and by the instructions executed in the user's check.
class ResultComparison {
 public:
  /// `run` must outlive this object.
  explicit ResultComparison(const RunParts& run) : run_(run) {}

  /// Finds the facts of -Oz, and lets the run end earlier by the time that the same takes for the
  /// result. If the user's commands take more than a quarter of the run, it warns and compares
  /// nothing. Errors: as for `FindFacts`. Call it when the levels are known, before anything else
  /// uses the run's clock.
  Status MeasureOz();
  /// Finds the facts of what is delivered. If that fails, it warns.
  void MeasureResult();

 private:
  Result<BuiltModule> MakeOz() const;

  const RunParts& run_;
};

}  // namespace autotune
