#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include <sys/types.h>
#include <tbb/task_arena.h>

#include "core/action_space.h"
#include "core/mutex.h"
#include "core/result.h"
#include "eval/client/worker_pool.h"
#include "learn/environment.h"

namespace autotune::gym {

/// Name of an action space that a user has made.
inline constexpr char kCustomActions[] = "custom";

struct SessionOptions {
  std::size_t workers = 1;  ///< processes; one for each episode under way
  std::size_t threads = 1;  ///< episodes that make a step at once
  std::filesystem::path worker_program;
  std::chrono::milliseconds pass_time_limit{10'000};
};

/// A pool of workers, and the programs loaded into it. Thread-safe.
///
/// A process forked from the one that made a session can do nothing with it, and does not end its
/// workers. Python forks where `multiprocessing` does.
class Session {
 public:
  /// Errors: those of `WorkerPool::Start`; `kInvalidArgument` without any action, or with a custom
  /// one that is no pass.
  static Result<std::shared_ptr<Session>> Start(ActionSpace actions, const SessionOptions& options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Returns the program in a file, which lives as long as the session. A file is read again only
  /// after it has changed; one that is gone is what it was.
  /// Errors: those of `LoadEpisodeProgram`.
  Result<const EnvironmentProgram*> Load(const std::string& file);

  WorkerPool& pool() { return *parts_->pool; }
  tbb::task_arena& arena() { return parts_->arena; }
  /// Errors: `kInvalidArgument` in a forked process.
  Status CheckProcess() const;

 private:
  struct Parts {
    std::unique_ptr<WorkerPool> pool;
    tbb::task_arena arena;
  };

  /// A file when it was read.
  struct Version {
    std::filesystem::file_time_type time;
    std::uintmax_t size;
    const EnvironmentProgram* program;
  };

  Session(std::unique_ptr<WorkerPool> pool, std::size_t threads);

  const pid_t process_;
  std::unique_ptr<Parts> parts_;
  Mutex mutex_;
  std::map<std::string, Version> latest_ GUARDED_BY(mutex_);  // by file
  std::deque<EnvironmentProgram> programs_ GUARDED_BY(mutex_);
};

}  // namespace autotune::gym
