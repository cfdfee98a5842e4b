#include "python/binding/session.h"

#include <utility>

#include <unistd.h>

#include "learn/episode_programs.h"

namespace autotune::gym {

Result<std::shared_ptr<Session>> Session::Start(ActionSpace actions,
                                                const SessionOptions& options) {
  if (actions.size() == 0) {
    return Error{ErrorCode::kInvalidArgument, "an action space needs at least one pass"};
  }
  Result<std::unique_ptr<WorkerPool>> pool =
      WorkerPool::Start(std::move(actions), {.workers = options.workers,
                                             .worker_program = options.worker_program,
                                             .pass_time_limit = options.pass_time_limit});
  if (!pool) return pool.error();
  return std::shared_ptr<Session>(new Session(*std::move(pool), options.threads));
}

Session::Session(std::unique_ptr<WorkerPool> pool, std::size_t threads)
    : process_(::getpid()),
      parts_(new Parts{std::move(pool), tbb::task_arena(static_cast<int>(threads))}) {}

Session::~Session() {
  // The workers are the parent's, and so are the threads of the arena.
  if (!CheckProcess().ok()) (void)parts_.release();
}

Status Session::CheckProcess() const {
  if (::getpid() == process_) return {};
  return Error{ErrorCode::kInvalidArgument,
               "the environment belongs to the process that made it: make one here"};
}

Result<const EnvironmentProgram*> Session::Load(const std::string& file) {
  {
    MutexLock lock(mutex_);
    const auto known = programs_.find(file);
    if (known != programs_.end()) return &known->second;
  }
  Result<EnvironmentProgram> program = LoadEpisodeProgram(
      {.file = file, .name = file, .family = ""}, {.features = true}, pool(), Budget::Unlimited());
  if (!program) return program.error();
  MutexLock lock(mutex_);
  return &programs_.emplace(file, *std::move(program)).first->second;
}

}  // namespace autotune::gym
