#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/code_model.h"
#include "core/hash.h"
#include "core/mutex.h"
#include "core/result.h"
#include "project/build_job.h"
#include "project/linked_sizes.h"
#include "project/merge_program.h"
#include "project/tuning_schedule.h"
#include "tune/known_answers.h"
#include "tune/observer.h"
#include "tune/stop_token.h"
#include "tune/tune.h"
#include "wrapper/object_recipe.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// Hears a sentence about a step of a build, without a line break. Called from several threads.
using OnStep = std::function<void(const std::string& step)>;

/// -Oz, after which size attributes alone make most units smaller.
Answer StandardAnswer();

/// Returns the code model that a compiler's words ask for.
CodeModel CodeModelOf(const std::vector<std::string>& code_words);

/// A module to tune: that of a unit, or of a merged program.
struct TuningTarget {
  RecordedUnit unit;
  Hash128 key;                     ///< of its object
  std::uint64_t bytes = 0;         ///< text + data of the plain objects, by which time is shared
  const Merger* merger = nullptr;  ///< null: a unit
};

/// A target, and the answer that is to be tried on it without a search.
struct PlannedTarget {
  TuningTarget target;
  Answer answer;
  bool is_known = true;  ///< false: the answer is the same for all new units
};

/// Tunes units and makes their objects. Not thread-safe.
class UnitTuner {
 public:
  /// All must outlive this object.
  UnitTuner(const BuildJob& job, const UnitFolder& folder, const Services& services,
            TuneObserver& observer, const StopToken& stop)
      : job_(job),
        folder_(folder),
        services_(services),
        observer_(observer),
        stop_(stop),
        linked_(folder) {}

  /// Makes objects of targets that are new in this folder with lists that the database knows. Then
  /// shares the time until `end`, and the threads, over the targets. A tuned object is kept if it
  /// has fewer bytes of text + data than the one kept before and than the plain one, and makes no
  /// file larger that it is linked into. An object of a merged program has to make the linked file
  /// smaller. A target that can't be tuned costs a warning. Errors: `kCancelled` after a request to
  /// stop.
  Status Tune(const std::vector<TuningTarget>& targets, Clock::time_point end,
              const OnStep& on_step);

  /// Makes objects of targets with given answers, in this order, without a search and about until
  /// `end`. Those that `Tune` would keep are kept. A target that can't be tried costs a
  /// warning, and so do known answers that there was no time for. Errors: `kIo`; `kCancelled` after
  /// a request to stop.
  Status Follow(const std::vector<PlannedTarget>& targets, Clock::time_point end,
                const OnStep& on_step);

 private:
  Status FollowOne(const PlannedTarget& planned, std::size_t threads, Clock::time_point end);
  Status RepeatKnown(const std::vector<TuningTarget>& targets, Clock::time_point end,
                     const OnStep& on_step);
  TuneJob JobOf(const TuningTarget& target, std::chrono::milliseconds budget) const;
  void TuneInTurn(const std::vector<TuningTarget>& targets, TuningSchedule& schedule,
                  Clock::time_point end, const OnStep& on_step);
  Status TuneTarget(const TuningTarget& target, const TuningSchedule::Turn& turn);
  /// Without `code_options`, some are chosen until `end`.
  Status KeepIfSmaller(const TuningTarget& target, const TuneResult& result,
                       std::optional<std::vector<std::string>> code_options, Clock::time_point end);
  /// Makes the answer's object in one call of the compiler as well. If it is no larger, it replaces
  /// `object`, and its recipe is returned.
  std::optional<ObjectRecipe> MakeAtOnce(const TuningTarget& target, const Answer& answer,
                                         const std::filesystem::path& object,
                                         Clock::time_point end) const;
  /// True if `object` makes the target smaller than it is without.
  bool IsSmaller(const TuningTarget& target, const std::filesystem::path& object,
                 Clock::time_point end) const;
  std::uint64_t SavedByUnits(const Merger& merger) const;
  /// Lets the unit's compiler make an object of a module that is optimised already, in the folder
  /// where it compiled the unit, if there still is one.
  Status MakeObject(const RecordedUnit& unit, const std::filesystem::path& module,
                    const std::vector<std::string>& code_options,
                    const std::filesystem::path& object, std::chrono::milliseconds limit) const;
  std::chrono::milliseconds Spent(const Hash128& key) const;
  Status AddSpent(const Hash128& key, std::chrono::milliseconds time) const;

  const BuildJob& job_;
  const UnitFolder& folder_;
  const Services& services_;
  TuneObserver& observer_;
  const StopToken& stop_;
  const LinkedSizes linked_;
  Mutex keeping_;                            ///< held while an object is compared and kept
  std::atomic<bool> stopping_ = false;       ///< the observer knows
  std::atomic<std::size_t> unsearched_ = 0;  ///< targets whose turn was too short for a search
};

}  // namespace autotune
