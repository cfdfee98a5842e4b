#pragma once

#include "core/budget.h"
#include "tune/stop_token.h"

namespace autotune {

/// Turns the first SIGINT, SIGTERM or SIGHUP (the terminal is gone) into a polite stop, and another
/// SIGINT or SIGTERM into an immediate exit with status 128 + signal. One at a time in a process; a
/// signal that was ignored when the process started (`nohup`) stays ignored.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  const StopToken& token() const { return token_; }

  /// The signal that came; 0: none.
  int received() const { return token_.signal(); }

  /// The first signal cancels this budget; at once if it has come already. The budget must outlive
  /// this object, or the next call, or be taken back with `Unwatch`.
  void Watch(Budget& budget);

  /// Touches no budget any more: once it returns, the watched one may go.
  void Unwatch();

 private:
  StopToken token_;
};

}  // namespace autotune
