#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <vector>

#include <sys/types.h>

#include "core/budget.h"
#include "core/mutex.h"
#include "core/result.h"
#include "eval/channel.h"
#include "eval/zygote_protocol.h"

namespace autotune {

/// A worker process just started.
struct SpawnedWorker {
  pid_t pid;
  Channel channel;
};

/// The tuner's side of the workers' common parent (eval/zygote_protocol.h). Started again should it
/// die, be stopped by a signal or not answer within two seconds. When this object goes, and when
/// this process dies in whatever way, the zygote and all its workers are gone too. Thread-safe.
class ZygoteClient {
 public:
  explicit ZygoteClient(std::filesystem::path worker_program);
  ~ZygoteClient();
  ZygoteClient(const ZygoteClient&) = delete;
  ZygoteClient& operator=(const ZygoteClient&) = delete;

  // A `budget` may be null. Interrupted, it ends all waiting within 100 ms.

  /// Errors: `kNotFound` without a worker program, `kCancelled`, `kWorkerLost` where nothing can be
  /// started, which leaves the workers that run as they are unless the zygote is of no use.
  Result<SpawnedWorker> Spawn(std::uint64_t memory_bytes, const Budget* budget);

  /// Kills the worker if it still runs. Returns how it ended, as wait(2) has it. SIGKILL where the
  /// zygote died and took its workers along, and where the budget ended before it answered: then
  /// the worker is killed all the same, soon.
  int Reap(pid_t worker, const Budget* budget);

 private:
  struct Process {
    pid_t pid = -1;
    int socket = -1;
    bool has_answered = false;
    std::uint32_t requests = 0;  ///< sent so far
  };

  /// The right to speak to the zygote; false where the budget ended before it was free.
  class Turn;

  Result<ZygoteReply> Ask(ZygoteRequest request, int passed_fd, const Budget* budget);
  Status EnsureStarted();
  void Stop();
  void KillSoon(pid_t worker);
  void SendKills() REQUIRES(mutex_);

  const std::filesystem::path worker_program_;
  Process process_;  ///< that of whoever has the turn

  Mutex mutex_;
  std::condition_variable_any turn_ended_;
  bool turn_taken_ GUARDED_BY(mutex_) = false;
  std::vector<pid_t> to_kill_ GUARDED_BY(mutex_);  ///< workers nobody waits for
};

}  // namespace autotune
