#include "cli/proof_time.h"

#include <algorithm>

namespace autotune {

namespace {

using namespace std::chrono_literals;
using Seconds = std::chrono::duration<double>;

/// Of a level's process: starting it, reading and writing the module. On a large module it is a
/// tenth, on a small one nearly all, where it is little.
constexpr double kFixedShare = 0.25;
/// One of the processes verifies after each pass, which makes it up to a tenth slower.
constexpr double kListShare = 1.125;
constexpr Seconds kLeast = 50ms;

}  // namespace

Clock::duration ExpectedProofTime(const Proven& level, std::chrono::nanoseconds list,
                                  std::size_t cores) {
  const Reproduction& reproduction = level.reproduction;
  // As the level's processes, those of the list share the cores with each other and with whatever
  // else runs on this machine. A single one had none to share them with.
  constexpr double kProcesses = kFullReproduction + 1;
  const double queue =
      reproduction.full() ? 1 : std::max(1.0, kProcesses / static_cast<double>(cores));
  const Seconds cpu_time = std::max<Seconds>(reproduction.opt_cpu_time, 1ms);
  const Seconds opt = queue * Seconds(reproduction.opt_time) *
                      (kFixedShare + kListShare * (Seconds(list) / cpu_time));
  const Seconds rest = level.proof_time - reproduction.opt_time;  // measuring and the user's check
  // Once more the list is replayed for the record.
  return std::chrono::duration_cast<Clock::duration>(opt + rest + Seconds(list) + kLeast);
}

}  // namespace autotune
