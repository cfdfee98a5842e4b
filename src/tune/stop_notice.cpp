#include "tune/stop_notice.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace autotune {

namespace {

// A signal handler can't wake a condition variable.
constexpr auto kPoll = std::chrono::milliseconds(20);

}  // namespace

void StopNotice::Begin() {
  End();
  if (SayIfStopped()) return;
  thread_ = std::jthread([this](const std::stop_token& stop) { Watch(stop); });
}

void StopNotice::End() { thread_ = {}; }

bool StopNotice::SayIfStopped() {
  if (signals_.received() == 0) return false;
  if (!said_) observer_.OnStopping();
  said_ = true;
  return true;
}

void StopNotice::Watch(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested() && !SayIfStopped()) {
    never.wait_for(lock, stop, kPoll, [] { return false; });
  }
}

}  // namespace autotune
