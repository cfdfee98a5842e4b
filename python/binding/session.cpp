#include "python/binding/session.h"

#include <system_error>
#include <utility>

#include <unistd.h>

#include "learn/episode_programs.h"

namespace autotune::gym {

namespace {

/// Checks that each action is a pass, on a program that gives them nothing to do.
Status CheckActions(WorkerPool& pool) {
  const Result<ProgramInfo> empty =
      pool.Load("probe", "source_filename = \"probe\"\n", {}, Budget::Unlimited());
  if (!empty) return empty.error();
  for (std::size_t i = 0; i < pool.actions().size(); ++i) {
    const PassId pass = static_cast<PassId>(i);
    const Status applied = pool.Apply(empty->root.next, {&pass, 1}, {}, Budget::Unlimited()).status;
    if (!applied.ok() && applied.error().code == ErrorCode::kInvalidArgument) return applied;
  }
  return {};
}

}  // namespace

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
  if ((*pool)->actions().name() == kCustomActions) {
    if (Status known = CheckActions(**pool); !known.ok()) return known.error();
  }
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
  std::error_code gone;
  const auto time = std::filesystem::last_write_time(file, gone);
  const auto size = gone ? 0 : std::filesystem::file_size(file, gone);
  {
    MutexLock lock(mutex_);
    const auto known = latest_.find(file);
    if (known != latest_.end() &&
        (gone || (known->second.time == time && known->second.size == size))) {
      return known->second.program;
    }
  }
  Result<EnvironmentProgram> program = LoadEpisodeProgram(
      {.file = file, .name = file, .family = ""}, {.features = true}, pool(), Budget::Unlimited());
  if (!program) return program.error();
  MutexLock lock(mutex_);
  const EnvironmentProgram* const loaded = &programs_.emplace_back(*std::move(program));
  latest_[file] = {time, size, loaded};
  return loaded;
}

}  // namespace autotune::gym
