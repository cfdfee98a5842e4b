#include "tune/proof/prove.h"

#include <cassert>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/pipeline_text.h"
#include "eval/process/temp_directory.h"
#include "eval/proof/check.h"
#include "tune/memory/run_list.h"
#include "tune/output/output_format.h"

namespace autotune {

namespace {

/// True for errors of a machine that is too busy or too small.
bool IsMachinesFault(ErrorCode code) {
  return code == ErrorCode::kPassTimedOut || code == ErrorCode::kOutOfMemory;
}

CheckOptions ToCheckOptions(const TuneJob& job, const CodeModel& code_model,
                            std::vector<std::string> code_options) {
  CheckOptions check;
  check.code_options = std::move(code_options);
  check.command = job.check;
  check.as = job.check_as;
  check.code_model = code_model;
  check.time_limit = job.check_timeout;
  check.temp_root = TempRoot();
  check.link_flags = SplitFlags(job.check_link);
  return check;
}

}  // namespace

bool IsListsFault(ErrorCode code) {
  return (IsEvaluationFailure(code) && !IsMachinesFault(code)) || code == ErrorCode::kBadInput ||
         code == ErrorCode::kInvalidArgument;
}

std::uint64_t OptMemory(const TuneJob& job) {
  return 2 * std::max(job.memory_limit, TuneJob().memory_limit);
}

Status CheckModule(const TuneJob& job, const std::string& bitcode, const CodeModel& code_model,
                   const Budget& budget, std::vector<std::string> code_options) {
  if (job.check.empty()) return {};
  return RunCheck(bitcode, ToCheckOptions(job, code_model, std::move(code_options)), budget);
}

Result<std::uint64_t> CountModule(const TuneJob& job, const std::string& bitcode,
                                  const CodeModel& code_model, const Budget& budget,
                                  std::vector<std::string> code_options) {
  return CountExecuted(bitcode, ToCheckOptions(job, code_model, std::move(code_options)), budget);
}

Candidate ToCandidate(const Best& best, const ActionSpace& actions) {
  Candidate candidate{.elements = {}, .cost = best.cost};
  for (const PassId pass : best.passes) candidate.elements.emplace_back(actions.Pipeline(pass));
  return candidate;
}

Cost AnyCost(bool sized) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  Cost any{.instructions = kMost, .object_size = {}};
  if (sized) any.object_size = ObjectSize{.text = kMost, .data = 0};
  return any;
}

ReproductionOptions Prover::Reproducing(Care care) const {
  ReproductionOptions options;
  options.opt_program = job_.opt_program;
  options.objective = job_.objective;
  options.time_limit = limits_.opt_time;
  options.memory_bytes = OptMemory(job_);
  options.temp_root = TempRoot();
  options.processes = care == Care::kFull ? kFullReproduction : 1;
  options.verify = care != Care::kQuick;
  options.verify_always = care == Care::kQuick;
  options.repair_end = limits_.repair_end;
  options.repair_runs = limits_.repair_runs;
  options.repaired_first = limits_.repaired_first;
  options.text = IsTextualIr(job_.output);
  options.object = IsObjectFile(job_.output);
  return options;
}

int Prover::Processes(Care care) {
  switch (care) {
    case Care::kFull: return kFullReproduction + 1;
    case Care::kShort: return 2;
    case Care::kQuick: return 1;
  }
  assert(false && "unknown Care");
  return 1;
}

Result<Reproduction> Prover::RunOnce(const Candidate& candidate, const Budget& budget,
                                     Output output) const {
  ReproductionOptions once = Reproducing(Care::kQuick);
  once.repair = false;
  if (output == Output::kNone) once.text = once.object = false;
  return Reproduce(program_, candidate, once, pool_, budget);
}

Result<Proven> Prover::Prove(const Candidate& candidate, std::optional<Level> level, Care care,
                             const Budget& budget) const {
  const Clock::time_point begin = Clock::now();
  Result<Reproduction> reproduction =
      Reproduce(program_, candidate, Reproducing(care), pool_, budget);
  if (!reproduction) return reproduction.error();
  const Clock::time_point reproduced = Clock::now();
  const Status accepted =
      CheckModule(job_, reproduction->bitcode, reproduction->code_model, budget);
  if (!accepted.ok()) return accepted.error();
  const Clock::time_point end = Clock::now();
  return Proven{candidate.elements, level, *std::move(reproduction), end - begin, end - reproduced};
}

Result<Proven> Prover::ProveLevels(const Baselines& baselines, std::span<const Level> levels,
                                   Care care, const Budget& budget,
                                   std::vector<std::string>& notes) const {
  std::optional<Proven> best;
  Error last;
  for (const Level level : levels) {
    const Baseline& baseline = baselines.levels.at(level);
    if (best && Value(baseline.cost) >= Value(best->reproduction.cost)) break;
    Candidate candidate{.elements = {}, .cost = baseline.cost, .opt_flags = baseline.opt_flags};
    if (!baseline.pipeline.empty()) candidate.elements.push_back(baseline.pipeline);
    if (!baseline.module.empty()) {
      candidate.expected = {.bitcode = baseline.module,
                            .object = baseline.object,
                            .cost = baseline.cost,
                            .ir = baseline.ir,
                            .code_model = baseline.code_model};
    }
    Result<Proven> proven = Prove(candidate, level, care, budget);
    if (proven) {
      if (!best || Value(proven->reproduction.cost) < Value(best->reproduction.cost)) {
        best = *std::move(proven);
      }
      continue;
    }
    last = proven.error();
    if (IsMachinesFault(last.code)) {
      last.message = fmt::format("{} can't be proved, and nothing worse is a result: {}",
                                 Name(level), last.message);
      return last;
    }
    if (!IsListsFault(last.code)) return last;
    notes.push_back(fmt::format("{} can't be reported: {}", Name(level), last.message));
  }
  if (best) return *std::move(best);
  last.message = "not even a standard level can be reported: " + last.message;
  return last;
}

Status Prover::Confirm(Proven& proven, Care care, const Budget& budget) const {
  const Reproduction& known = proven.reproduction;
  Candidate candidate{.elements = proven.passes, .cost = known.cost, .opt_flags = known.opt_flags};
  ReproductionOptions reproducing = Reproducing(care);
  // Confirms the pipeline itself: with more or less time, a repair would differ.
  reproducing.repair = false;
  if (known.repaired) candidate.elements = SplitPipeline(known.pipeline);
  Result<Reproduction> again = Reproduce(program_, candidate, reproducing, pool_, budget);
  if (!again) return again.error();
  if (again->ir != known.ir || again->pipeline != known.pipeline || again->cost != known.cost) {
    return Error{ErrorCode::kBadInput, "it comes to something else in another process of opt"};
  }
  again->repaired = known.repaired;
  proven.reproduction = *std::move(again);
  return {};
}

}  // namespace autotune
