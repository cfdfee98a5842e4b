#pragma once

#include <filesystem>
#include <memory>

#include <sys/types.h>

#include "core/mutex.h"
#include "core/result.h"
#include "eval/channel.h"

namespace autotune {

/// A worker process just started.
struct SpawnedWorker {
  pid_t pid;
  Channel channel;
};

/// The tuner's side of the workers' common parent (eval/zygote_protocol.h). Started again should it
/// die. When this object goes, and when this process dies in whatever way, the zygote and all its
/// workers are gone too. Thread-safe.
class ZygoteClient {
 public:
  explicit ZygoteClient(std::filesystem::path worker_program);
  ~ZygoteClient();
  ZygoteClient(const ZygoteClient&) = delete;
  ZygoteClient& operator=(const ZygoteClient&) = delete;

  /// Errors: `kNotFound` without a worker program, `kWorkerLost` where nothing can be started,
  /// which leaves the workers that run as they are unless the zygote is dead.
  Result<SpawnedWorker> Spawn(std::uint64_t memory_bytes);

  /// Kills the worker if it still runs. Returns how it ended, as wait(2) has it; SIGKILL where the
  /// zygote died and took its workers along.
  int Reap(pid_t worker);

 private:
  struct Process {
    pid_t pid = -1;
    int socket = -1;
  };

  Status EnsureStarted() REQUIRES(mutex_);
  void Stop() REQUIRES(mutex_);

  const std::filesystem::path worker_program_;
  Mutex mutex_;
  Process process_ GUARDED_BY(mutex_);
};

}  // namespace autotune
