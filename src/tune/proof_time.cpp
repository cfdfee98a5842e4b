#include "tune/proof_time.h"

#include <algorithm>
#include <iterator>

#include "tune/threads.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;
using FloatSeconds = std::chrono::duration<double>;

/// Of a level's process: starting it, reading and writing the module, and what comes of it is
/// measured. On a small module it is nearly all, where it is little; on a large one an eighth.
constexpr double kFixedShare = 0.35;
constexpr FloatSeconds kFixed = 100ms;
constexpr double kFixedShareOfLarge = 0.125;
/// To generate code for the object size takes such a part of it.
constexpr double kSizeShare = 0.65;
/// The same two of a program's loading.
constexpr double kFixedLoads = 2;
constexpr double kSizeLoads = 4;
/// One of the processes verifies after each pass, which makes it up to a tenth slower.
constexpr double kListShare = 1.125;
constexpr FloatSeconds kLeast = 50ms;

/// A list that is better than a level may take so many times less.
constexpr auto kQuicker = 4;
/// Once the proof of a level was given up, any other is expected to take so many times that long.
constexpr int kGivenUpTimes = 2;
/// A full proof may use a quarter of the budget, a short one an eighth.
constexpr int kFullProofShare = 4;
constexpr int kShortProofShare = 8;

}  // namespace

Clock::duration ExpectedProofTime(const Proven& level, std::chrono::nanoseconds list, int processes,
                                  std::size_t cores, Clock::duration loading) {
  const Reproduction& reproduction = level.reproduction;
  // They share the cores with each other and with whatever else runs on this machine, as the
  // level's did, unless it had a single one.
  double queue = std::max(1.0, static_cast<double>(processes) / static_cast<double>(cores));
  FloatSeconds opt;
  FloatSeconds size;
  if (reproduction.processes > 0) {
    const FloatSeconds cpu_time = std::max<FloatSeconds>(reproduction.opt_cpu_time, 1ms);
    FloatSeconds one = reproduction.opt_time;
    if (reproduction.full()) {
      queue = 1;
      const FloatSeconds waiting = std::max(FloatSeconds(0), one - cpu_time);
      one -= waiting * (kFullReproduction + 1 - processes) / kFullReproduction;
    }
    const FloatSeconds fixed =
        std::min<FloatSeconds>(kFixedShare * one, kFixed + kFixedShareOfLarge * one);
    opt = fixed + kListShare * one * (FloatSeconds(list) / cpu_time);
    // That is a process alone. What it waits for a core counts where it is a good part of it.
    size = kSizeShare * (reproduction.full() ? std::min(one, cpu_time + kFixed) : one);
  } else {
    opt = kFixedLoads * FloatSeconds(loading) + kListShare * FloatSeconds(list);
    size = kSizeLoads * FloatSeconds(loading);
  }
  if (!reproduction.cost.object_size) size = FloatSeconds(0);
  return std::chrono::duration_cast<Clock::duration>(queue * opt + size + level.check_time +
                                                     kLeast);
}

void ProofTimes::GaveUpAfter(Clock::duration spent) { least_ = kGivenUpTimes * spent; }

Clock::duration ProofTimes::Of(const Best& best, Prover::Care care) const {
  const Proven& known = run_.result.result;
  const Reproduction& level = known.reproduction;
  std::chrono::nanoseconds list = level.opt_cpu_time;
  if (run_.Value(best.cost) < run_.Value(level.cost)) {
    list = OfPasses(best);
  } else if (!known.proved()) {
    list = run_.result.baseline(*known.level).cpu_time;
  } else if (level.full()) {
    list /= kQuicker;
  }
  if (!known.proved()) {
    // How busy the machine is shows in what the levels took.
    const Baseline& baseline = run_.result.baseline(*known.level);
    const auto waiting = baseline.wall_time - baseline.cpu_time - run_.loading;
    if (baseline.cpu_time.count() > 0 && waiting.count() > 0) {
      list += std::chrono::nanoseconds(static_cast<std::int64_t>(
          Seconds(waiting) / Seconds(baseline.cpu_time) * static_cast<double>(list.count())));
    }
  }
  return std::max(least_, ExpectedProofTime(known, list, Prover::Processes(care), DefaultThreads(),
                                            run_.loading));
}

Prover::Care ProofTimes::CareFor(const Best& best) const {
  const Clock::duration budget = run_.job.budget;
  if (Of(best, Prover::Care::kFull) <= budget / kFullProofShare) return Prover::Care::kFull;
  if (Of(best, Prover::Care::kShort) <= budget / kShortProofShare) return Prover::Care::kShort;
  return Prover::Care::kQuick;
}

Prover::Care ProofTimes::CareWithin(const Best& best, Clock::duration left) const {
  for (const Prover::Care care : {Prover::Care::kFull, Prover::Care::kShort}) {
    if (Of(best, care) <= left) return care;
  }
  return Prover::Care::kQuick;
}

Clock::duration ProofTimes::OfMinimizing(const Best& best) const {
  // Tries of single passes replay half the list each, some rounds of them on all threads; what is
  // taken is replayed on one. The clock knows the passes alone, which is about half of it.
  const auto tries = 2 * best.passes.size() / run_.job.threads + 10;
  const std::chrono::nanoseconds work = 2 * tries * OfPasses(best);
  const Clock::duration most = run_.job.budget / 20;
  if (work > 10 * most) return {};
  return std::min(std::chrono::duration_cast<Clock::duration>(work), most);
}

std::chrono::nanoseconds ProofTimes::OfPasses(const Best& best) const {
  return clock_->Expected(best.passes);
}

std::vector<Best> WorthProving(const std::vector<Best>& found,
                               const std::function<bool(const Best&)>& in_time) {
  std::vector<Best> all(found.rbegin(), found.rend());
  std::vector<Best> chosen;
  std::ranges::copy_if(all, std::back_inserter(chosen), in_time);
  return chosen.empty() ? all : chosen;
}

}  // namespace autotune
