#pragma once

#include <thread>

#include "tune/observer.h"
#include "tune/signals.h"

namespace autotune {

/// Tells the observer, once, that the run is being stopped, as soon as the signal comes: the end
/// may take a while, and a user who hears nothing tries again and loses the result.
class StopNotice {
 public:
  StopNotice(const StopSignals& signals, TuneObserver& observer)
      : signals_(signals), observer_(observer) {}
  StopNotice(const StopNotice&) = delete;
  StopNotice& operator=(const StopNotice&) = delete;

  /// From here to `End` it may speak. One that came before is told of at once.
  void Begin();
  void End();

 private:
  bool SayIfStopped();
  void Watch(const std::stop_token& stop);

  const StopSignals& signals_;
  TuneObserver& observer_;
  bool said_ = false;    // the thread's own while there is one
  std::jthread thread_;  // last: uses the others
};

}  // namespace autotune
