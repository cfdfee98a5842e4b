#include "tune/proof/compare_result.h"

#include <utility>

#include <fmt/format.h>

#include "core/pipeline_text.h"
#include "core/quantity.h"
#include "tune/output/output_format.h"
#include "tune/proof/prove.h"

namespace autotune {

namespace {

/// The user's commands may take this part of the time that is left when the levels are known, and
/// as much at the end. Those for the result may take a bit longer than those for -Oz.
constexpr int kCommandsShare = 4;
/// The object of -Oz, where the levels were remembered without it, may take this part.
constexpr int kObjectShare = 16;
constexpr double kReserve = 1.25;
/// A check takes up to so many times as long in valgrind.
constexpr int kValgrindTimes = 100;
constexpr std::string_view kTooLong = "it takes more than a quarter of the time that is left";
constexpr std::string_view kNoTime = "there was no time left for it";

}  // namespace

/// A module in the forms that facts are found from.
struct ResultComparison::Built {
  std::string bitcode;
  std::string object;  ///< object file; empty: none
  CodeModel code_model;
  std::vector<std::string> code_options;  ///< that the object was generated with
};

bool ResultComparison::Compares() const {
  return IsObjectFile(run_.job.output) || run_.job.asks_commands();
}

/// Makes what -Oz of clang gives, unless the levels have it: one that was remembered has no module.
Result<ResultComparison::Built> ResultComparison::TakeOz(const Budget& budget) const {
  Built built;
  built.code_model = run_.info().code_model;
  const bool object = IsObjectFile(run_.job.output);
  const auto clang = run_.result.baselines.levels.find(Level::kClangOz);
  if (clang != run_.result.baselines.levels.end()) {
    built.bitcode = clang->second.module;
    built.object = clang->second.object;
  }
  // Its proof has made both.
  const Proven& result = run_.result.result;
  if (built.object.empty() && result.proved() && result.level == Level::kClangOz) {
    built.bitcode = result.reproduction.bitcode;
    built.object = result.reproduction.object;
  }
  const bool has_all = !built.bitcode.empty() && (!object || !built.object.empty());
  // A level without a size had no time for one.
  const bool sized = run_.result.baselines.sized() || run_.job.asks_commands();
  if (has_all || !sized) return built;
  Result<PipelineRun> oz =
      run_.pool.RunPipeline(run_.info().root.next.program,
                            {.text = std::string(kOzPipeline),
                             .tuning = PipelineTuning::kClang,
                             .observe = {.object_size = object, .object_file = object},
                             .module = ModuleFormat::kBitcode},
                            budget);
  if (!oz) return oz.error();
  built.bitcode = std::move(oz->module);
  built.object = std::move(oz->object);
  return built;
}

Result<std::uint64_t> ResultComparison::Count(const Built& module, const Budget& budget) const {
  TuneJob job = run_.job;
  job.check_timeout *= kValgrindTimes;
  return CountModule(job, module.bitcode, module.code_model, budget, module.code_options);
}

/// Says why something is not compared, or that there was no time.
void ResultComparison::WarnOf(const Error& error, std::string_view no_time) const {
  if (run_.clock.signal() != 0) return;
  const bool late = error.code == ErrorCode::kCancelled;
  run_.observer.Warn(
      fmt::format("not compared with -Oz: {}", late ? no_time : std::string_view(error.message)));
}

Status ResultComparison::MeasureOz() {
  if (!Compares()) return {};
  const TuneJob& job = run_.job;
  const Clock::time_point begin = Clock::now();
  const int share = job.asks_commands() ? kCommandsShare : kObjectShare;
  const Budget budget({.deadline = begin + (run_.clock.end() - begin) / share},
                      &run_.clock.until_stopped());
  if (job.asks_commands()) run_.observer.OnStep("linking or running what -Oz makes");
  const Result<Built> oz = TakeOz(budget);
  if (!oz) {
    if (job.asks_commands()) WarnOf(oz.error(), kTooLong);
    return {};
  }
  ModuleFacts facts;
  if (!oz->object.empty()) {
    if (const auto object = PartsOfObject(oz->object, budget)) facts.object = *object;
  }
  const Clock::time_point commands = Clock::now();
  if (!job.link.empty() && !oz->object.empty()) {
    const Result<ObjectParts> linked = PartsOfLinked(job.link, oz->object, budget);
    if (linked) {
      facts.linked = *linked;
    } else if (linked.error().code != ErrorCode::kCancelled) {
      return linked.error();
    } else {
      WarnOf(linked.error(), kTooLong);
    }
  }
  if (job.count_executed) {
    const Result<std::uint64_t> executed = Count(*oz, budget);
    if (executed) {
      facts.executed = *executed;
    } else if (executed.error().code == ErrorCode::kNotFound) {
      return executed.error();
    } else {
      WarnOf(executed.error(), kTooLong);
    }
  }
  if (facts.linked || facts.executed) {
    const Clock::duration took = Clock::now() - commands;
    run_.clock.KeepForTheEnd(std::chrono::duration_cast<Clock::duration>(kReserve * took));
    run_.Trace("linked or ran what -Oz makes in {}", FormatSeconds(Seconds(took)));
  }
  run_.result.oz_facts = facts;
  return {};
}

void ResultComparison::MeasureResult() {
  const TuneResult& result = run_.result;
  const Reproduction& module = result.result.reproduction;
  if (!Compares() || run_.clock.signal() != 0) return;
  if (!result.result.proved() || module.bitcode.empty()) return;
  Built built{.bitcode = module.bitcode,
              .object = module.object,
              .code_model = module.code_model,
              .code_options = {}};
  if (result.attributed) {
    built.bitcode = result.attributed->bitcode;
    built.object = result.attributed->object;
  }
  if (result.optioned) {
    built.object = result.optioned->object;
    built.code_options = result.optioned->options;
  }
  const ModuleFacts oz = result.oz_facts.value_or(ModuleFacts());
  ModuleFacts facts;
  if (!built.object.empty()) {
    if (const auto object = PartsOfObject(built.object, run_.clock.all())) facts.object = *object;
  }
  if (oz.linked && !built.object.empty()) {
    const auto linked = PartsOfLinked(run_.job.link, built.object, run_.clock.all());
    if (linked) {
      facts.linked = *linked;
    } else {
      WarnOf(linked.error(), kNoTime);
    }
  }
  if (oz.executed) {
    const Result<std::uint64_t> executed = Count(built, run_.clock.all());
    if (executed) {
      facts.executed = *executed;
    } else {
      WarnOf(executed.error(), kNoTime);
    }
  }
  run_.result.facts = facts;
}

}  // namespace autotune
