#include "tune/memory/run_record.h"

#include <map>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/file.h"
#include "core/hash.h"
#include "core/toolchain.h"
#include "db/run_process.h"
#include "tune/inlining.h"
#include "tune/machine.h"
#include "tune/memory/known_lists.h"
#include "tune/memory/level_cache.h"
#include "tune/proof/delivery.h"
#include "tune/run_policy.h"
#include "tune/seconds.h"

namespace autotune {

namespace {

/// Makes a text valid UTF-8, as the database needs it. A file name need not be UTF-8.
std::string ToUtf8(const std::string& text) {
  const nlohmann::json json = text;
  return nlohmann::json::parse(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

/// Returns the options by which runs of a method differ: only runs with the same ones are averaged.
std::string VariantOf(const TuneResult& outcome) {
  const TuneJob& job = outcome.job;
  if (!job.experiment.empty()) return "";  // there is no such option
  std::vector<std::string> words;
  if (job.no_model) words.emplace_back("no-model");
  if (!job.model.empty() && !outcome.model.empty()) {
    const Result<std::string> weights = ReadFile(job.model);
    words.push_back(fmt::format("model {} {}", ToUtf8(outcome.model),
                                ToHex(HashBytes(weights ? *weights : "")).substr(0, 8)));
  }
  if (!job.choose_inlining && job.function_time.count() == 0) words.emplace_back("keep-inlining");
  if (!job.guard_bytes && !NeedsCode(job.objective)) words.emplace_back("any-bytes");
  if (job.allowed.always_inline) words.emplace_back("allow always-inline");
  if (job.byte_limit || !job.begin_with.empty()) words.emplace_back("part of both");
  return fmt::format("{}", fmt::join(words, ", "));
}

/// `given`: path of the job's program.
std::string OptionsAsJson(const TuneResult& outcome, const std::filesystem::path& given) {
  const TuneJob& job = outcome.job;
  nlohmann::ordered_json json = {{"pass_timeout_seconds", Seconds(job.pass_timeout)},
                                 {"memory_limit_bytes", job.memory_limit},
                                 {"opt", job.opt_program}};
  if (!job.check.empty()) json["check"] = job.check;
  if (!outcome.model.empty()) json["model"] = ToUtf8(outcome.model);
  if (job.no_model) json["learned"] = false;
  if (std::string variant = VariantOf(outcome); !variant.empty()) json["variant"] = variant;
  if (outcome.whole_program) {
    json["whole_program"] = {
        {"kept", fmt::format("{}", fmt::join(outcome.whole_program->kept, ","))},
        {"given", ToUtf8(given)}};
  }
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

RunDescription Describe(const TuneResult& outcome) {
  const TuneJob& job = outcome.job;
  const Evaluation& root = outcome.program.root;
  std::error_code error;
  std::filesystem::path given = std::filesystem::absolute(job.program, error);
  if (error) given = job.program;  // as the user wrote it
  const std::filesystem::path tuned =
      outcome.whole_program ? given.parent_path() / WholeFile(given) : given;
  RunDescription run;
  run.program = {.id = root.next.program,
                 .name = ToUtf8(tuned.filename()),
                 .path = ToUtf8(tuned),
                 .target = outcome.program.target_triple,
                 .ir = root.next.ir,
                 .functions = outcome.program.functions,
                 .cost = root.cost};
  run.toolchain = Toolchain(outcome.llvm_version, job.code_model);
  run.asked_code_model = Describe(job.code_model);
  run.code_model = Describe(outcome.program.code_model);
  run.llvm_version = outcome.llvm_version;
  run.autotune_version = kVersion;
  run.objective = job.objective;
  run.method = job.method;
  run.action_space = job.action_space;
  run.action_space_fingerprint = outcome.action_space_fingerprint;
  run.options = OptionsAsJson(outcome, given);
  run.seed = job.seed;
  run.budget_seconds = Seconds(job.budget);
  run.max_evaluations = job.max_evaluations;
  run.threads = job.threads;
  run.cpu = CpuModel();
  run.cores = std::thread::hardware_concurrency();
  run.process = ThisProcess();
  if (!job.label.empty()) run.label = ToUtf8(job.label);
  if (!job.experiment.empty()) {
    run.experiment = ToUtf8(job.experiment);
    run.replicate = job.seed;
  }
  return run;
}

std::vector<PassEffect> MeasureEffects(const TuneResult& outcome, const ActionSpace& actions,
                                       Evaluator& evaluator, Clock::time_point deadline) {
  const auto sequence = ToSequence(WithoutChoices(outcome.result.passes), actions);
  if (!sequence) return {};
  const Budget budget({.deadline = deadline, .evaluations = {}});
  const Trace trace = evaluator.Apply(
      outcome.searched().root.next, *sequence,
      {.observe = ObserveFor(outcome.job.objective), .retain = {.start = false}}, budget);
  std::vector<PassEffect> effects;
  for (const Evaluation& step : trace.steps) {
    effects.push_back({step.cost, Seconds(std::chrono::nanoseconds(step.nanoseconds))});
  }
  return effects;
}

/// Takes the plugin's path away: it is another one on another machine.
std::vector<std::string> WithoutPlugin(std::vector<std::string> flags) {
  std::erase_if(flags, [](const auto& flag) { return flag.starts_with(kLoadPlugin); });
  return flags;
}

VerifiedList ToVerified(const Proven& proven) {
  VerifiedList list;
  // A level's pipeline is not a chosen list of passes.
  if (!proven.level) list.passes = WithoutChoices(proven.passes);
  if (proven.level) list.level = Name(*proven.level);
  list.pipeline = proven.reproduction.pipeline;
  list.opt_flags = WithoutPlugin(proven.reproduction.opt_flags);
  list.ir = proven.reproduction.ir;
  list.cost = proven.reproduction.cost;
  return list;
}

/// Returns a plan as a list of one element, which names a file for it.
VerifiedList ToVerified(const PlannedResult& planned) {
  VerifiedList list = ToVerified(planned.proven);
  list.pipeline = kStoredPlan;
  list.passes = {list.pipeline};
  list.plan = PlanText(planned.plan);
  return list;
}

/// True for errors that say nothing about the program or the method.
bool IsOfMachine(ErrorCode code) {
  return code == ErrorCode::kNotFound || code == ErrorCode::kIo || code == ErrorCode::kWorkerLost;
}

/// Value of `failure` for a pass that failed only in a proof.
constexpr char kProofFailure[] = "proof";

/// Returns one entry for each pass that was tried. A published space may have several actions that
/// are the same pass today.
std::vector<PassUse> ToUses(const TuneResult& outcome, const ActionSpace& actions) {
  const std::vector<PassTally>& tallies = outcome.pass_tallies;
  std::map<std::string, PassUse> uses;
  for (std::size_t pass = 0; pass < tallies.size(); ++pass) {
    const PassTally& tally = tallies[pass];
    if (tally.applied == 0 && tally.failures == decltype(tally.failures){}) continue;
    std::string name(actions.Pipeline(static_cast<PassId>(pass)));
    PassUse& use = uses[name];
    use.pass = std::move(name);
    use.applied += tally.applied;
    use.changed += tally.changed;
    use.cpu_seconds += Seconds(tally.cpu_time);
    for (std::size_t i = 0; i < tally.failures.size(); ++i) {
      if (tally.failures[i] == 0) continue;
      use.failures[std::string(Name(kEvaluationFailures[i]))] += tally.failures[i];
    }
  }
  for (const RejectedPass& rejected : outcome.rejected) {
    PassUse& use = uses[rejected.pass];
    use.pass = rejected.pass;
    use.failures[kProofFailure] += 1;
  }
  std::vector<PassUse> list;
  for (auto& [name, use] : uses) list.push_back(std::move(use));
  return list;
}

}  // namespace

Status RunRecord::Start(const TuneResult& outcome, const ActionSpace& actions) {
  actions_ = &actions;
  for (const std::vector<std::string>& list : outcome.job.begin_with) {
    if (auto sequence = ToSequence(list, actions)) seeds_.push_back(*std::move(sequence));
  }
  file_ = database_.Connect();
  if (!file_) return database_.status();
  const Status status = Add(Describe(outcome), PolicyOf(outcome.job).learns_from_earlier_runs);
  if (!status.ok()) database_.GiveUp(status.error());
  return database_.status();
}

Status RunRecord::Add(const RunDescription& run, bool with_seeds) {
  if (with_seeds) {
    auto known = KnownLists(*file_, run.program.ir, run.objective, run.toolchain, *actions_);
    if (!known) return known.error();
    seeds_.insert(seeds_.end(), known->begin(), known->end());
  }
  ResultsDb results(*file_);
  const Result<RunId> id = results.StartRun(run);
  if (!id) return id.error();
  run_ = *id;
  results_.emplace(results);
  // For a large program the levels alone may take a minute before the search begins.
  recorder_.emplace(*results_, run_,
                    RunRecorder::Options{.evaluations = [this] { return Evaluations(); }});
  file_->SetInBackground(true);  // the search does not wait for the recorder
  return {};
}

void RunRecord::WatchSearch(const Budget& budget) {
  const MutexLock lock(mutex_);
  budget_ = &budget;
}

std::uint64_t RunRecord::Evaluations() const {
  const MutexLock lock(mutex_);
  return budget_ ? budget_->used() : evaluations_;
}

void RunRecord::OnBest(const Best& best, double seconds) {
  if (!recorder_) return;
  Improvement improvement{seconds, best.evaluations, {}, best.cost};
  for (const PassId pass : best.passes) {
    improvement.passes.emplace_back(actions_->Pipeline(pass));
  }
  if (!choices_.empty()) {
    Candidate candidate{.elements = improvement.passes, .cost = best.cost};
    MakeChoices(choices_, candidate);
    improvement.pipeline = fmt::format("{}", fmt::join(candidate.elements, ","));
    improvement.opt_flags = std::move(candidate.opt_flags);
  }
  recorder_->Add(std::move(improvement));
}

void RunRecord::EndSearch(const TuneResult& outcome, Evaluator& evaluator,
                          Clock::time_point deadline) {
  {
    const MutexLock lock(mutex_);
    if (budget_) evaluations_ = budget_->used();
    budget_ = nullptr;
  }
  if (!results_) return;
  uses_ = ToUses(outcome, *actions_);
  if (!outcome.result.level) effects_ = MeasureEffects(outcome, *actions_, evaluator, deadline);
}

void RunRecord::OnList(const std::vector<std::string>& passes, const Cost& cost, double seconds) {
  if (recorder_) recorder_->Add({seconds, Evaluations(), passes, cost});
}

Status RunRecord::Finish(const TuneResult& outcome) {
  if (!results_) return database_.status();
  RunResult result;
  result.status = outcome.signal == 0 ? RunStatus::kFinished : RunStatus::kInterrupted;
  result.wall_seconds = outcome.wall_seconds;
  result.search_seconds = outcome.search_seconds;
  result.evaluations = outcome.evaluations;
  result.passes_applied = outcome.stats.passes;
  if (outcome.planned) {
    result.list = ToVerified(*outcome.planned);
    if (!outcome.result.level) result.without_plan = ToVerified(outcome.result);
    for (const PlanStep& step : outcome.planned->steps) {
      result.steps.push_back({step.seconds, outcome.evaluations + step.evaluations, {}, step.cost});
    }
    result.search_seconds += outcome.planned->search_seconds;
    result.evaluations += outcome.planned->evaluations;
  } else if (outcome.result.proved()) {  // an unproved level is not remembered as a list
    result.list = ToVerified(outcome.result);
    result.list->effects = std::move(effects_);
    const Delivery delivery = DeliveryOf(outcome);
    if (!delivery.empty()) result.list->delivery = DeliveryText(delivery);
  }
  result.uses = std::move(uses_);
  End(result);
  return database_.status();
}

void RunRecord::Fail(const TuneResult& outcome, const Error& error, int signal) {
  if (!results_) return;
  RunResult result;
  const bool again = !outcome.job.experiment.empty() && IsOfMachine(error.code);
  result.status = signal == 0 && !again ? RunStatus::kFailed : RunStatus::kInterrupted;
  result.error = ToUtf8(error.message);
  result.wall_seconds = outcome.wall_seconds;
  result.search_seconds = outcome.search_seconds;
  result.passes_applied = outcome.stats.passes;
  result.evaluations = Evaluations();
  End(result);
}

void RunRecord::End(const RunResult& result) {
  file_->SetInBackground(false);
  const Status recorded = recorder_ ? recorder_->Stop() : Status();
  // A file that could not be written for a while may be free again.
  Status status = results_->FinishRun(run_, result);
  if (status.ok()) status = recorded;
  if (!status.ok()) database_.GiveUp(status.error());
  recorder_.reset();
  results_.reset();
}

}  // namespace autotune
