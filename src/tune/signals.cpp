#include "tune/signals.h"

#include <atomic>
#include <thread>

#include <signal.h>
#include <unistd.h>

namespace autotune {

namespace {

constexpr int kStopping[] = {SIGHUP, SIGINT, SIGTERM};

// A signal handler can reach nothing but globals.
std::atomic<int> first_signal{0};
std::atomic<Budget*> watched{nullptr};
std::atomic<Budget*> watched_run{nullptr};
std::atomic<Clock::rep> patience_ticks{0};
std::atomic<int> handlers_running{0};
static_assert(std::atomic<Budget*>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void OnSignal(int signal) {
  handlers_running.fetch_add(1);
  int none = 0;
  const bool first = first_signal.compare_exchange_strong(none, signal);
  // Both the shell and the kernel send one where a terminal goes.
  if (!first && signal != SIGHUP) _exit(128 + signal);
  if (Budget* const budget = watched.load()) budget->Cancel();
  if (Budget* const run = watched_run.load()) {
    run->EndBy(Clock::now() + Clock::duration(patience_ticks.load()));
  }
  handlers_running.fetch_sub(1);
}

void Install(void (*handler)(int)) {
  for (const int signal : kStopping) {
    struct sigaction before{};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    struct sigaction action{};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace

StopSignals::StopSignals() { Install(OnSignal); }

StopSignals::~StopSignals() {
  Install(SIG_DFL);
  Unwatch();
  first_signal.store(0);
}

void StopSignals::Watch(Budget& budget) {
  watched.store(&budget);
  // A signal between these two lines cancels twice, which is once.
  if (first_signal.load() != 0) budget.Cancel();
}

void StopSignals::WatchEnd(Budget& run, Clock::duration patience) {
  patience_ticks.store(patience.count());
  watched_run.store(&run);
  // A signal between these two lines ends it twice, the earlier time counts.
  if (first_signal.load() != 0) run.EndBy(Clock::now() + patience);
}

void StopSignals::Unwatch() {
  watched.store(nullptr);
  watched_run.store(nullptr);
  while (handlers_running.load() != 0) std::this_thread::yield();  // on another thread
}

int StopSignals::received() const { return first_signal.load(); }

}  // namespace autotune
