#include "tune/running_search.h"

#include <utility>

namespace autotune {

RunningSearch::RunningSearch(Budget& budget, Search search)
    : budget_(budget), thread_([this, search = std::move(search)] {
        result_ = search([this](const Best& best) { OnBest(best); });
        const MutexLock lock(mutex_);
        end_ = Clock::now();
      }) {}

RunningSearch::~RunningSearch() { Stop(); }

Clock::duration RunningSearch::duration() const {
  const MutexLock lock(mutex_);
  return end_.value_or(Clock::now()) - begin_;
}

void RunningSearch::Listen(Listener listener) {
  const MutexLock lock(mutex_);
  listener_ = std::move(listener);
  for (const Found& found : found_) listener_(found.best, found.at);
  found_.clear();
}

Result<Best> RunningSearch::Wait() {
  thread_.join();
  return *std::move(result_);
}

void RunningSearch::Stop() {
  budget_.Cancel();
  if (thread_.joinable()) thread_.join();
}

void RunningSearch::OnBest(const Best& best) {
  const Clock::time_point now = Clock::now();
  const MutexLock lock(mutex_);
  if (listener_) {
    listener_(best, now);
  } else {
    found_.push_back({best, now});
  }
}

}  // namespace autotune
