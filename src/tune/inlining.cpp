#include "tune/inlining.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

#include "core/objective.h"
#include "core/pipeline_text.h"
#include "core/quantity.h"
#include "db/results_db.h"
#include "eval/proof/opt_flags.h"
#include "tune/front.h"
#include "tune/levels.h"
#include "tune/memory/level_cache.h"
#include "tune/memory/run_list.h"
#include "tune/proof/prove.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view kPass = "forceattrs";
/// Only together with `kPass`: a search may begin with it as well.
constexpr std::string_view kAsWrittenPass = "always-inline";
constexpr std::string_view kFlag = "-force-attribute=";
constexpr std::pair<PassOrder, std::string_view> kOrders[] = {
    {PassOrder::kNoInline, "noinline"},
    {PassOrder::kAlwaysInline, "alwaysinline"},
    {PassOrder::kOptSize, "optsize"},
    {PassOrder::kMinSize, "minsize"},
};

/// Part of the time in which choices are tried alone.
constexpr double kAlonePart = 0.7;
/// Time of generating the code of what -Oz makes, in times of loading the program.
constexpr int kCodeLoads = 4;
/// Runs of -Oz that are worth beginning with: one for choices alone, two for them together.
constexpr int kLeastRuns = 3;
/// Part of the program that choices have to gain for another look.
constexpr double kLeastGain = 0.005;

bool IsAsWritten(const InlineChoice& choice) { return choice.order == PassOrder::kAsWritten; }

/// Returns the number of elements that `MakeChoices` has put before a list. A repair puts others
/// between them.
std::size_t ElementsOfChoices(std::span<const std::string> elements) {
  std::size_t at = 0;
  if (!elements.empty() && elements.front() == kAsWrittenPass) {
    ++at;
    while (at < elements.size() && IsOfRepair(elements[at])) ++at;
  }
  return at < elements.size() && elements[at] == kPass ? at + 1 : 0;
}

bool BeginsAsWritten(std::span<const std::string> elements) {
  return ElementsOfChoices(elements) > 1;
}

std::string ToFlag(const InlineChoice& choice) {
  const auto order =
      std::ranges::find(kOrders, choice.order, &std::pair<PassOrder, std::string_view>::first);
  return fmt::format("{}{}{}{}", kFlag, choice.function, choice.function.empty() ? "" : ":",
                     order->second);
}

/// Returns the choices of the best list that the database knows for the program.
std::vector<InlineChoice> KnownChoices(const RunParts& run) {
  std::vector<InlineChoice> choices;
  if (!run.policy.learns_from_earlier_runs) return choices;
  run.database.Use([&](Database& file) -> Status {
    const Result<std::optional<ProvedList>> stored =
        ResultsDb(file).BestProvedList(run.info().root.next.ir, run.job.objective,
                                       Toolchain(run.pool.llvm_version(), run.job.code_model));
    if (!stored) return stored.error();
    if (!*stored) return {};
    std::vector<std::string> flags = SplitFlags((*stored)->opt_flags);
    if (Status allowed = CheckOptFlags(flags); !allowed.ok()) return allowed;
    std::vector<std::string> elements = SplitPipeline((*stored)->pipeline);
    choices = TakeChoices(elements, flags);
    std::erase_if(choices, IsAsWritten);  // that is for this run to say
    if (!run.job.size_attributes) {
      std::erase_if(choices, [](const auto& choice) { return choice.function.empty(); });
    }
    return {};
  });
  return choices;
}

/// Returns the time of some runs of -Oz on the whole program. If bytes matter, the first generates
/// the code of all functions.
Clock::duration RunsOfOz(const RunParts& run, int runs) {
  const auto oz = run.result.baselines.levels.find(Level::kOz);
  if (oz == run.result.baselines.levels.end()) return run.clock.end() - Clock::now();
  auto passes = std::chrono::duration_cast<Clock::duration>(oz->second.cpu_time);
  if (passes == Clock::duration()) {  // remembered
    passes = std::chrono::duration_cast<Clock::duration>(kMostLoadsOfOz * run.loading);
  }
  Clock::duration code{};
  if (NeedsCode(run.job.objective) || run.result.byte_limit) {
    const bool is_measured = oz->second.wall_time > passes;
    code = is_measured ? oz->second.wall_time - passes : kCodeLoads * run.loading;
  }
  return runs * (run.loading + passes) + code;
}

/// One search for choices.
class Choosing {
 public:
  Choosing(const RunParts& run, std::span<const PassSequence> lists, Clock::duration time)
      : run_(run),
        lists_(lists),
        end_(Clock::now() + time),
        budget_({.deadline = std::min(run.clock.end(), end_ + RunsOfOz(run, kLeastRuns)),
                 .evaluations = {}},
                &run.clock.until_stopped()),
        known_(KnownChoices(run)) {
    if (run.result.inlined) as_written_ = run.result.inlined->choices;
  }

  Result<InlinedProgram> Choose();

 private:
  std::vector<InlineChoice> SizeOrders() const;
  std::optional<Cost> CostOfOz(const ProgramInfo& program) const;
  Result<std::vector<InlineChoice>> ChooseMore();
  Result<ChosenInlining> Alone();
  std::optional<Evaluation> StateOfOz(const ProgramInfo& program) const;
  InlineRequest Request(Clock::time_point end) const;
  Result<ProgramInfo> Make(const std::vector<InlineChoice>& choices) const;
  Status Check() const;
  std::optional<std::uint64_t> ValueOfBestList(const ProgramInfo& program) const;
  bool KnownHold() const;
  bool HasTime() const;
  bool IsWorthMore(std::span<const InlineChoice> choices) const;

  const RunParts& run_;
  const std::span<const PassSequence> lists_;
  const Clock::time_point end_;
  const Budget budget_;                   ///< ends LLVM some time later
  std::vector<InlineChoice> as_written_;  ///< what comes before all choices
  std::vector<InlineChoice> known_;
  std::vector<InlineChoice> given_;    ///< known or found so far
  std::optional<ChosenInlining> oz_;   ///< what -Oz makes with them, once it has run
  std::optional<ObjectSize> without_;  ///< what it makes of the program as it came
};

Result<InlinedProgram> Choosing::Choose() {
  if (!known_.empty() && !KnownHold()) known_.clear();
  given_ = known_;
  std::ranges::copy(SizeOrders(), std::back_inserter(given_));
  while (HasTime()) {
    const Result<std::vector<InlineChoice>> more = ChooseMore();
    if (!more) run_.Trace("inlining: {}", more.error().message);
    if (!more || more->empty()) break;
    std::ranges::copy(*more, std::back_inserter(given_));
    if (!IsWorthMore(*more)) break;
  }
  Result<ProgramInfo> made = Make(given_);
  if (!made) return made.error();
  if (given_.size() > known_.size() && !lists_.empty()) {
    // What earlier runs found must not get lost.
    Result<ProgramInfo> before = Make(known_);
    if (!before) return before.error();
    std::optional<std::uint64_t> then, now;
    OnThreads(run_.job.threads, [&] {
      // One thread begins with the last one.
      tbb::parallel_invoke([&] { now = ValueOfBestList(*made); },
                           [&] { then = ValueOfBestList(*before); });
    });
    // If time has ended, nobody knows whether the lists are better with the new choices.
    if (then ? !now || *now > *then : budget_.Interrupted()) {
      given_ = known_;
      made = std::move(before);
      oz_.reset();
    }
  }
  if (given_.empty()) return Error{ErrorCode::kNotFound, "no choice makes it smaller"};
  if (const Status accepted = Check(); !accepted.ok()) return accepted.error();
  given_.insert(given_.begin(), as_written_.begin(), as_written_.end());
  std::optional<Evaluation> oz = StateOfOz(*made);
  return InlinedProgram{std::move(given_), *std::move(made), std::move(oz), without_};
}

/// Returns the state after -Oz on the program with all choices, if they are what -Oz ran with last.
std::optional<Evaluation> Choosing::StateOfOz(const ProgramInfo& program) const {
  const Result<PassId> pass = run_.pool.actions().Find(kOzPipeline);
  if (!oz_ || !pass) return std::nullopt;
  Evaluation state;
  state.next = {program.root.next.program, oz_->ir, {*pass}};
  state.cost = oz_->cost;
  state.nanoseconds = oz_->nanoseconds;
  state.changed = state.next.ir != program.root.next.ir;
  return state;
}

/// Returns size attributes for all functions, if none has any, and -Oz makes fewer bytes with
/// them.
std::vector<InlineChoice> Choosing::SizeOrders() const {
  const auto oz = run_.result.baselines.levels.find(Level::kOz);
  if (!NeedsCode(run_.job.objective) || !run_.job.size_attributes ||
      run_.info().size_attribute_functions > 0 || oz == run_.result.baselines.levels.end() ||
      std::ranges::any_of(known_, [](const auto& choice) { return choice.function.empty(); })) {
    return {};
  }
  const InlineChoice optsize{"", PassOrder::kOptSize}, minsize{"", PassOrder::kMinSize};
  std::vector<InlineChoice> best;
  std::uint64_t least = run_.Value(oz->second.cost);
  for (const std::vector<InlineChoice>& choices : {std::vector{optsize}, {optsize, minsize}}) {
    if (!HasTime()) break;
    const Result<ProgramInfo> program = Make(choices);
    if (!program) continue;
    const std::optional<Cost> cost = CostOfOz(*program);
    if (!cost || !HasValue(*cost, run_.job.objective) || run_.Value(*cost) >= least) continue;
    least = run_.Value(*cost);
    best = choices;
  }
  if (!best.empty()) run_.Trace("size attributes for all functions: {} bytes", FormatCount(least));
  return best;
}

/// Returns what -Oz makes of a program, with its bytes.
std::optional<Cost> Choosing::CostOfOz(const ProgramInfo& program) const {
  const Result<PipelineRun> made = run_.pool.RunPipeline(
      program.root.next.program,
      {.text = std::string(kOzPipeline), .observe = {.object_size = true}}, budget_);
  return made ? std::optional(made->evaluation.cost) : std::nullopt;
}

/// Has the user's check, if there is one, judge -Oz with the choices. Otherwise passes would be
/// blamed for what a choice breaks.
Status Choosing::Check() const {
  if (run_.job.check.empty()) return {};
  Candidate candidate{.elements = {std::string(kOzPipeline)}, .cost = run_.info().root.cost};
  MakeChoices(given_, candidate);
  const Result<Proven> proven =
      Prover(run_.job, run_.program, run_.pool, {.repair_end = run_.clock.end()})
          .Prove(candidate, {}, Prover::Care::kQuick, run_.clock.all());
  return proven.ok() ? Status() : proven.error();
}

/// Returns choices that make the program smaller besides those given.
Result<std::vector<InlineChoice>> Choosing::ChooseMore() {
  Result<ChosenInlining> alone = Alone();
  if (!alone) return alone.error();
  if (given_.empty() && as_written_.empty()) without_ = alone->cost.object_size;
  InlineRequest request = Request(end_);
  request.together = std::move(alone->choices);
  request.before = alone->cost;
  oz_ = *std::move(alone);
  if (request.together.empty()) return request.together;
  run_.Trace("inlining: {} alone",
             Counted(request.together.size(), "choice helps", "choices help"));
  Result<ChosenInlining> chosen =
      run_.pool.TryInlining(run_.searched().root.next.program, request, budget_);
  if (!chosen) return chosen.error();
  if (!chosen->choices.empty()) oz_ = *chosen;
  return std::move(chosen->choices);
}

/// Loads the program with some choices. Its code is the same with them, as long as no pass has run.
Result<ProgramInfo> Choosing::Make(const std::vector<InlineChoice>& choices) const {
  const ProgramInfo& without = run_.result.inlined ? run_.result.inlined->program : run_.info();
  if (choices.empty()) return without;
  std::vector<InlineChoice> all = as_written_;
  all.insert(all.end(), choices.begin(), choices.end());
  Result<ProgramInfo> made =
      run_.pool.LoadInlined(run_.info().root.next.program, all, {.features = true}, budget_);
  if (made) made->root.cost = without.root.cost;
  return made;
}

/// Returns the value of the best list of earlier runs for the program, if it can be run.
std::optional<std::uint64_t> Choosing::ValueOfBestList(const ProgramInfo& program) const {
  const Trace trace = run_.pool.Apply(program.root.next, lists_.front(),
                                      {.observe = ObserveFor(run_.job.objective)}, budget_);
  if (!trace.status.ok() || trace.steps.empty()) return std::nullopt;
  return run_.Value(trace.steps.back().cost);
}

/// True if the known choices can be made, and keep to the limit of bytes, if there is one: earlier
/// runs may have had none.
bool Choosing::KnownHold() const {
  const Result<ProgramInfo> program = Make(known_);
  const auto oz = run_.result.baselines.levels.find(Level::kOz);
  if (!run_.result.byte_limit || oz == run_.result.baselines.levels.end()) return program.ok();
  const std::optional<Cost> cost = program ? CostOfOz(*program) : std::nullopt;
  if (!cost || !run_.result.Allows(*cost)) return false;
  return cost->instructions <= oz->second.cost.instructions;
}

/// True if these choices gained so much that a look for others is worth its time.
bool Choosing::IsWorthMore(std::span<const InlineChoice> choices) const {
  const auto oz = run_.result.baselines.levels.find(Level::kOz);
  if (oz == run_.result.baselines.levels.end()) return false;
  if (!HasValue(oz->second.cost, run_.job.objective)) return false;
  double gain = 0;
  for (const InlineChoice& choice : choices) gain += static_cast<double>(choice.gain);
  return gain >= kLeastGain * static_cast<double>(run_.Value(oz->second.cost));
}

/// True if some runs of -Oz end in time.
bool Choosing::HasTime() const { return Clock::now() + RunsOfOz(run_, kLeastRuns) < end_; }

InlineRequest Choosing::Request(Clock::time_point end) const {
  InlineRequest request;
  request.pipeline = kOzPipeline;
  const bool limited = run_.result.byte_limit.value_or(kNoByteLimit) != kNoByteLimit;
  request.aim = {run_.job.objective, limited && !NeedsCode(run_.job.objective)};
  request.given = given_;
  request.time = std::chrono::duration_cast<milliseconds>(end - Clock::now());
  return request;
}

/// Returns the choices that help alone, tried on all threads.
Result<ChosenInlining> Choosing::Alone() {
  const Clock::time_point now = Clock::now();
  const InlineRequest request =
      Request(now + std::chrono::duration_cast<Clock::duration>(kAlonePart * (end_ - now)));
  std::vector<Result<ChosenInlining>> parts(run_.job.threads, ChosenInlining());
  OnThreads(run_.job.threads, [&] {
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t part) {
      InlineRequest its = request;
      its.share = {part, parts.size()};
      parts[part] = run_.pool.TryInlining(run_.searched().root.next.program, its, budget_);
    });
  });
  std::optional<ChosenInlining> all;
  std::optional<Error> failure;
  for (Result<ChosenInlining>& part : parts) {
    if (part && !all) {
      all = *std::move(part);
    } else if (part) {
      std::ranges::move(part->choices, std::back_inserter(all->choices));
    } else if (IsEvaluationFailure(part.error().code)) {
      failure = part.error();  // LLVM fails of a candidate: the others' are as good as before
    } else {
      return part.error();
    }
  }
  if (failure && (!all || all->choices.empty())) return *failure;
  return *std::move(all);
}

}  // namespace

Result<InlinedProgram> ChooseInlining(const RunParts& run, std::span<const PassSequence> lists,
                                      Clock::duration time) {
  return Choosing(run, lists, time).Choose();
}

Result<InlinedProgram> InlineAsWritten(const RunParts& run) {
  std::vector<InlineChoice> choices = {{"", PassOrder::kAsWritten}};
  const bool sized = run.info().root.cost.object_size.has_value();
  Result<ProgramInfo> made =
      run.pool.LoadInlined(run.info().root.next.program, choices,
                           {.features = true, .object_size = sized}, run.clock.until_stopped());
  if (!made) return made.error();
  if (sized && !made->root.cost.object_size) {
    return Error{ErrorCode::kFatalError,
                 "no code for the program with always_inline calls inlined"};
  }
  return InlinedProgram{std::move(choices), *std::move(made)};
}

bool InlinesAsWritten(std::span<const std::string> elements, const ProgramInfo& program) {
  return program.always_inline_functions == 0 ||
         std::ranges::any_of(elements, [](std::string_view element) {
           return element == kAsWrittenPass ||
                  (element.starts_with("default<") && element != "default<O0>");
         });
}

void MakeChoices(std::span<const InlineChoice> choices, Candidate& candidate) {
  if (choices.empty()) return;
  candidate.elements.insert(candidate.elements.begin(), std::string(kPass));
  for (const InlineChoice& choice : choices) {
    if (IsAsWritten(choice)) {
      candidate.elements.insert(candidate.elements.begin(), std::string(kAsWrittenPass));
    } else {
      candidate.opt_flags.push_back(ToFlag(choice));
    }
  }
}

std::vector<InlineChoice> TakeChoices(std::vector<std::string>& elements,
                                      std::vector<std::string>& opt_flags) {
  std::vector<InlineChoice> choices;
  if (BeginsAsWritten(elements)) choices.push_back({"", PassOrder::kAsWritten});
  std::erase_if(opt_flags, [&choices](std::string_view flag) {
    if (!flag.starts_with(kFlag)) return false;
    flag.remove_prefix(kFlag.size());
    const std::size_t colon = std::min(flag.find(':'), flag.size());
    const std::string_view name = colon == flag.size() ? "" : flag.substr(0, colon);
    const std::string_view attribute = name.empty() ? flag : flag.substr(colon + 1);
    const auto order =
        std::ranges::find(kOrders, attribute, &std::pair<PassOrder, std::string_view>::second);
    if (order == std::end(kOrders)) return false;
    choices.push_back({std::string(name), order->first});
    return true;
  });
  if (!choices.empty()) elements = WithoutChoices(std::move(elements));
  return choices;
}

std::vector<std::string> WithoutChoices(std::vector<std::string> elements) {
  elements.erase(elements.begin(),
                 elements.begin() + static_cast<std::ptrdiff_t>(ElementsOfChoices(elements)));
  return elements;
}

}  // namespace autotune
