#include "cli/proof_time.h"

#include <algorithm>

namespace autotune {

namespace {

using namespace std::chrono_literals;
using Seconds = std::chrono::duration<double>;

/// Of a level's process: starting it, reading and writing the module, and what comes of it is
/// measured. On a large module it is an eighth, on a small one nearly all, where it is little.
constexpr double kFixedShare = 0.35;
/// To generate code for the object size takes such a part of it.
constexpr double kSizeShare = 0.65;
/// The same two of a program's loading.
constexpr double kFixedLoads = 2;
constexpr double kSizeLoads = 4;
/// One of the processes verifies after each pass, which makes it up to a tenth slower.
constexpr double kListShare = 1.125;
constexpr Seconds kLeast = 50ms;

}  // namespace

Clock::duration ExpectedProofTime(const Proven& level, std::chrono::nanoseconds list,
                                  std::size_t cores, Clock::duration loading) {
  const Reproduction& reproduction = level.reproduction;
  // As the level's processes, those of the list share the cores with each other and with whatever
  // else runs on this machine. A single one had none to share them with.
  constexpr double kProcesses = kFullReproduction + 1;
  const double queue =
      reproduction.full() ? 1 : std::max(1.0, kProcesses / static_cast<double>(cores));
  Seconds opt;
  Seconds size;
  if (reproduction.processes > 0) {
    const Seconds cpu_time = std::max<Seconds>(reproduction.opt_cpu_time, 1ms);
    opt = Seconds(reproduction.opt_time) * (kFixedShare + kListShare * (Seconds(list) / cpu_time));
    size = kSizeShare * Seconds(reproduction.opt_time);
  } else {
    opt = kFixedLoads * Seconds(loading) + kListShare * Seconds(list);
    size = kSizeLoads * Seconds(loading);
  }
  return std::chrono::duration_cast<Clock::duration>(queue * opt + size + level.check_time +
                                                     kLeast);
}

}  // namespace autotune
