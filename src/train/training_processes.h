#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <sys/types.h>

#include "core/result.h"

namespace autotune {

/// The processes of a decentralised training. All but the first ignore Ctrl-C, SIGTERM and SIGHUP,
/// which are the first one's business, and die with it.
class TrainingProcesses {
 public:
  /// Splits this process, which must have one thread, into `count`. Returns in each of them.
  static Result<std::unique_ptr<TrainingProcesses>> Split(std::uint64_t count);
  /// Ends the others, in the first process.
  ~TrainingProcesses();
  TrainingProcesses(const TrainingProcesses&) = delete;
  TrainingProcesses& operator=(const TrainingProcesses&) = delete;

  /// Number of this process, from 0.
  std::uint64_t rank() const { return rank_; }

  /// Calls `on_failure` with a message when one of the others fails or is killed, on a thread of
  /// its own. For the first process only, once.
  void Watch(std::function<void(const std::string&)> on_failure);
  /// Waits until the others have ended, and `on_failure` has returned for each that failed.
  void Wait();

 private:
  TrainingProcesses() = default;

  std::uint64_t rank_ = 0;
  std::atomic<bool> ending_ = false;  ///< from now on no end is a failure
  std::vector<pid_t> others_;  ///< in the order of their numbers; empty but in the first process
  std::vector<std::thread> watchers_;
};

}  // namespace autotune
