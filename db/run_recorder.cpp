#include "db/run_recorder.h"

#include <utility>

namespace autotune {

RunRecorder::RunRecorder(ResultsDb& results, RunId run, Options options)
    : results_(results), run_(run), options_(std::move(options)) {
  thread_ = std::jthread([this](const std::stop_token& stop) { Work(stop); });
}

void RunRecorder::Add(Improvement improvement) {
  const MutexLock lock(mutex_);
  pending_.push_back(std::move(improvement));
}

Status RunRecorder::Stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  return status_;
}

void RunRecorder::Work(const std::stop_token& stop) {
  bool last = false;
  do {
    {
      const MutexLock lock(mutex_);
      wake_.wait_for(mutex_, stop, options_.interval, [] { return false; });
    }
    // Read before writing, so that everything added until then is written.
    last = stop.stop_requested();
    Flush();
  } while (!last);
}

void RunRecorder::Flush() {
  std::vector<Improvement> found;
  {
    const MutexLock lock(mutex_);
    found.swap(pending_);
  }
  status_ = results_.AddProgress(run_, options_.evaluations(), found);
  if (status_.ok()) return;
  const MutexLock lock(mutex_);
  pending_.insert(pending_.begin(), found.begin(), found.end());
}

}  // namespace autotune
