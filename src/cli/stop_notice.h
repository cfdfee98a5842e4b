#pragma once

#include <thread>

#include "cli/signals.h"

namespace autotune {

/// Says on standard error, once, that the run is being stopped: as soon as the signal comes, for
/// what is under way may take a while, and who hears nothing tries again and loses the result.
class StopNotice {
 public:
  explicit StopNotice(const StopSignals& signals) : signals_(signals) {}
  StopNotice(const StopNotice&) = delete;
  StopNotice& operator=(const StopNotice&) = delete;

  /// From here to `End` it may print. One that came before is told of at once.
  void Begin();
  void End();

 private:
  bool SayIfStopped();
  void Watch(const std::stop_token& stop);

  const StopSignals& signals_;
  bool said_ = false;    // the thread's own while there is one
  std::jthread thread_;  // last: uses the others
};

}  // namespace autotune
