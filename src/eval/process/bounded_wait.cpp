#include "eval/process/bounded_wait.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eval/process/descriptor.h"

namespace autotune {
namespace {

using std::chrono::milliseconds;

/// Longest time until a wait notices that a budget was cancelled.
constexpr milliseconds kCancelLatency{50};
/// Time until the process waited for is first looked at. Most answers come before.
constexpr milliseconds kFirstLook{20};
/// Time between two looks at that process.
constexpr milliseconds kLookInterval{100};
/// Excess sleep from which this process counts as having been stopped itself.
constexpr milliseconds kOwnStop{500};

bool IsEndless(const WaitLimits& limits) {
  return limits.deadline == Clock::time_point::max() && !limits.budget && limits.process <= 0;
}

Clock::duration NapLength(const WaitLimits& limits, Clock::time_point now) {
  Clock::duration nap = kCancelLatency;
  if (limits.deadline != Clock::time_point::max()) nap = std::min(nap, limits.deadline - now);
  if (limits.budget) nap = std::min(nap, limits.budget->end() - now);
  return std::max(nap, Clock::duration::zero());
}

}  // namespace

WaitEnd WaitFor(int fd, short events, WaitLimits& limits) {
  Clock::time_point next_look = Clock::now() + kFirstLook;
  while (true) {
    if (limits.budget && limits.budget->Interrupted()) return WaitEnd::kInterrupted;
    const Clock::time_point begin = Clock::now();
    const Clock::duration nap = NapLength(limits, begin);
    pollfd poller{fd, events, 0};
    const auto timeout = static_cast<int>(std::chrono::ceil<milliseconds>(nap).count());
    const int ready = ::poll(&poller, 1, IsEndless(limits) ? -1 : timeout);
    if (ready > 0) return (poller.revents & POLLNVAL) != 0 ? WaitEnd::kFailed : WaitEnd::kReady;
    if (ready < 0 && errno != EINTR) return WaitEnd::kFailed;
    const Clock::time_point now = Clock::now();
    const bool slept_on = now - begin - nap > kOwnStop;
    if (slept_on && limits.deadline != Clock::time_point::max()) {
      limits.deadline += now - begin - nap;
    }
    const bool over = now >= limits.deadline;
    if (limits.process > 0 && (over || now >= next_look)) {
      if (IsStopped(limits.process)) return WaitEnd::kStopped;
      next_look = now + kLookInterval;
    }
    if (over) return WaitEnd::kTimedOut;
  }
}

bool IsStopped(pid_t process) {
  const std::string path = "/proc/" + std::to_string(process) + "/stat";
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return false;
  std::array<char, 512> buffer;
  const ssize_t size = ::read(file.get(), buffer.data(), buffer.size());
  if (size <= 0) return false;
  const std::string_view stat(buffer.data(), static_cast<std::size_t>(size));
  // "pid (name) state ..."; the name may hold anything.
  const std::size_t name_end = stat.rfind(") ");
  return name_end != stat.npos && stat.substr(name_end + 2).starts_with('T');
}

int WaitForChild(pid_t child, milliseconds limit) {
  const Clock::time_point end = Clock::now() + limit;
  milliseconds nap{1};
  while (true) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    if (ended < 0 && errno != EINTR) return SIGKILL;
    if (Clock::now() >= end) return SIGKILL;
    std::this_thread::sleep_for(nap);
    nap = std::min(2 * nap, milliseconds(20));
  }
}

}  // namespace autotune
