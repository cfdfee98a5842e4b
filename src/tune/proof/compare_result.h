#pragma once

#include <cstdint>
#include <string_view>

#include "core/budget.h"
#include "core/result.h"
#include "tune/proof/module_facts.h"
#include "tune/run_parts.h"

namespace autotune {

/// Compares a run's result with -Oz by more than its cost: by the parts of object files, by what
/// the user's link makes of these, and by the instructions executed in the user's check.
class ResultComparison {
 public:
  /// `run` must outlive this object.
  explicit ResultComparison(const RunParts& run) : run_(run) {}

  /// Finds the facts of -Oz, and lets the run end earlier by the time that the user's commands will
  /// take for the result. Commands that need more than a quarter of the time that is left are left
  /// out, with a warning, and so is a count that valgrind can't make. Errors: the user's link
  /// fails; `kNotFound` without valgrind. Call it when the levels are known, before anything else
  /// uses the run's clock.
  Status MeasureOz();
  /// Finds the same facts of what is delivered. Warns of what fails.
  void MeasureResult();

 private:
  struct Built;

  /// True if there is an object file, or a command of the user's, to compare by.
  bool Compares() const;

  Result<Built> TakeOz(const Budget& budget) const;
  Result<std::uint64_t> Count(const Built& module, const Budget& budget) const;
  void WarnOf(const Error& error, std::string_view no_time) const;

  const RunParts& run_;
};

}  // namespace autotune
