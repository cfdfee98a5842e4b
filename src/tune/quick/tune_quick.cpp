#include "tune/quick/tune_quick.h"

#include <memory>
#include <utility>

#include <tbb/parallel_invoke.h>

#include "core/action_space.h"
#include "core/pipeline_text.h"
#include "eval/proof/pass_policy.h"
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

/// Returns why a module is not taken instead of that of `default<Oz>`; nothing if it is.
Status JudgeModule(const TuneJob& job, const Result<Reproduction>& made, const Reproduction& oz,
                   const Budget& budget) {
  if (!made) return made.error();
  if (made->cost.instructions > oz.cost.instructions) {
    return Error{ErrorCode::kBadInput, "the learned lists give more instructions"};
  }
  if (made->cost.object_size && oz.cost.object_size &&
      made->cost.object_size->total() > oz.cost.object_size->total()) {
    return Error{ErrorCode::kBadInput, "the learned lists give more bytes"};
  }
  return CheckModule(job, made->bitcode, made->code_model, budget);
}

}  // namespace

Result<Candidate> QuickCandidate() {
  const Result<std::string> plugin = PluginFlag();
  if (!plugin) return plugin.error();
  return Candidate{.elements = {kStart, "iroutliner", std::string(kOzPipeline), kQuickElement},
                   .cost = {.object_size = ObjectSize()},
                   .opt_flags = {*plugin}};
}

Result<QuickResult> TuneQuick(const TuneJob& job, const Budget& budget,
                              const StartPool& start_pool) {
  const Result<Candidate> quick = QuickCandidate();
  if (!quick) return quick.error();
  Result<InputCopy> input = InputCopy::Take(job.program, budget);
  if (!input) return input.error();
  Result<std::unique_ptr<WorkerPool>> pool =
      start_pool(ActionSpace("none", {}, {}), {.workers = 2,
                                               .worker_program = job.worker_program,
                                               .memory_bytes = job.memory_limit,
                                               .code_model = job.code_model});
  if (!pool) return pool.error();
  const Result<ProgramInfo> given =
      (*pool)->Measure(job.program.string(), input->bytes(), Observe{}, budget);
  if (!given) return given.error();
  input->Release();

  const Prover prover(job, input->program(), **pool);
  const auto run = [&](const Candidate& candidate) {
    return prover.RunOnce(candidate, budget, Prover::Output::kFile);
  };
  Result<Reproduction> oz = Error{ErrorCode::kCancelled, ""};
  Result<Reproduction> made = oz;
  tbb::parallel_invoke(
      [&] { oz = run({.elements = {std::string(kOzPipeline)}, .cost = quick->cost}); },
      [&] { made = run(*quick); });
  if (!oz) return oz.error();
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
