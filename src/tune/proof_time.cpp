#include "tune/proof_time.h"

#include <algorithm>
#include <iterator>

namespace autotune {

namespace {

using namespace std::chrono_literals;
using Seconds = std::chrono::duration<double>;

/// Of a level's process: starting it, reading and writing the module, and what comes of it is
/// measured. On a small module it is nearly all, where it is little; on a large one an eighth.
constexpr double kFixedShare = 0.35;
constexpr Seconds kFixed = 100ms;
constexpr double kFixedShareOfLarge = 0.125;
/// To generate code for the object size takes such a part of it.
constexpr double kSizeShare = 0.65;
/// The same two of a program's loading.
constexpr double kFixedLoads = 2;
constexpr double kSizeLoads = 4;
/// One of the processes verifies after each pass, which makes it up to a tenth slower.
constexpr double kListShare = 1.125;
constexpr Seconds kLeast = 50ms;

}  // namespace

Clock::duration ExpectedProofTime(const Proven& level, std::chrono::nanoseconds list, int processes,
                                  std::size_t cores, Clock::duration loading) {
  const Reproduction& reproduction = level.reproduction;
  // They share the cores with each other and with whatever else runs on this machine, as the
  // level's did, unless it had a single one.
  double queue = std::max(1.0, static_cast<double>(processes) / static_cast<double>(cores));
  Seconds opt;
  Seconds size;
  if (reproduction.processes > 0) {
    const Seconds cpu_time = std::max<Seconds>(reproduction.opt_cpu_time, 1ms);
    Seconds one = reproduction.opt_time;
    if (reproduction.full()) {
      queue = 1;
      const Seconds waiting = std::max(Seconds(0), one - cpu_time);
      one -= waiting * (kFullReproduction + 1 - processes) / kFullReproduction;
    }
    const Seconds fixed = std::min<Seconds>(kFixedShare * one, kFixed + kFixedShareOfLarge * one);
    opt = fixed + kListShare * one * (Seconds(list) / cpu_time);
    // That is a process alone. What it waits for a core counts where it is a good part of it.
    size = kSizeShare * (reproduction.full() ? std::min(one, cpu_time + kFixed) : one);
  } else {
    opt = kFixedLoads * Seconds(loading) + kListShare * Seconds(list);
    size = kSizeLoads * Seconds(loading);
  }
  if (!reproduction.cost.object_size) size = Seconds(0);
  return std::chrono::duration_cast<Clock::duration>(queue * opt + size + level.check_time +
                                                     kLeast);
}

std::vector<Best> WorthProving(const std::vector<Best>& found,
                               const std::function<bool(const Best&)>& in_time) {
  std::vector<Best> all(found.rbegin(), found.rend());
  std::vector<Best> chosen;
  std::ranges::copy_if(all, std::back_inserter(chosen), in_time);
  return chosen.empty() ? all : chosen;
}

}  // namespace autotune
