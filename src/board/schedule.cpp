#include "board/schedule.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace autotune {

namespace {

// Interval of polling. A signal handler, which cancels budgets, can't wake a condition variable.
constexpr std::chrono::milliseconds kPoll{50};

}  // namespace

BoardSchedule::BoardSchedule(const std::vector<std::size_t>& looks, std::vector<std::size_t> runs)
    : program_of_(std::move(runs)),
      looks_(looks.begin(), looks.end()),
      runs_(program_of_.size()),
      unknown_(looks.begin(), looks.end()) {
  std::iota(runs_.begin(), runs_.end(), std::size_t{0});
}

std::optional<BoardSchedule::Task> BoardSchedule::Next(const Budget& budget) {
  const MutexLock lock(mutex_);
  while (!budget.cancelled()) {
    if (const std::optional<Task> task = Take()) return task;
    if (runs_.empty()) return std::nullopt;
    looked_.wait_for(mutex_, kPoll);
  }
  return std::nullopt;
}

std::optional<BoardSchedule::Task> BoardSchedule::Take() {
  const bool somebody_looks = looking_ > 0 || looks_.empty();
  if (const auto run = somebody_looks ? TakeRun() : std::nullopt) {
    return Task{Task::Kind::kRun, *run};
  }
  if (looks_.empty()) return std::nullopt;
  ++looking_;
  const std::size_t program = looks_.front();
  looks_.pop_front();
  return Task{Task::Kind::kLook, program};
}

std::optional<std::size_t> BoardSchedule::TakeRun() {
  for (auto next = runs_.begin(); next != runs_.end(); ++next) {
    const std::size_t run = *next;
    if (unknown_.contains(program_of_[run])) continue;
    runs_.erase(next);
    return run;
  }
  return std::nullopt;
}

std::vector<std::size_t> BoardSchedule::OnLooked(std::size_t program, bool usable) {
  std::vector<std::size_t> dropped;
  {
    const MutexLock lock(mutex_);
    --looking_;
    unknown_.erase(program);
    const auto drop = [&](std::size_t run) { return !usable && program_of_[run] == program; };
    std::ranges::copy_if(runs_, std::back_inserter(dropped), drop);
    std::erase_if(runs_, drop);
  }
  looked_.notify_all();
  return dropped;
}

}  // namespace autotune
