#include "tune/proof/compare_result.h"

#include <utility>

#include <fmt/format.h>

#include "core/pipeline_text.h"
#include "core/quantity.h"

namespace autotune {

namespace {

/// The user's commands may take this part of the time that is left when the levels are known, and
/// as much at the end. Those for the result may take a bit longer than those for -Oz.
constexpr int kCommandsShare = 4;
constexpr double kReserve = 1.25;

}  // namespace

/// Makes what -Oz of clang gives. A level that was remembered has no module.
Result<BuiltModule> ResultComparison::MakeOz() const {
  const bool links = !run_.job.link.empty();
  Result<PipelineRun> oz =
      run_.pool.RunPipeline(run_.info().root.next.program,
                            {.text = std::string(kOzPipeline),
                             .tuning = PipelineTuning::kClang,
                             .observe = {.object_size = links, .object_file = links},
                             .module = ModuleFormat::kBitcode},
                            run_.clock.until_stopped());
  if (!oz) return oz.error();
  return BuiltModule{
      .bitcode = std::move(oz->module), .object = std::move(oz->object), .code_options = {}};
}

Status ResultComparison::MeasureOz() {
  BuiltModule oz;
  if (run_.job.asks_commands()) {
    run_.observer.OnStep("linking and running what -Oz makes");
    Result<BuiltModule> made = MakeOz();
    if (!made) {
      run_.observer.Warn("nothing is linked or counted, for -Oz failed: " + made.error().message);
      return {};
    }
    oz = *std::move(made);
  } else {
    const auto clang = run_.result.baselines.levels.find(Level::kClangOz);
    if (clang != run_.result.baselines.levels.end()) oz.object = clang->second.object;
    if (oz.object.empty()) return {};
  }
  const Clock::time_point begin = Clock::now();
  Budget::Limits limits;
  if (!run_.job.max_evaluations) {
    limits.deadline = begin + (run_.clock.end() - begin) / kCommandsShare;
  }
  const Budget budget(limits, &run_.clock.until_stopped());
  Result<ModuleFacts> facts = FindFacts(run_.job, oz, run_.info().code_model, budget);
  const Clock::duration took = Clock::now() - begin;
  if (facts) {
    run_.result.oz_facts = *std::move(facts);
    if (!run_.job.asks_commands()) return {};
    run_.clock.KeepForTheEnd(std::chrono::duration_cast<Clock::duration>(kReserve * took));
    run_.Trace("linked and ran what -Oz makes in {}", FormatSeconds(Seconds(took)));
    return {};
  }
  if (facts.error().code != ErrorCode::kCancelled) return facts.error();
  if (run_.clock.signal() == 0 && run_.job.asks_commands()) {
    run_.observer.Warn(fmt::format(
        "nothing is linked or counted: it takes more than {}, a quarter of the time that is left",
        FormatSeconds(Seconds(took))));
  }
  return {};
}

void ResultComparison::MeasureResult() {
  const TuneResult& result = run_.result;
  const Reproduction& module = result.result.reproduction;
  if (run_.clock.signal() != 0 || !result.result.proved() || module.bitcode.empty()) return;
  if (run_.job.asks_commands() && !result.oz_facts) return;
  BuiltModule delivered{.bitcode = module.bitcode, .object = module.object, .code_options = {}};
  if (result.attributed) {
    delivered.bitcode = result.attributed->bitcode;
    delivered.object = result.attributed->object;
  }
  if (result.optioned) {
    delivered.object = result.optioned->object;
    delivered.code_options = result.optioned->options;
  }
  if (delivered.object.empty() && !run_.job.count_executed) return;
  Result<ModuleFacts> facts = FindFacts(run_.job, delivered, module.code_model, run_.clock.all());
  if (facts) {
    run_.result.facts = *std::move(facts);
  } else if (run_.clock.signal() == 0) {
    run_.observer.Warn("the result can't be compared: " + facts.error().message);
  }
}

}  // namespace autotune
