#include "tune/quick/tune_quick.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include <tbb/parallel_for.h>

#include "core/action_space.h"
#include "core/pipeline_text.h"
#include "eval/proof/pass_policy.h"
#include "search/learned/coreset.h"
#include "tune/input/input_copy.h"
#include "tune/plan/plan_file.h"
#include "tune/proof/prove.h"

namespace autotune {

namespace {

/// The beginning of the first list in `whole_program_lists.txt`, without a pass that takes long.
/// Outlining before -Oz lets it simplify what was outlined, or inline it again.
constexpr char kStart[] =
    "function(mem2reg,speculative-execution,aggressive-instcombine,early-cse<memssa>,"
    "loop(loop-rotate<no-header-duplication>),simplifycfg<forward-switch-cond;switch-range-to-icmp;"
    "no-switch-to-lookup;no-keep-loops;hoist-common-insts;sink-common-insts>)";

bool OnlyInstructionsCount(const TuneJob& job) {
  return !NeedsCode(job.objective) && !job.guard_bytes;
}

/// Returns why a module is not taken instead of that of `default<Oz>`; nothing if it is.
Status JudgeModule(const TuneJob& job, const Result<Reproduction>& made, const Reproduction& oz,
                   const Budget& budget) {
  if (!made) return made.error();
  if (made->cost.instructions > oz.cost.instructions) {
    return Error{ErrorCode::kBadInput, "the learned lists give more instructions"};
  }
  if (!OnlyInstructionsCount(job) && made->cost.object_size && oz.cost.object_size &&
      made->cost.object_size->total() > oz.cost.object_size->total()) {
    return Error{ErrorCode::kBadInput, "the learned lists give more bytes"};
  }
  return CheckModule(job, made->bitcode, made->code_model, budget);
}

}  // namespace

Result<std::vector<Candidate>> QuickCandidates(const TuneJob& job) {
  const Result<std::string> plugin = PluginFlag();
  if (!plugin) return plugin.error();
  std::vector<std::vector<std::string>> lists;
  if (OnlyInstructionsCount(job)) {
    const Result<ActionSpace> actions = LoadActionSpace(kDefaultActionSpace);
    if (!actions) return actions.error();
    for (const PassSequence& list : WholeProgramLists(*actions)) {
      std::vector<std::string>& elements = lists.emplace_back();
      for (const PassId pass : list) elements.emplace_back(actions->Pipeline(pass));
    }
  } else {
    lists = {{kStart, "iroutliner", std::string(kOzPipeline)}};
  }
  std::vector<Candidate> candidates;
  for (std::vector<std::string>& elements : lists) {
    elements.emplace_back(kQuickElement);
    candidates.push_back(
        {.elements = std::move(elements), .cost = AnyCost(/*sized=*/true), .opt_flags = {*plugin}});
  }
  return candidates;
}

Result<QuickResult> TuneQuick(const TuneJob& job, const Budget& budget,
                              const StartPool& start_pool) {
  Result<std::vector<Candidate>> candidates = QuickCandidates(job);
  if (!candidates) return candidates.error();
  candidates->push_back({.elements = {std::string(kOzPipeline)}, .cost = AnyCost(/*sized=*/true)});
  Result<InputCopy> input = InputCopy::Take(job.program, budget);
  if (!input) return input.error();
  Result<std::unique_ptr<WorkerPool>> pool =
      start_pool(ActionSpace("none", {}, {}), {.workers = candidates->size(),
                                               .worker_program = job.worker_program,
                                               .memory_bytes = job.memory_limit,
                                               .code_model = job.code_model});
  if (!pool) return pool.error();
  const Result<ProgramInfo> given =
      (*pool)->Measure(job.program.string(), input->bytes(), Observe{}, budget);
  if (!given) return given.error();
  input->Release();

  const Prover prover(job, input->program(), **pool);
  std::vector<Result<Reproduction>> all(candidates->size(), Error{ErrorCode::kCancelled, ""});
  tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) {
    all[i] = prover.RunOnce((*candidates)[i], budget, Prover::Output::kFile);
  });
  Result<Reproduction> oz = std::move(all.back());
  all.pop_back();
  if (!oz) return oz.error();
  // The first of the smallest; one that failed comes last.
  Result<Reproduction>& made = *std::ranges::min_element(all, {}, [](const auto& its) {
    return its ? its->cost.instructions : std::numeric_limits<std::uint64_t>::max();
  });
  QuickResult result{
      .program = input->name(), .given = given->root.cost, .oz = oz->cost, .result = {}};
  const Status judged = JudgeModule(job, made, *oz, budget);
  if (judged.ok()) {
    result.result = *std::move(made);
    return result;
  }
  if (judged.error().code == ErrorCode::kCancelled) return judged.error();
  if (Status checked = CheckModule(job, oz->bitcode, oz->code_model, budget); !checked.ok()) {
    return checked.error();
  }
  result.failure = judged.error().message;
  result.result = *std::move(oz);
  return result;
}

}  // namespace autotune
