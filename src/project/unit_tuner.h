#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/code_model.h"
#include "core/result.h"
#include "project/build_job.h"
#include "tune/observer.h"
#include "tune/stop_token.h"
#include "tune/tune.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// Hears a sentence about a step of a build, without a line break.
using OnStep = std::function<void(const std::string& step)>;

/// Returns the code model that a compiler's words ask for.
CodeModel CodeModelOf(const std::vector<std::string>& code_words);

/// Tunes units and makes their objects. Not thread-safe.
class UnitTuner {
 public:
  /// All must outlive this object.
  UnitTuner(const BuildJob& job, const UnitFolder& folder, const Services& services,
            TuneObserver& observer, const StopToken& stop)
      : job_(job), folder_(folder), services_(services), observer_(observer), stop_(stop) {}

  /// Shares the budget over the units and tunes one after the other. A tuned object is kept if it
  /// has fewer bytes of text + data than the plain one and the one kept before. A unit that can't
  /// be tuned costs a warning. Returns the number of units that had a share. Errors: `kCancelled`
  /// after a request to stop.
  Result<std::size_t> Tune(const std::vector<RecordedUnit>& units, const OnStep& on_step);

 private:
  Status TuneUnit(const RecordedUnit& unit, std::chrono::milliseconds share);
  Status KeepIfSmaller(const RecordedUnit& unit, const TuneResult& result);
  /// Lets the unit's compiler make an object of a module that is optimised already.
  Status MakeObject(const RecordedUnit& unit, const std::filesystem::path& module,
                    const std::filesystem::path& object) const;
  std::chrono::milliseconds Spent(const RecordedUnit& unit) const;
  Status AddSpent(const RecordedUnit& unit, std::chrono::milliseconds time) const;

  const BuildJob& job_;
  const UnitFolder& folder_;
  const Services& services_;
  TuneObserver& observer_;
  const StopToken& stop_;
  std::size_t unsearched_ = 0;  ///< units whose share was too short for a search
};

}  // namespace autotune
