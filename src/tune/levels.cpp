#include "tune/levels.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/global_control.h>

#include "core/objective.h"
#include "core/pipeline_text.h"
#include "core/quantity.h"
#include "tune/input/loaded_program.h"
#include "tune/input/program_excerpts.h"
#include "tune/memory/level_cache.h"
#include "tune/output/output_format.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;

/// Levels besides the two -Oz may take a sixth of the budget if they are measured beside the
/// search. If the search waits for them, they may take a tenth.
constexpr int kLevelsShare = 6;
constexpr int kLevelsShareAlone = 10;
/// They may take half a second in any case, but no more than a quarter of the budget.
constexpr auto kMinLevelsTime = 500ms;
constexpr int kMaxLevelsShare = 4;
/// Object sizes that are only shown, of two levels and the result, may take a twentieth of the
/// budget.
constexpr int kSizesShare = 20;
constexpr int kSizesShown = 3;
/// If they limit the result, they may take a sixth. The correction of the limit takes as long as
/// two more.
constexpr int kLimitShare = 6;
constexpr int kSizesOfLimit = 5;
/// If sizes are left out, clang_Oz has to end in a third of the budget. Vectorizing stores, in
/// which it differs from Oz, is among the passes that come next. Without time for Oz and a proof,
/// it is left out.
constexpr int kClangOzShare = 3;
/// Time of code generation for a level, in times of loading the program.
constexpr double kSizeLoads = 4;
/// A level is proved before it is known to be needed if the proof ends in half of the budget. It
/// may take a twenty-fifth of the budget if the search waits for it.
constexpr int kLevelProofShare = 2;
constexpr int kLevelProofShareAlone = 25;
/// If there is no module or object file of it to deliver, it may take a third.
constexpr int kRememberedProofShare = 3;

}  // namespace

std::string WhyNoSizes(const std::filesystem::path& program, const Baselines& baselines) {
  const Status why = baselines.sizing();
  return fmt::format("object sizes can't be shown: LLVM generated no code for '{}'{}",
                     program.string(), why.ok() ? "" : ": " + why.error().message);
}

Levels::Levels(const RunParts& run, ProofTimes& times) : run_(run), times_(times) {}

LevelOptions Levels::Options(bool beside_search) const {
  const TuneJob& job = run_.job;
  LevelOptions levels{.time_limit = kLevelTimeLimit, .jobs = job.threads};
  if (beside_search) levels.jobs = job.threads / 2;
  if (run_.policy.levels_limited_in_time) levels.sizes = HasTimeForSizes();
  const bool is_large = IsLarge(run_.info());
  // The module of Oz is the result of a large program if nothing else ends in time.
  if (!is_large) levels.known_oz = MostTimeOfOz();
  if (!levels.sizes && !beside_search) {
    levels.clang_oz_end = run_.clock.started() + job.module_time() / kClangOzShare;
    if (!IsTextualIr(job.output)) levels.oz_pass = OzAsFirstPass();
    if (is_large && !HasTimeAfterOz()) {
      levels.clang_oz_end = run_.clock.started();
      levels.jobs = 1;  // no other level begins before it is known how long Oz takes
    }
  }
  if (!job.output.empty()) {
    levels.module = IsTextualIr(job.output) ? ModuleFormat::kText : ModuleFormat::kBitcode;
    levels.objects = IsObjectFile(job.output);
  }
  return levels;
}

Status Levels::Measure(bool beside_search) {
  const TuneJob& job = run_.job;
  LevelOptions levels = Options(beside_search);
  Budget::Limits others_limits;
  if (run_.policy.levels_limited_in_time) {
    const Clock::duration share =
        job.module_time() / (beside_search ? kLevelsShare : kLevelsShareAlone);
    const Clock::duration least =
        std::min<Clock::duration>(kMinLevelsTime, job.module_time() / kMaxLevelsShare);
    others_limits.pause = Clock::now() + std::max(share, least);
  }
  // Levels of a large program take a good part of the run, and more if the search uses the same
  // cores. Nothing can be reported before they are known.
  std::optional<tbb::global_control> fewer;
  if (beside_search && IsWhole(run_.info())) {
    fewer.emplace(tbb::global_control::max_allowed_parallelism, job.threads - levels.jobs);
  }
  // A user who stops the run wants the best list so far. Reporting it needs -Oz.
  const Budget others(others_limits, &run_.clock.until_stopped());
  levels.others = &others;
  Result<LevelMeasurements> measured =
      MeasureLevelsCached(run_.pool, run_.info(), job.objective, levels, run_.clock.all(),
                          job.code_model, run_.database);
  fewer.reset();
  if (!measured) return measured.error();
  run_.result.baselines = std::move(measured->baselines);
  const auto clang = run_.result.baselines.levels.find(Level::kClangOz);
  if (LimitBytes() && clang != run_.result.baselines.levels.end()) {
    const std::optional<ObjectSize>& size = clang->second.cost.object_size;
    if (size) run_.result.byte_limit = job.byte_limit.value_or(size->total());
  }
  TellWhatIsMissing(levels.sizes);
  run_.Trace("{} the standard levels: the best is {}",
             measured->remembered ? "remembered" : "measured", Name(run_.result.best_level()));
  return {};
}

Clock::duration Levels::MostTimeOfOz() const {
  return std::chrono::duration_cast<Clock::duration>(kMostLoadsOfOz * run_.loading);
}

bool Levels::HasTimeAfterOz() const {
  return run_.clock.seconds() + Seconds(2 * MostTimeOfOz()) < Seconds(run_.job.module_time());
}

/// Returns the action `default<Oz>` if the search is to go on from what it makes of a large
/// program. Otherwise the module of a level is the result.
std::optional<PassId> Levels::OzAsFirstPass() const {
  const Result<PassId> oz = run_.pool.actions().Find(kOzPipeline);
  return HasTimeAfterOz() && oz && IsLarge(run_.info()) ? std::optional(*oz) : std::nullopt;
}

bool Levels::LimitBytes() const {
  return run_.job.guard_bytes && (!run_.policy.levels_limited_in_time || HasTimeForSizes());
}

/// True unless object sizes are not the objective and code generation takes too long.
bool Levels::HasTimeForSizes() const {
  if (NeedsCode(run_.job.objective) || run_.job.byte_limit) return true;
  const bool limits = run_.job.guard_bytes;
  const auto sizes = std::chrono::duration_cast<Clock::duration>(
      (limits ? kSizesOfLimit : kSizesShown) * kSizeLoads * run_.loading);
  return sizes <= run_.job.module_time() / (limits ? kLimitShare : kSizesShare);
}

void Levels::TellWhatIsMissing(bool sizes_wanted) const {
  const Baselines& baselines = run_.result.baselines;
  std::map<std::string, std::vector<std::string_view>> why;
  std::vector<std::string_view> left_out;
  for (const auto& [level, error] : baselines.failed) {
    const bool no_time = error.code == ErrorCode::kNoTime;
    (no_time ? left_out : why[error.message]).push_back(Name(level));
  }
  for (const auto& [message, names] : why) {
    run_.observer.Warn(fmt::format("{} can't be measured: {}", fmt::join(names, ", "), message));
  }
  if (!baselines.sized() && !sizes_wanted) left_out.push_back("object sizes");
  const bool no_limit = run_.job.guard_bytes && !run_.result.byte_limit;
  const bool no_code = !baselines.sized() && sizes_wanted;
  const auto clang = baselines.failed.find(Level::kClangOz);
  const bool failed = clang != baselines.failed.end() && clang->second.code != ErrorCode::kNoTime;
  if (no_limit && !no_code && !failed) left_out.push_back("the limit of bytes");
  if (!left_out.empty()) {
    run_.observer.Remark(fmt::format("left out, for a budget of {} is short for this program: {}",
                                     FormatDuration(run_.job.module_time()),
                                     fmt::join(left_out, ", ")));
  }
  if (no_code) {
    run_.observer.Warn(WhyNoSizes(run_.job.program, baselines));
  }
}

Status Levels::Prove(bool beside_search) {
  const Clock::time_point begin = Clock::now();
  const bool remembered = TakeRemembered();
  if (!remembered) {
    const Status proved = ProveNow(beside_search);
    if (!proved.ok() && proved.error().code != ErrorCode::kCancelled) return proved;
    if (!proved.ok()) {
      run_.Trace("left {} to be proved later", Name(*run_.result.result.level));
      return {};
    }
  }
  const Clock::duration proving = Clock::now() - begin;
  // The time of the proof does not depend on the method, so it does not count.
  if (run_.policy.clock_waits_for_levels) run_.clock.Restart(run_.job.module_time());
  run_.Trace("{} {} in {}", remembered ? "remembered the proof of" : "proved",
             Name(*run_.result.result.level), FormatSeconds(Seconds(proving)));
  return {};
}

bool Levels::TakeRemembered() {
  if (!run_.policy.shares_level_proofs) return false;
  const Hash128 toolchain = Toolchain(run_.pool.llvm_version(), run_.job.code_model);
  std::optional<Proven> known = FindLevelProof(run_.job, run_.info(), toolchain, run_.database);
  if (!known || !IsBest(*known)) return false;
  // If a stored proof lacks a size, there was no time or memory to measure it. There is no module
  // to measure now.
  if (!known->reproduction.cost.object_size && run_.result.baselines.sized()) return false;
  run_.result.result = *std::move(known);
  return true;
}

/// True if the proof is no worse than the measured levels. A worse proof may have failed for
/// reasons that are gone.
bool Levels::IsBest(const Proven& proven) const {
  return run_.Value(proven.reproduction.cost) <=
         run_.Value(run_.result.baseline(run_.result.best_level()).cost);
}

/// Errors: `kCancelled` if the proof is left for later.
Status Levels::ProveNow(bool beside_search) {
  const Clock::time_point begin = Clock::now();
  const TuneJob& job = run_.job;
  // A check that lets no level pass is the user's mistake, which has to be reported first.
  const bool by_all_means = run_.policy.full_level_proof || !job.check.empty();
  Budget::Limits limits;
  if (!by_all_means) limits.deadline = run_.clock.started() + job.module_time() / kLevelProofShare;
  const Budget budget(limits, &run_.clock.all());
  // Experiments share the proof, and their clock stands still. Other runs have a result after one
  // process, and may never need the rest.
  const Prover::Care care =
      run_.policy.full_level_proof ? Prover::Care::kFull : Prover::Care::kQuick;
  TakeUnproved();
  const int share = run_.result.has_output() ? kLevelProofShareAlone : kRememberedProofShare;
  const bool now =
      by_all_means || beside_search || job.max_evaluations ||
      times_.Of({{}, run_.result.result.reproduction.cost, 0}, care) <= job.module_time() / share;
  if (!now) return Error{ErrorCode::kCancelled, "the search comes first"};
  Status proved = ProveAgain(care, budget);
  if (!proved.ok()) {
    if (proved.error().code == ErrorCode::kCancelled) times_.GaveUpAfter(Clock::now() - begin);
    return proved;
  }
  // The experiment's clock stands still, and the size is shared, too.
  if (run_.policy.full_level_proof) SizeResult();
  if (run_.policy.shares_level_proofs && IsBest(run_.result.result)) {
    StoreLevelProof(job, run_.info(), Toolchain(run_.pool.llvm_version(), job.code_model),
                    run_.result.result, run_.database);
  }
  return {};
}

void Levels::TakeUnproved() {
  const Level level = run_.result.best_level();
  const Baseline& baseline = run_.result.baseline(level);
  Proven unproved;
  unproved.level = level;
  if (!baseline.pipeline.empty()) unproved.passes = {baseline.pipeline};
  Reproduction& result = unproved.reproduction;
  result.pipeline = baseline.pipeline.empty() ? "no-op-module" : baseline.pipeline;
  result.opt_flags = baseline.opt_flags;
  result.cost = baseline.cost;
  result.ir = baseline.ir;
  (IsTextualIr(run_.job.output) ? result.text : result.bitcode) = baseline.module;
  result.object = baseline.object;
  run_.result.result = std::move(unproved);
}

Status Levels::ProveAgain(Prover::Care care, const Budget& budget) {
  std::vector<std::string> notes;
  Result<Proven> proven =
      Prover(run_.job, run_.program, run_.pool, {.repair_end = run_.clock.end()})
          .ProveLevels(run_.result.baselines, run_.result.BestLevels(), care, budget, notes);
  if (!proven) return proven.error();
  for (const std::string& note : notes) run_.observer.Warn(note);
  run_.result.result = *std::move(proven);
  return {};
}

void Levels::SizeResult() {
  Reproduction& result = run_.result.result.reproduction;
  const bool object = IsObjectFile(run_.job.output);
  const bool done =
      object ? !result.object.empty() : result.cost.object_size || !run_.result.baselines.sized();
  // A remembered proof has no module to measure.
  if (done || result.bitcode.empty()) return;
  Result<ProgramInfo> measured =
      run_.pool.Measure(run_.job.program.string(), result.bitcode,
                        {.object_size = true, .object_file = object}, run_.clock.all());
  if (!measured || !measured->root.cost.object_size) return;
  result.cost.object_size = measured->root.cost.object_size;
  result.object = std::move(measured->object);
}

}  // namespace autotune
