#include "project/tuning_schedule.h"

#include <algorithm>

#include "project/time_shares.h"

namespace autotune {

using std::chrono::milliseconds;

namespace {

/// On one busy core, the module of an object of 60,000 bytes was read and proved in 6 s.
constexpr std::uint64_t kBytesASecond = 10'000;
/// A search begins with measuring levels and choosing inlining, and ends with a proof.
constexpr int kLooksASearch = 4;

milliseconds TimeToLook(const UnitToTune& unit) {
  return milliseconds(1'000 + static_cast<std::int64_t>(unit.bytes * 1'000 / kBytesASecond));
}

milliseconds TimeToSearch(const UnitToTune& unit) { return kLooksASearch * TimeToLook(unit); }

milliseconds Between(Clock::time_point from, Clock::time_point to) {
  return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(to - from));
}

}  // namespace

TuningSchedule::TuningSchedule(const std::vector<UnitToTune>& units, std::size_t threads,
                               Clock::time_point end)
    : threads_(threads), end_(end) {
  for (const UnitToTune& unit : units) {
    units_.push_back({.unit = unit,
                      .had_time = 2 * unit.spent >= TimeToSearch(unit),
                      .turn = {},
                      .started = {}});
  }
}

std::optional<TuningSchedule::Turn> TuningSchedule::Next() {
  const MutexLock lock(mutex_);
  while (true) {
    const Clock::time_point now = Clock::now();
    if (const std::optional<Turn> turn = Take(now)) {
      State& state = units_[turn->unit];
      state.turn = turn;
      state.started = now;
      return turn;
    }
    // A turn may end early, and leave its time to others.
    if (std::ranges::none_of(units_, [](const State& state) { return state.turn.has_value(); })) {
      return std::nullopt;
    }
    ended_.wait(mutex_);
  }
}

std::optional<TuningSchedule::Turn> TuningSchedule::Take(Clock::time_point now) {
  const milliseconds left = Between(now, end_);
  milliseconds time = left * static_cast<std::int64_t>(threads_);  // of all threads
  std::size_t free = threads_;
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const State& state = units_[i];
    if (state.turn) {
      const milliseconds its = Between(now, state.started + state.turn->time);
      time -= its * static_cast<std::int64_t>(state.turn->threads);
      free -= state.turn->threads;
    } else if (!state.searched) {
      waiting.push_back(i);
    }
  }
  if (free == 0) return std::nullopt;
  // All are looked at before one has a second turn.
  for (const bool is_first : {true, false}) {
    std::vector<ShareOf> shares;
    std::vector<std::size_t> indices;
    for (const std::size_t i : waiting) {
      const UnitToTune& unit = units_[i].unit;
      const milliseconds least = is_first ? TimeToLook(unit) : TimeToSearch(unit);
      if (least > left) continue;
      shares.push_back({.bytes = unit.bytes, .spent = unit.spent, .least = least});
      indices.push_back(i);
    }
    const std::vector<milliseconds> times = DivideTime(time, shares);
    std::optional<std::size_t> chosen;
    milliseconds all{0};
    for (std::size_t k = 0; k < shares.size(); ++k) {
      all += times[k];
      const bool is_new = shares[k].spent.count() == 0;
      if (is_new != is_first || times[k].count() == 0) continue;
      if (!chosen || times[k] > times[*chosen]) chosen = k;
    }
    if (!chosen) continue;
    const milliseconds search = TimeToSearch(units_[indices[*chosen]].unit);
    Turn turn{.unit = indices[*chosen], .time = times[*chosen]};
    // TBB has one limit of threads for all searches of a process, so it is one thread or all.
    if (2 * turn.time >= 3 * left && free == threads_) {
      turn.threads = threads_;
      turn.time = std::max(turn.time / static_cast<std::int64_t>(threads_), search);
    } else if (all - turn.time > time - left) {
      // Some units have to wait for this one, and then need time for a search.
      milliseconds longest{0};
      for (std::size_t k = 0; k < shares.size(); ++k) {
        if (k == *chosen || times[k].count() == 0) continue;
        const milliseconds its = TimeToSearch(units_[indices[k]].unit);
        longest = std::max(longest, times[k] >= its ? its : shares[k].least);
      }
      turn.time = std::min(turn.time, std::max(shares[*chosen].least, left - longest));
    }
    turn.time = std::min(turn.time, left);
    turn.searches = turn.time >= search;
    return turn;
  }
  return std::nullopt;
}

void TuningSchedule::End(const Turn& turn, bool is_last) {
  {
    const MutexLock lock(mutex_);
    State& state = units_[turn.unit];
    state.searched = turn.searches || is_last;
    const milliseconds time = std::max(milliseconds(1), Between(state.started, Clock::now()));
    state.unit.spent += time * static_cast<std::int64_t>(turn.threads);
    state.turn.reset();
  }
  ended_.notify_all();
}

std::vector<std::size_t> TuningSchedule::unsearched() const {
  const MutexLock lock(mutex_);
  std::vector<std::size_t> units;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const State& state = units_[i];
    if (state.unit.bytes > 0 && !state.searched && !state.had_time) units.push_back(i);
  }
  return units;
}

}  // namespace autotune
