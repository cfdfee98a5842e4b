#pragma once

#include "core/budget.h"
#include "tune/stop_token.h"

namespace autotune {

/// Turns the first SIGINT, SIGTERM or SIGHUP (the terminal is gone) into a polite stop. A second
/// SIGINT or SIGTERM exits immediately with status 128 + signal. Only one object per process at a
/// time. A signal that was ignored when the process started (`nohup`) stays ignored.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  const StopToken& token() const { return token_; }

  /// Returns the signal that came; 0: none.
  int received() const { return token_.signal(); }

  /// Lets the first signal cancel this budget, at once if it has come already. The budget must
  /// outlive this object or the next `Watch`, or be released with `Unwatch`.
  void Watch(Budget& budget);

  /// Stops watching: after it returns, the watched budget may be destroyed.
  void Unwatch();

 private:
  StopToken token_;
};

}  // namespace autotune
