#include "project/unit_tuner.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/file.h"
#include "core/pipeline_text.h"
#include "core/quantity.h"
#include "project/build_plan.h"
#include "project/object_sizes.h"
#include "project/time_shares.h"
#include "tune/output/result_module.h"
#include "tune/proof/code_options.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

/// Limit of making an object, and least limit of one that is only tried.
constexpr milliseconds kObjectLimit{600'000};
constexpr milliseconds kLeastTrial{500};
/// Time for links that say whether a unit's object is kept.
constexpr milliseconds kLeastLinks{2'000};

milliseconds TimeUntil(Clock::time_point end) {
  return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(end - Clock::now()));
}

Error Stopped(const StopToken& stop) {
  return {ErrorCode::kCancelled, fmt::format("stopped by signal {}", stop.signal())};
}

/// Turns warnings into remarks: there are many units. Units that stop at once say so only once.
class UnitObserver : public PartObserver {
 public:
  UnitObserver(TuneObserver& observer, std::atomic<bool>& stopping)
      : PartObserver(observer), stopping_(stopping) {}

  void Warn(std::string_view message) override { Remark(message); }
  void OnStopping() override {
    if (!stopping_.exchange(true)) PartObserver::OnStopping();
  }

 private:
  std::atomic<bool>& stopping_;
};

/// Names the unit. The progress of units that are tuned at once would mix, so it is left out.
class TurnObserver : public UnitObserver {
 public:
  TurnObserver(TuneObserver& observer, std::atomic<bool>& stopping, std::string unit, bool alone)
      : UnitObserver(observer, stopping), unit_(std::move(unit)), alone_(alone) {}

  void Remark(std::string_view message) override {
    UnitObserver::Remark(fmt::format("{}: {}", unit_, message));
  }
  void Trace(double seconds, std::string_view message) override {
    UnitObserver::Trace(seconds, fmt::format("{}: {}", unit_, message));
  }
  void OnStep(std::string_view step) override {
    if (alone_) UnitObserver::OnStep(step);
  }
  void OnProgress(const Progress& progress) override {
    if (alone_) UnitObserver::OnProgress(progress);
  }

 private:
  const std::string unit_;
  const bool alone_;
};

}  // namespace

Answer StandardAnswer() { return {.pipeline = std::string(kOzPipeline)}; }

CodeModel CodeModelOf(const std::vector<std::string>& code_words) {
  CodeModel model;  // the module says if it is position-independent, and functions name the CPU
  for (const std::string& word : code_words) {
    if (word == "-ffunction-sections") model.function_sections = true;
    if (word == "-fno-function-sections") model.function_sections = false;
    if (word == "-fdata-sections") model.data_sections = true;
    if (word == "-fno-data-sections") model.data_sections = false;
  }
  return model;
}

Status UnitTuner::Tune(const std::vector<TuningTarget>& targets, Clock::time_point end,
                       const OnStep& on_step) {
  if (const Status repeated = RepeatKnown(targets, end, on_step); !repeated) return repeated;
  std::vector<UnitToTune> units;
  for (const TuningTarget& target : targets) {
    units.push_back({.bytes = target.bytes, .spent = Spent(target.key)});
  }
  TuningSchedule schedule(units, job_.tune.threads, end);
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t i = 0; i < job_.tune.threads; ++i) {
      threads.emplace_back([&] { TuneInTurn(targets, schedule, end, on_step); });
    }
  }
  if (stop_.signal() != 0) return Stopped(stop_);
  const std::vector<std::size_t> unsearched = schedule.unsearched();
  if (const std::size_t count = unsearched_ + unsearched.size(); count > 0) {
    const auto largest = std::ranges::max_element(
        unsearched, {}, [&](std::size_t unit) { return targets[unit].bytes; });
    observer_.Warn(fmt::format(
        "the budget was too short to search {}{}", Counted(count, "unit", "units"),
        largest == unsearched.end() ? "" : ", such as " + targets[*largest].unit.source));
  }
  return {};
}

void UnitTuner::TuneInTurn(const std::vector<TuningTarget>& targets, TuningSchedule& schedule,
                           Clock::time_point end, const OnStep& on_step) {
  while (stop_.signal() == 0) {
    const std::optional<TuningSchedule::Turn> turn = schedule.Next();
    if (!turn) return;
    if (stop_.signal() != 0) return schedule.End(*turn);
    const TuningTarget& target = targets[turn->unit];
    const auto in_seconds = [](milliseconds time) {
      return FormatSeconds(static_cast<double>(time.count()) / 1000);
    };
    on_step(fmt::format(
        "[{} left] {}: {}", in_seconds(TimeUntil(end)), target.unit.source,
        turn->searches ? "searching for " + in_seconds(turn->time) : "trying size attributes"));
    const Status tuned = TuneTarget(target, *turn);
    // A look that ran out of time says nothing of a search.
    const bool late = !tuned && (tuned.error().code == ErrorCode::kNoTime ||
                                 tuned.error().code == ErrorCode::kCancelled);
    const bool is_last = turn->searches || (!tuned && !late);
    schedule.End(*turn, is_last);
    if (!tuned && is_last && stop_.signal() == 0) {
      observer_.Warn(fmt::format("'{}' keeps its plain object: {}", target.unit.source,
                                 tuned.error().message));
    }
  }
}

Status UnitTuner::RepeatKnown(const std::vector<TuningTarget>& targets, Clock::time_point end,
                              const OnStep& on_step) {
  UnitObserver observer(observer_, stopping_);
  TuneJob any = job_.tune;
  any.objective = Objective::kObjectSize;
  KnownAnswers known(std::move(any), services_, observer);
  if (known.empty()) return {};
  const Budget budget({.deadline = end, .evaluations = {}});
  std::vector<std::pair<std::uint64_t, std::size_t>> order;  // with the bytes that a list saves
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const TuningTarget& target = targets[i];
    if (Spent(target.key).count() > 0) continue;
    if (stop_.signal() != 0) return Stopped(stop_);
    // That of a merged program is seen only after merging, and such programs gain most.
    std::optional<std::uint64_t> bytes = 0;
    if (!target.merger) {
      bytes = known.Find(folder_.Module(target.unit.module), CodeModelOf(target.unit.code_words),
                         budget);
    }
    if (bytes) order.emplace_back(target.bytes - std::min(target.bytes, *bytes), i);
  }
  std::ranges::sort(order, std::greater());
  std::size_t repeated = 0;
  for (const auto& [saved, i] : order) {
    const TuningTarget& target = targets[i];
    if (budget.Interrupted()) break;
    const Clock::time_point started = Clock::now();
    TemporaryFiles files(folder_);
    TuneJob job = JobOf(target, TimeUntil(end));
    job.output = files.New(".bc");
    const Result<KnownAnswer> answer = known.Repeat(job, stop_);
    if (stop_.signal() != 0) return Stopped(stop_);
    if (!answer) continue;  // a search may still begin with the list
    // Other targets need the time more.
    const auto time = std::chrono::duration_cast<milliseconds>(Clock::now() - started);
    const auto threads = static_cast<std::int64_t>(job.threads);
    const Status added = AddSpent(target.key, time * threads + answer->search);
    if (!added) return added;
    const Clock::time_point options_end = std::min(end, Clock::now() + time);
    if (const Status kept = KeepIfSmaller(target, answer->result, {}, options_end); !kept) {
      observer_.Warn(fmt::format("'{}': {}", target.unit.source, kept.error().message));
    }
    ++repeated;
  }
  if (repeated > 0) {
    on_step(
        fmt::format("repeated what the database knows of {}", Counted(repeated, "unit", "units")));
  }
  return {};
}

Status UnitTuner::Follow(const std::vector<PlannedTarget>& targets, Clock::time_point end,
                         const OnStep& on_step) {
  const std::size_t at_once = std::clamp<std::size_t>(targets.size(), 1, job_.tune.threads);
  std::vector<std::optional<Status>> done(targets.size());  // none: there was no time
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < at_once; ++i) {
      threads.emplace_back([&] {
        while (stop_.signal() == 0 && Clock::now() < end) {
          const std::size_t target = next++;
          if (target >= targets.size()) return;
          on_step(fmt::format("[{} of {}] {}", target + 1, targets.size(),
                              targets[target].target.unit.source));
          done[target].emplace(FollowOne(targets[target], job_.tune.threads / at_once, end));
        }
      });
    }
  }
  if (stop_.signal() != 0) return Stopped(stop_);
  std::size_t late = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const bool is_late = !done[i] || (!*done[i] && done[i]->error().code == ErrorCode::kNoTime);
    if (is_late && targets[i].is_known) ++late;
    if (is_late || *done[i]) continue;
    if (done[i]->error().code == ErrorCode::kIo) return *done[i];
    observer_.Warn(fmt::format("'{}' keeps its plain object: {}", targets[i].target.unit.source,
                               done[i]->error().message));
  }
  if (late > 0) {
    observer_.Warn(fmt::format("no time was left to try what is known of {}: give --budget",
                               Counted(late, "file", "files")));
  }
  return {};
}

Status UnitTuner::FollowOne(const PlannedTarget& planned, std::size_t threads,
                            Clock::time_point end) {
  const TuningTarget& target = planned.target;
  const Clock::time_point started = Clock::now();
  const Result<bool> made = MakeTuned(target.unit, target.key, folder_, RunUntil(end));
  if (!made || *made) return made ? Status() : made.error();
  TemporaryFiles files(folder_);
  TuneJob job = JobOf(target, TimeUntil(end));
  job.output = files.New(".bc");
  job.threads = threads;
  // The next version begins with it as well.
  const std::string text = AnswerText(planned.answer);
  if (!Exists(folder_.Tuned(target.key))) {
    if (Status listed = folder_.Replace(folder_.List(target.key), text); !listed) return listed;
  }
  UnitObserver observer(observer_, stopping_);
  const Result<TuneResult> result =
      RepeatAnswer(job, planned.answer, AttributeTime::kOfProof, services_, observer, stop_);
  if (stop_.signal() != 0) return {};
  if (!result && Clock::now() >= end) return Error{ErrorCode::kNoTime, ""};
  if (const Status noted = folder_.Replace(folder_.Tried(target.key), text); !noted) return noted;
  const auto time = std::chrono::duration_cast<milliseconds>(Clock::now() - started);
  const Status added = AddSpent(target.key, time * static_cast<std::int64_t>(threads));
  if (!result && planned.is_known) {
    observer_.Warn(fmt::format("what is known of '{}' can't be repeated: {}", target.unit.source,
                               result.error().message));
  }
  // Without a result, the plain object is as good as any.
  if (!added || !result) return added;
  // All but a new unit's is known.
  const auto& options = planned.answer.code_options;
  return KeepIfSmaller(target, *result, planned.is_known ? std::optional(options) : std::nullopt,
                       end);
}

TuneJob UnitTuner::JobOf(const TuningTarget& target, milliseconds budget) const {
  TuneJob job = job_.tune;
  job.program = folder_.Module(target.unit.module);
  job.whole_program = target.merger != nullptr;
  if (target.merger) job.keep = target.merger->keep;
  job.budget = budget;
  job.objective = Objective::kObjectSize;
  job.choose_inlining = true;
  job.size_attributes = true;
  job.code_options = true;
  job.code_model = CodeModelOf(target.unit.code_words);
  return job;
}

Status UnitTuner::TuneTarget(const TuningTarget& target, const TuningSchedule::Turn& turn) {
  const Clock::time_point started = Clock::now();
  // Code generation comes after that, and for a merged program the link that measures it.
  const milliseconds link = target.merger ? target.merger->link_time : milliseconds(0);
  TuneJob job =
      JobOf(target, turn.searches ? std::max(turn.time / 2, turn.time * 5 / 6 - link) : turn.time);
  job.threads = turn.threads;
  TemporaryFiles files(folder_);
  job.output = files.New(".bc");
  TurnObserver observer(observer_, stopping_, target.unit.source,
                        turn.threads == job_.tune.threads);
  const Result<TuneResult> result =
      turn.searches
          ? autotune::Tune(job, services_, observer, stop_, started)
          : RepeatAnswer(job, StandardAnswer(), AttributeTime::kRest, services_, observer, stop_);
  const auto time = std::chrono::duration_cast<milliseconds>(Clock::now() - started);
  const auto threads = static_cast<std::int64_t>(turn.threads);
  if (const Status added = AddSpent(target.key, time * threads); !added) return added;
  if (!result) return result.error();
  if (turn.searches && result->evaluations == 0) ++unsearched_;
  return KeepIfSmaller(target, *result, {}, started + turn.time);
}

Status UnitTuner::KeepIfSmaller(const TuningTarget& target, const TuneResult& result,
                                std::optional<std::vector<std::string>> code_options,
                                Clock::time_point end) {
  if (!result.result.proved()) return {};
  if (const Status written = WriteModule(result); !written) return written;
  TemporaryFiles files(folder_);
  const fs::path object = files.New(".o");
  const auto make = [&](const std::vector<std::string>& options, const fs::path& file,
                        milliseconds limit = kObjectLimit) {
    return MakeObject(target.unit, result.job.output, options, file, limit);
  };
  if (!code_options) {
    const Clock::time_point begin = Clock::now();
    if (const Status plain = make({}, object); !plain) return plain;
    // `MakeAtOnce` runs the passes, too.
    const Clock::duration at_once =
        2 * (Clock::now() - begin) + result.result.reproduction.opt_cpu_time * 3 / 2;
    const SizeWithOptions size = [&](const std::vector<std::string>& options) {
      TemporaryFiles trials(folder_);
      const fs::path trial = trials.New(".o");
      const milliseconds left = std::max(kLeastTrial, TimeUntil(end));
      const bool made = stop_.signal() == 0 && make(options, trial, std::min(left, kObjectLimit));
      return made ? TextAndData({trial}).front() : std::nullopt;
    };
    const auto bytes = TextAndData({object}).front();
    code_options = bytes ? ChooseCodeOptions(CodeOptions(result.program.target_triple), *bytes,
                                             size, end - at_once, result.job.threads)
                         : std::vector<std::string>();
  }
  Status made = make(*code_options, object);
  if (!made && !code_options->empty()) {
    code_options->clear();  // another compiler may not know one
    made = make({}, object);
  }
  if (!made) return made;
  const Reproduction& reproduction = result.result.reproduction;
  Answer answer{.pipeline = reproduction.pipeline,
                .opt_flags = fmt::format("{}", fmt::join(reproduction.opt_flags, " ")),
                .code_options = *std::move(code_options)};
  if (result.attributed) {
    answer.attributes = result.attributed->choices;
    answer.least_saved = result.attributed->plugin.least_saved;
  }
  const std::optional<ObjectRecipe> recipe = MakeAtOnce(target, answer, object, end);
  const MutexLock lock(keeping_);  // of two units, each may be smaller only without the other
  if (!IsSmaller(target, object, end)) return {};
  const Status listed = folder_.Replace(folder_.List(target.key), AnswerText(answer));
  if (!listed) return listed;
  std::error_code error;
  fs::remove(folder_.Recipe(target.key), error);  // an old one names another object
  if (recipe) {
    const Status noted = folder_.Replace(folder_.Recipe(target.key), ObjectRecipeText(*recipe));
    if (!noted) return noted;
  }
  return MoveFile(object, folder_.Tuned(target.key));
}

std::optional<ObjectRecipe> UnitTuner::MakeAtOnce(const TuningTarget& target, const Answer& answer,
                                                  const fs::path& object,
                                                  Clock::time_point end) const {
  std::optional<ObjectRecipe> recipe =
      RecipeOf(answer, target.merger ? target.merger->visible : std::string());
  if (!recipe || stop_.signal() != 0) return std::nullopt;
  TemporaryFiles files(folder_);
  const fs::path at_once = files.New(".o");
  if (!FollowRecipe(*recipe, target.unit, at_once, folder_, RunUntil(end))) return std::nullopt;
  const auto sizes = TextAndData({at_once, object});
  const Result<std::string> bytes = ReadFile(at_once);
  if (!bytes || !sizes[0] || !sizes[1] || *sizes[0] > *sizes[1]) return std::nullopt;
  recipe->object = HashBytes(*bytes);
  return MoveFile(at_once, object) ? recipe : std::nullopt;
}

bool UnitTuner::IsSmaller(const TuningTarget& target, const fs::path& object,
                          Clock::time_point end) const {
  const auto sizes = TextAndData({object, folder_.Tuned(target.key)});
  if (!sizes[0] || (sizes[1] && *sizes[0] >= *sizes[1])) return false;
  if (!target.merger) {
    const RunWords run = RunUntil(std::max(end, Clock::now() + kLeastLinks));
    return *sizes[0] < target.bytes && linked_.Change(target.unit, object, run).value_or(0) <= 0;
  }
  TemporaryFiles files(folder_);
  const fs::path linked = files.New(".out");
  // A result is worth a link that ends late.
  const Merger& merger = *target.merger;
  const Clock::time_point link_end = std::max(end, Clock::now() + 2 * merger.link_time);
  const Status done =
      LinkMerged(merger.link, merger.program, object, linked, folder_, RunUntil(link_end));
  if (!done) {
    observer_.Warn(fmt::format("'{}' can't be linked as one module: {}", target.unit.output,
                               done.error().message));
    return false;
  }
  const auto size = TextAndData({linked}).front();
  return size && *size + SavedByUnits(merger) < merger.size;
}

/// Bytes that a program's units save by tuned objects of their own, which are not in the tree.
std::uint64_t UnitTuner::SavedByUnits(const Merger& merger) const {
  std::uint64_t saved = 0;
  for (const auto& [output, key] : merger.program.units) {
    if (!Exists(folder_.Tuned(key)) || folder_.IsMadeOf(output, folder_.Tuned(key))) continue;
    const auto sizes = TextAndData({folder_.Plain(key), folder_.Tuned(key)});
    if (sizes[0] && sizes[1] && *sizes[0] > *sizes[1]) saved += *sizes[0] - *sizes[1];
  }
  return saved;
}

Status UnitTuner::MakeObject(const RecordedUnit& unit, const fs::path& module,
                             const std::vector<std::string>& code_options, const fs::path& object,
                             milliseconds limit) const {
  std::vector<std::string> more = {"-Xclang", "-disable-llvm-passes"};
  for (const std::string& option : code_options) more.insert(more.end(), {"-mllvm", option});
  // Words of the compiler may name files from there.
  const fs::path folder = Exists(unit.folder) ? fs::path(unit.folder) : folder_.root();
  TemporaryFiles files(folder_);
  return RunIn(folder, unit.CodeCall(module, more, object), files.New(".txt"), RunWithin(limit));
}

milliseconds UnitTuner::Spent(const Hash128& key) const {
  const Result<std::string> text = ReadFile(folder_.Spent(key));
  if (!text) return milliseconds(0);
  const Result<std::uint64_t> count = ParseCount(*text);
  return milliseconds(count ? static_cast<std::int64_t>(*count) : 0);
}

Status UnitTuner::AddSpent(const Hash128& key, milliseconds time) const {
  return folder_.Replace(folder_.Spent(key), std::to_string((Spent(key) + time).count()));
}

}  // namespace autotune
