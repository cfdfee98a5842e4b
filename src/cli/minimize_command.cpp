#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/console_observer.h"
#include "cli/options.h"
#include "cli/summary.h"
#include "core/pipeline_text.h"
#include "core/quantity.h"
#include "eval/subprocess.h"
#include "search/minimize.h"
#include "term/console.h"
#include "term/terminal.h"
#include "term/user_files.h"
#include "tune/given_pipeline.h"
#include "tune/level_cache.h"
#include "tune/loaded_program.h"
#include "tune/output_file.h"
#include "tune/prove.h"
#include "tune/result_module.h"
#include "tune/run_clock.h"
#include "tune/signals.h"
#include "tune/textual_ir.h"
#include "tune/threads.h"

namespace autotune {

namespace {

const PipelineCommand kMinimize = {
    "minimize",
    {"budget",
     "objective",
     "threads",
     "relocation-model",
     "mcpu",
     "mattr",
     "function-sections",
     "data-sections",
     "output",
     "quiet",
     "color",
     "check",
     "check-as",
     "check-link",
     "check-timeout",
     "pass-timeout",
     "memory-limit",
     "opt",
     "worker",
     "db",
     "no-db",
     "help"},
    "wall time for minimising; the proof comes on top: 60s, 2m, 500ms (60s)"};

constexpr std::string_view kHelp =
    "usage: autotune minimize FILE --passes TEXT | --passes-file PATH | --run RUN [options]\n"
    "\n"
    "Drops the passes of a pipeline that FILE does as well or better without, for --budget at "
    "most,\n"
    "lets stock opt reproduce what is left, and prints the opt line.\n"
    "\n"
    "  autotune minimize bench.bc --passes 'function(sroa),function(gvn),function(adce)'\n"
    "  autotune minimize bench.bc --passes-file best.txt --objective object-size -o small.bc\n"
    "  autotune minimize bench.bc --run last --budget 5m\n";

/// Elements of a pipeline as an action space of its own, so that any will do.
struct PassList {
  ActionSpace actions;
  PassSequence passes;
};

PassList ToPassList(const std::vector<std::string>& elements) {
  // A repair puts this between the elements. Here every pass has fresh analyses anyhow.
  const auto is_repair = [](const std::string& element) {
    return element == "invalidate<all>" || element == "invalidate<globals-aa>";
  };
  std::vector<Action> actions;
  PassSequence passes;
  for (const std::string& element : elements) {
    if (is_repair(element)) continue;
    const auto found = std::ranges::find(actions, element, &Action::pipeline);
    passes.push_back(static_cast<PassId>(found - actions.begin()));
    if (found == actions.end()) actions.push_back({element, ""});
  }
  return {ActionSpace("list", std::move(actions), {}), std::move(passes)};
}

/// `autotune minimize`, stage by stage.
class MinimizeRun {
 public:
  MinimizeRun(TuneOptions options, Clock::time_point started)
      : options_(std::move(options)),
        observer_({.color = options_.color}),
        clock_(started, {}, signals_.token(), observer_),
        budget_({.deadline = started + options_.budget, .evaluations = {}},
                &clock_.until_stopped()) {}

  Status Run();
  int signal() const { return signals_.received(); }

 private:
  /// The list as it is, measured.
  Result<Best> Measure(const PassSequence& passes);
  Result<Proven> Prove(const Best& best, const std::vector<std::string>& opt_flags);
  Error Unproved(Error error, const Best& best) const;
  std::uint64_t Value(const Proven& proven) const {
    return autotune::Value(proven.reproduction.cost, options_.objective);
  }
  void Print(const Baselines& baselines, std::size_t length, const Proven& proven) const;

  const TuneOptions options_;
  StopSignals signals_;
  ConsoleObserver observer_;
  RunClock clock_;
  Budget budget_;  ///< for minimising
  std::optional<LoadedProgram> loaded_;
  bool sized_ = false;  ///< LLVM can generate code for it
};

Status MinimizeRun::Run() {
  const Result<GivenPipeline> pipeline = ReadPipeline(options_);
  if (!pipeline) return pipeline.error();
  if (!options_.output.empty()) {
    Status writable = CheckWritable(options_.output);
    if (!writable.ok()) return writable;
  }
  PassList list = ToPassList(SplitPipeline(pipeline->text));
  RunDatabase database(observer_);
  Result<LoadedProgram> loaded =
      LoadProgram(options_, std::move(list.actions), database, clock_.until_stopped());
  if (!loaded) return loaded.error();
  for (const std::string& warning : loaded->warnings) PrintWarning(warning);
  loaded_.emplace(*std::move(loaded));
  if (const auto warning = WarnOfAnotherProgram(*pipeline, loaded_->program.root.next.program)) {
    PrintWarning(*warning);
  }
  const Result<LevelMeasurements> levels =
      MeasureLevelsCached(*loaded_->pool, loaded_->program, options_.objective,
                          {.time_limit = kLevelTimeLimit, .others = &budget_},
                          clock_.until_stopped(), options_.code_model, database);
  if (!levels) return levels.error();
  sized_ = levels->baselines.sized();
  if (!sized_) PrintWarning(WhyNoSizes(options_.program, levels->baselines));
  const Result<Best> whole = Measure(list.passes);
  if (!whole) return whole.error();
  const Best shorter = OnThreads(options_.threads, [&] {
    return Minimize({options_.objective}, *loaded_->pool, loaded_->program.root, *whole, budget_);
  });
  Result<Proven> proven = Prove(shorter, pipeline->opt_flags);
  if (!proven) return Unproved(proven.error(), shorter);
  if (!pipeline->opt_flags.empty()) {
    // The workers know nothing of flags, with which the list may need what it did as well without.
    Result<Proven> all = Prove(*whole, pipeline->opt_flags);
    if (all && Value(*all) < Value(*proven)) proven = std::move(all);
  }
  if (const auto change = loaded_->input.Change()) PrintWarning(*change);
  const Status written = WriteModule(options_, proven->reproduction);
  Print(levels->baselines, list.passes.size(), *proven);
  if (written.ok() && !options_.output.empty() && !options_.quiet) {
    PrintText("\nwrote {}\n", options_.output);
  }
  return written;
}

Result<Best> MinimizeRun::Measure(const PassSequence& passes) {
  const EvaluationOptions options{.observe = ObserveFor(options_.objective),
                                  .retain = {.start = false, .end = false}};
  const Evaluation& root = loaded_->program.root;
  const Trace trace = loaded_->pool->Apply(root.next, passes, options, clock_.until_stopped());
  if (trace.status.ok()) {
    return Best{passes, trace.steps.empty() ? root.cost : trace.steps.back().cost, 0};
  }
  Error error = trace.status.error();
  if (error.code == ErrorCode::kCancelled) return error;
  const std::string_view pass = loaded_->pool->actions().Pipeline(passes[trace.steps.size()]);
  error.message =
      fmt::format("'{}' fails on '{}': {}", pass, options_.program.string(), error.message);
  return error;
}

/// Names the list that is left if a signal leaves no time to prove it.
Error MinimizeRun::Unproved(Error error, const Best& best) const {
  if (error.code != ErrorCode::kCancelled) return error;
  std::vector<std::string> elements;
  for (const PassId pass : best.passes) {
    elements.emplace_back(loaded_->pool->actions().Pipeline(pass));
  }
  return {ErrorCode::kNoTime,
          fmt::format("no time to prove what is left: autotune replay {} --passes {}",
                      ShellQuote(options_.program.string()),
                      ShellQuote(fmt::format("{}", fmt::join(elements, ","))))};
}

Result<Proven> MinimizeRun::Prove(const Best& best, const std::vector<std::string>& opt_flags) {
  Candidate candidate{.elements = {}, .cost = best.cost, .opt_flags = opt_flags};
  for (const PassId pass : best.passes) {
    candidate.elements.emplace_back(loaded_->pool->actions().Pipeline(pass));
  }
  const Budget budget({.deadline = Clock::now() + kLevelTimeLimit}, &clock_.all());
  Result<Proven> proven = Prover(options_, loaded_->input.program(), *loaded_->pool)
                              .Prove(candidate, {}, Prover::Care::kFull, budget);
  if (!proven) return proven;
  Cost& cost = proven->reproduction.cost;
  if (!cost.object_size && sized_) {
    const Result<ProgramInfo> measured =
        loaded_->pool->Measure(options_.program.string(), proven->reproduction.bitcode,
                               {.object_size = true}, clock_.all());
    if (measured) cost.object_size = measured->root.cost.object_size;
  }
  return proven;
}

void MinimizeRun::Print(const Baselines& baselines, std::size_t length,
                        const Proven& proven) const {
  if (options_.quiet) {
    PrintText("{}\n", ResultLine(options_, proven.reproduction));
    return;
  }
  PrintText(
      "{}\n{} passes of {} are left\nreproduced by {} fresh processes of {}:\n\n{}\n",
      Composed{Table(baselines, options_.objective, "minimised", proven.reproduction.cost,
                     loaded_->program.code_model, Terminal::Of(fileno(stdout), options_.color))},
      proven.passes.size(), length, kFullReproduction, options_.opt_program,
      ResultLine(options_, proven.reproduction));
}

}  // namespace

int RunMinimize(const Arguments& arguments) {
  const Clock::time_point started = Clock::now();
  Result<TuneOptions> options =
      ParsePipelineOptions({arguments.begin() + 2, arguments.end()}, kMinimize);
  if (!options) return Fail(options.error());
  if (options->help) {
    PrintText("{}{}", Composed{kHelp}, Composed{DescribePipelineOptions(kMinimize)});
    return kExitDone;
  }
  ChooseFiles(*options);
  if (options->threads == 0) options->threads = DefaultThreads();
  MinimizeRun run(*std::move(options), started);
  Status status = run.Run();
  if (run.signal() != 0 && !status.ok() && status.error().code == ErrorCode::kCancelled) {
    status = Error{ErrorCode::kCancelled, "stopped before there was anything to report"};
  }
  const int exit = status.ok() ? static_cast<int>(kExitDone) : Fail(status.error());
  return run.signal() != 0 ? 128 + run.signal() : exit;
}

}  // namespace autotune
