#include "tune/proof/proof_time.h"

#include <algorithm>
#include <iterator>

#include "eval/client/worker_pool.h"
#include "tune/output/output_format.h"
#include "tune/plan/plan_file.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;
using FloatSeconds = std::chrono::duration<double>;

/// Fixed cost of one process of a level: starting it, reading and writing the module, and measuring
/// the output. It is nearly all of the process's time on a small module, and little in absolute
/// terms. On a large module it is an eighth.
constexpr double kFixedShare = 0.35;
constexpr FloatSeconds kFixed = 100ms;
constexpr double kFixedShareOfLarge = 0.125;
/// Time of code generation for the object size, as a share of one process's.
constexpr double kSizeShare = 0.65;
/// The same two costs, in times of loading the program.
constexpr double kFixedLoads = 2;
constexpr double kSizeLoads = 4;
/// One of the processes verifies after each pass, which makes it up to a tenth slower.
constexpr double kListShare = 1.125;
constexpr FloatSeconds kLeast = 50ms;

/// Size attributes may take a sixth of the budget. If `opt` needs more, or for a second, they may
/// take a third: mostly they take off more bytes than the search does. To generate functions with
/// each choice takes as long as the whole module twelve times at most. Four processes of `opt` read
/// and write it. Trying it without outlining, too, has what time is left.
constexpr int kAttributesShare = 6;
constexpr int kMostAttributesShare = 3;
constexpr Clock::duration kLeastAttributes = 1s;
constexpr double kChoiceSizes = 12;
/// Calling conventions take as long as the whole module so many times. If bytes of a whole program
/// are the objective, that has its own time.
constexpr double kConventionSizes = 60;
constexpr int kWithConventionsShare = 4;
/// Options of code generation take a fifth of the budget at most, for so many objects. They may
/// take a quarter if that is too short for the first two, which do most, and to repeat them.
constexpr int kCodeShare = 5;
constexpr double kCodeTries = 33;
constexpr int kMostCodeShare = 4;
constexpr double kLeastCodeTries = 3;
constexpr double kForcingLoads = 6;
constexpr double kForcingProcesses = 4;
/// An instruction that -Oz leaves takes this many times as long as one of the program does.
constexpr double kResultReserve = 2;

/// A list better than a level may take this many times less.
constexpr auto kQuicker = 4;
/// After the proof of a level was given up, others are expected to take this many times as long.
constexpr int kGivenUpTimes = 2;
/// A full proof may use a quarter of the budget, a short one an eighth.
constexpr int kFullProofShare = 4;
constexpr int kShortProofShare = 8;

}  // namespace

Clock::duration ExpectedProofTime(const Proven& level, std::chrono::nanoseconds list, int processes,
                                  std::size_t cores, Clock::duration loading, bool object) {
  const Reproduction& reproduction = level.reproduction;
  // The processes share the cores with each other and with anything else on this machine. So did
  // those of the level, unless it had only one.
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
    // This is for a process alone; waiting for a core is included if it is a good part of the time.
    size = kSizeShare * (reproduction.full() ? std::min(one, cpu_time + kFixed) : one);
  } else {
    opt = kFixedLoads * FloatSeconds(loading) + kListShare * FloatSeconds(list);
    size = kSizeLoads * FloatSeconds(loading);
  }
  if (!reproduction.cost.object_size && !object) size = FloatSeconds(0);
  return std::chrono::duration_cast<Clock::duration>(queue * opt + size + level.check_time +
                                                     kLeast);
}

Clock::duration LoadingOfResult(Clock::duration loading, std::uint64_t given, std::uint64_t left) {
  const double share = kResultReserve * static_cast<double>(left) / static_cast<double>(given);
  return std::chrono::duration_cast<Clock::duration>(std::min(1.0, share) * FloatSeconds(loading));
}

Clock::duration ForcingTime(Clock::duration loading) {
  return std::chrono::duration_cast<Clock::duration>(
      (kForcingLoads + kSizeLoads) * FloatSeconds(loading) + kFixed);
}

Clock::duration AttributesTime(Clock::duration loading, Clock::duration forcing,
                               Clock::duration budget, std::uint64_t threads,
                               const AttributeSteps& steps) {
  const Clock::duration most =
      std::max(budget / (steps.conventions ? kWithConventionsShare : kAttributesShare),
               std::min(budget / kMostAttributesShare, std::max(kLeastAttributes, 2 * forcing)));
  if (2 * forcing > most) return {};
  const double sizes =
      kChoiceSizes / static_cast<double>(threads) + (steps.conventions ? kConventionSizes : 0);
  const FloatSeconds choosing = sizes * kSizeLoads * FloatSeconds(loading);
  // To narrow tables takes about as long as giving attributes.
  return std::min(most, (steps.tables ? 2 : 1) * forcing +
                            std::chrono::duration_cast<Clock::duration>(choosing));
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
    // The waiting time of the levels shows how busy the machine is.
    const Baseline& baseline = run_.result.baseline(*known.level);
    const auto waiting = baseline.wall_time - baseline.cpu_time - run_.loading;
    const bool sized = baseline.cost.object_size.has_value();
    if (!sized && baseline.cpu_time.count() > 0 && waiting.count() > 0) {
      list += std::chrono::nanoseconds(static_cast<std::int64_t>(
          Seconds(waiting) / Seconds(baseline.cpu_time) * static_cast<double>(list.count())));
    }
  }
  const bool object = IsObjectFile(run_.job.output);
  const Clock::duration expected = ExpectedProofTime(known, list, Prover::Processes(care),
                                                     DefaultThreads(), run_.loading, object);
  // Code generation may take far longer than passes do.
  const bool codes = object && run_.result.baselines.sized();
  const Clock::duration coding =
      codes ? std::chrono::duration_cast<Clock::duration>(list) + OfObject() : Clock::duration();
  return std::max({least_, expected, coding});
}

Prover::Care ProofTimes::CareFor(const Best& best) const {
  const Clock::duration budget = run_.job.module_time();
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
  // Tries of single passes replay half the list each, in some rounds on all threads. Accepted tries
  // are replayed on one thread. The clock knows only the passes, about half of the work.
  const auto tries = 2 * best.passes.size() / run_.job.threads + 10;
  const std::chrono::nanoseconds work = 2 * tries * OfPasses(best);
  const Clock::duration most = run_.job.module_time() / 20;
  if (work > 10 * most) return {};
  return std::min(std::chrono::duration_cast<Clock::duration>(work), most);
}

/// Returns the time of loading the result.
Clock::duration ProofTimes::LoadingResult() const {
  const std::uint64_t given = run_.result.program.root.cost.instructions;
  const auto& levels = run_.result.baselines.levels;
  const auto oz = levels.find(Level::kOz);
  if (oz == levels.end() || given == 0) return run_.loading;
  return LoadingOfResult(run_.loading, given, oz->second.cost.instructions);
}

Clock::duration ProofTimes::OfForcing() const {
  const Proven& known = run_.result.result;
  const FloatSeconds alone = ForcingTime(LoadingResult());
  FloatSeconds waiting(0);
  if (known.reproduction.processes > 0) {
    // Processes wait for cores in proportion to their work, and for their start.
    const FloatSeconds cpu_time = std::max<FloatSeconds>(known.reproduction.opt_cpu_time, 1ms);
    const FloatSeconds more = std::max<FloatSeconds>(0s, known.reproduction.opt_time - cpu_time);
    waiting = std::min(kForcingProcesses * more, alone * (more / cpu_time));
  }
  return std::chrono::duration_cast<Clock::duration>(alone + waiting) + known.check_time;
}

Clock::duration ProofTimes::OfAttributes() const {
  const TuneJob& job = run_.job;
  if (!job.size_attributes || !run_.result.baselines.sized()) return {};
  AttributeSteps steps;
  steps.tables = NeedsCode(job.objective) && PluginFlag().ok();
  // Most functions of others may be called from elsewhere, so that the search gains more.
  steps.conventions =
      steps.tables && run_.result.whole_program && IsX8664(run_.result.program.target_triple);
  return AttributesTime(LoadingResult(), OfForcing(), job.module_time(), job.threads, steps);
}

Clock::duration ProofTimes::ForAttributes(Clock::duration left) const {
  const Clock::duration attributes = OfAttributes();
  const Clock::duration both = attributes + OfCode();
  if (left >= both || both == Clock::duration()) return left - OfCode();
  return std::chrono::duration_cast<Clock::duration>(FloatSeconds(left) * Seconds(attributes) /
                                                     Seconds(both));
}

Clock::duration ProofTimes::OfCode() const {
  const TuneJob& job = run_.job;
  const bool wanted = job.code_options && IsObjectFile(job.output);
  if (!wanted || !run_.result.baselines.sized()) return {};
  const FloatSeconds one = OfObject();
  const FloatSeconds least = kLeastCodeTries * one;
  if (least > job.module_time() / kMostCodeShare) return {};
  const FloatSeconds most = std::max<FloatSeconds>(least, job.module_time() / kCodeShare);
  return std::chrono::duration_cast<Clock::duration>(std::min(kCodeTries * one, most));
}

Clock::duration ProofTimes::OfObject() const {
  // Levels are measured at once, so some wait for a core; some need no code, which another one has.
  std::vector<FloatSeconds> measured;
  for (const auto& [level, baseline] : run_.result.baselines.levels) {
    if (!baseline.cost.object_size || baseline.wall_time.count() == 0) continue;
    measured.emplace_back(baseline.wall_time - baseline.cpu_time);
  }
  FloatSeconds one = kSizeLoads * FloatSeconds(LoadingResult());
  if (!measured.empty()) {
    const auto median = measured.begin() + static_cast<std::ptrdiff_t>(measured.size() / 2);
    std::ranges::nth_element(measured, median);
    one = *median;
  }
  return std::chrono::duration_cast<Clock::duration>(one + kFixed);
}

std::chrono::nanoseconds ProofTimes::OfPasses(const Best& best) const {
  return clock_ ? clock_->Expected(best.passes) : run_.result.result.reproduction.opt_cpu_time;
}

std::vector<Best> WorthProving(const std::vector<Best>& found,
                               const std::function<bool(const Best&)>& in_time) {
  std::vector<Best> all(found.rbegin(), found.rend());
  std::vector<Best> chosen;
  std::ranges::copy_if(all, std::back_inserter(chosen), in_time);
  return chosen.empty() ? all : chosen;
}

}  // namespace autotune
