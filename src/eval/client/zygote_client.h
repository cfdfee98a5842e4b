#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <vector>

#include <sys/types.h>

#include "core/budget.h"
#include "core/mutex.h"
#include "core/result.h"
#include "eval/proto/channel.h"
#include "eval/proto/zygote_protocol.h"

namespace autotune {

/// A worker process just started.
struct SpawnedWorker {
  pid_t pid;
  Channel channel;
};

/// The tuner's connection to the workers' common parent, the zygote
/// (eval/proto/zygote_protocol.h). The zygote is started again if it dies, is stopped by a signal
/// or does not answer within two seconds. The zygote and all its workers end with this object, and
/// with this process, however it dies. Thread-safe.
class ZygoteClient {
 public:
  explicit ZygoteClient(std::filesystem::path worker_program);
  ~ZygoteClient();
  ZygoteClient(const ZygoteClient&) = delete;
  ZygoteClient& operator=(const ZygoteClient&) = delete;

  // A `budget` may be null. Once interrupted, it ends all waiting within 100 ms.

  /// Starts a worker. Errors: `kNotFound` without a worker program, `kCancelled`, `kWorkerLost` if
  /// nothing can be started. An error leaves running workers as they are unless the zygote is
  /// unusable.
  Result<SpawnedWorker> Spawn(std::uint64_t memory_bytes, const Budget* budget);

  /// Kills the worker if it still runs. Returns its status as wait(2) has it. Returns SIGKILL if
  /// the zygote died and took its workers along, or if the budget ended before it answered. In the
  /// latter case the worker is still killed, soon.
  int Reap(pid_t worker, const Budget* budget);

 private:
  struct Process {
    pid_t pid = -1;
    int socket = -1;
    bool has_answered = false;
    std::uint32_t requests = 0;  ///< requests sent so far
  };

  /// The right to speak to the zygote. Not granted if the budget ended before it was free.
  class Turn;

  Result<ZygoteReply> Ask(ZygoteRequest request, int passed_fd, const Budget* budget);
  Status EnsureStarted();
  void Stop();
  void KillSoon(pid_t worker);
  void SendKills() REQUIRES(mutex_);

  const std::filesystem::path worker_program_;
  Process process_;  ///< belongs to the holder of the turn

  Mutex mutex_;
  std::condition_variable_any turn_ended_;
  bool turn_taken_ GUARDED_BY(mutex_) = false;
  std::vector<pid_t> to_kill_ GUARDED_BY(mutex_);  ///< workers nobody waits for
};

}  // namespace autotune
