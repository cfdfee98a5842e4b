#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <tbb/parallel_pipeline.h>

namespace autotune {

/// Runs jobs on all threads such that what is done does not depend on how many there are: job i is
/// made when all jobs up to i - `in_flight` are merged and no other. Making and merging happen one
/// at a time, evaluating in parallel.
template <class Job>
class Ring {
 public:
  struct Stages {
    std::function<bool()> done;      ///< the search is over
    std::function<bool(Job&)> make;  ///< false: nothing to do until others are merged
    std::function<void(Job&)> evaluate;
    std::function<void(Job&)> merge;
  };

  explicit Ring(std::size_t in_flight) : slots_(in_flight) {}

  /// Returns when `done`, or when nothing is under way and none can be made.
  void Run(const Stages& stages) {
    // What merging the last jobs gives back to the budget may allow more of them.
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

  /// An inactive slot only lets time pass.
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
    // The last stage makes jobs leave in order: when one enters, the one before it in its slot is
    // done.
    const auto in_order = tbb::filter_mode::serial_in_order;
    tbb::parallel_pipeline(
        slots_.size(), tbb::make_filter<void, Slot*>(in_order, next) &
                           tbb::make_filter<Slot*, Slot*>(tbb::filter_mode::parallel, evaluate) &
                           tbb::make_filter<Slot*, void>(in_order, [](Slot*) {}));
  }

  std::vector<Slot> slots_;
  std::uint64_t made_ = 0;  ///< jobs since the beginning, idle ones too
  std::size_t idle_ = 0;    ///< in a row of these
};

}  // namespace autotune
