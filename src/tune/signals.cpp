#include "tune/signals.h"

#include <atomic>
#include <thread>

#include <signal.h>
#include <unistd.h>

namespace autotune {

namespace {

constexpr int kStopping[] = {SIGHUP, SIGINT, SIGTERM};

// A signal handler can reach nothing but globals.
std::atomic<StopToken*> stop_token{nullptr};
std::atomic<Budget*> watched{nullptr};
std::atomic<int> handlers_running{0};
static_assert(std::atomic<void*>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void OnSignal(int signal) {
  handlers_running.fetch_add(1);
  StopToken* const token = stop_token.load();
  // Both the shell and the kernel send a SIGHUP if a terminal goes.
  if (token && !token->Stop(signal) && signal != SIGHUP) _exit(128 + signal);
  if (Budget* const budget = watched.load()) budget->Cancel();
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

StopSignals::StopSignals() {
  stop_token.store(&token_);
  Install(OnSignal);
}

StopSignals::~StopSignals() {
  Install(SIG_DFL);
  stop_token.store(nullptr);
  Unwatch();
}

void StopSignals::Watch(Budget& budget) {
  watched.store(&budget);
  // A signal between these two lines cancels twice, which does no harm.
  if (received() != 0) budget.Cancel();
}

void StopSignals::Unwatch() {
  watched.store(nullptr);
  while (handlers_running.load() != 0) std::this_thread::yield();  // on another thread
}

}  // namespace autotune
