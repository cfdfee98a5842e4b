#include "cli/jobs.h"

#include <atomic>
#include <thread>

#include "core/mutex.h"

namespace autotune {

void RunJobs(const std::vector<Job>& jobs, std::size_t at_once, const Budget& budget,
             const OnJob& on_job) {
  std::atomic<std::size_t> next = 0;
  Mutex reporting;
  const auto work = [&] {
    for (std::size_t index = next++; index < jobs.size(); index = next++) {
      if (budget.cancelled()) return;
      const Result<SubprocessResult> result =
          RunSubprocess(jobs[index].arguments, {.time_limit = jobs[index].time_limit}, budget);
      if (budget.cancelled()) return;
      const MutexLock lock(reporting);
      on_job(index, result);
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < at_once; ++i) threads.emplace_back(work);
}

}  // namespace autotune
