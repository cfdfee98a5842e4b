#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include "core/budget.h"
#include "core/mutex.h"

namespace autotune {

/// Order in which jobs are made and merged.
enum class JobOrder {
  /// Job i is made when all jobs up to i - `in_flight` are merged and no other. The number of
  /// threads thus does not change the jobs.
  kRepeatable,
  /// Each thread merges its job as soon as it is evaluated, and makes the next one. No thread waits
  /// for another, and each job is made from all that is known. At most `in_flight` threads are of
  /// use.
  kAsFinished,
};

/// Returns `kRepeatable` if evaluations are limited, else `kAsFinished`.
inline JobOrder Order(const Budget& budget) {
  return budget.repeatable() ? JobOrder::kRepeatable : JobOrder::kAsFinished;
}

/// Runs jobs on all threads. Making and merging happen one at a time, evaluating in parallel.
template <class Job>
class JobLoop {
 public:
  struct Stages {
    std::function<bool()> done;  ///< true if the search is over
    /// False if there is nothing to do until other jobs are merged.
    std::function<bool(Job&)> make;
    std::function<void(Job&)> evaluate;
    std::function<void(Job&)> merge;
  };

  JobLoop(std::size_t in_flight, JobOrder order) : order_(order), slots_(in_flight) {}

  /// Runs until `done`, or until nothing is under way and no job can be made.
  void Run(const Stages& stages) {
    if (order_ == JobOrder::kAsFinished) return RunAsFinished(stages);
    // Merging the last jobs may give evaluations back to the budget, which allow more jobs.
    while (!stages.done() && idle_ < slots_.size()) {
      RunPipeline(stages);
      for (std::size_t i = 0; i < slots_.size(); ++i) Merge(stages, At(made_ + i));
    }
  }

 private:
  struct Slot {
    bool active = false;
    Job job;
  };

  Slot& At(std::uint64_t number) { return slots_[number % slots_.size()]; }

  static void Merge(const Stages& stages, Slot& slot) {
    if (!slot.active) return;
    slot.active = false;
    stages.merge(slot.job);
  }

  /// Returns the next slot, or null at the end. An inactive slot only lets time pass.
  Slot* Next(const Stages& stages) {
    Slot& slot = At(made_);
    Merge(stages, slot);
    if (stages.done()) return nullptr;
    slot.job = Job();
    slot.active = stages.make(slot.job);
    idle_ = slot.active ? 0 : idle_ + 1;
    if (idle_ == slots_.size()) return nullptr;
    ++made_;
    return &slot;
  }

  void RunPipeline(const Stages& stages) {
    const auto next = [&](tbb::flow_control& control) {
      Slot* slot = Next(stages);
      if (!slot) control.stop();
      return slot;
    };
    const auto evaluate = [&](Slot* slot) {
      if (slot->active) stages.evaluate(slot->job);
      return slot;
    };
    // The last stage makes jobs leave in order: when a job enters, the one before it in its slot is
    // done.
    const auto in_order = tbb::filter_mode::serial_in_order;
    tbb::parallel_pipeline(
        slots_.size(), tbb::make_filter<void, Slot*>(in_order, next) &
                           tbb::make_filter<Slot*, Slot*>(tbb::filter_mode::parallel, evaluate) &
                           tbb::make_filter<Slot*, void>(in_order, [](Slot*) {}));
  }

  void RunAsFinished(const Stages& stages) {
    const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    // A lane that gets no thread before the others end finds nothing to do.
    tbb::parallel_for(
        std::size_t{0}, std::min(threads, slots_.size()),
        [&](std::size_t lane) {
          Job& job = slots_[lane].job;
          while (MakeNext(stages, job)) {
            stages.evaluate(job);
            const MutexLock lock(mutex_);
            --under_way_;
            stages.merge(job);
            merged_.notify_all();
          }
        },
        tbb::simple_partitioner());
  }

  /// Makes the next job, after waiting for merges if needed. Returns false if there are no more
  /// jobs.
  bool MakeNext(const Stages& stages, Job& job) {
    const MutexLock lock(mutex_);
    while (!stages.done()) {
      job = Job();
      if (stages.make(job)) {
        ++under_way_;
        return true;
      }
      if (under_way_ == 0) return false;
      merged_.wait(mutex_);
    }
    return false;
  }

  const JobOrder order_;
  std::vector<Slot> slots_;
  std::uint64_t made_ = 0;  ///< jobs made since the beginning, idle ones included
  std::size_t idle_ = 0;    ///< idle jobs in a row
  Mutex mutex_;
  std::size_t under_way_ GUARDED_BY(mutex_) = 0;
  std::condition_variable_any merged_;
};

}  // namespace autotune
