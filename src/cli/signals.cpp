#include "cli/signals.h"

#include <atomic>

#include <signal.h>
#include <unistd.h>

namespace autotune {

namespace {

constexpr int kStopping[] = {SIGINT, SIGTERM};

// A signal handler can reach nothing but globals.
std::atomic<int> first_signal{0};
std::atomic<Budget*> watched{nullptr};
static_assert(std::atomic<Budget*>::is_always_lock_free);

void OnSignal(int signal) {
  int none = 0;
  if (!first_signal.compare_exchange_strong(none, signal)) _exit(128 + signal);
  if (Budget* const budget = watched.load()) budget->Cancel();
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
  watched.store(nullptr);
  first_signal.store(0);
}

void StopSignals::Watch(Budget& budget) {
  watched.store(&budget);
  // A signal between these two lines cancels twice, which is once.
  if (first_signal.load() != 0) budget.Cancel();
}

int StopSignals::received() const { return first_signal.load(); }

}  // namespace autotune
