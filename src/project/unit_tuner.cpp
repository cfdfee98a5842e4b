#include "project/unit_tuner.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/file.h"
#include "core/quantity.h"
#include "eval/process/subprocess.h"
#include "project/object_sizes.h"
#include "project/time_shares.h"
#include "tune/known_answers.h"
#include "tune/output/result_module.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

milliseconds TimeUntil(Clock::time_point end) {
  return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(end - Clock::now()));
}

Error Stopped(const StopToken& stop) {
  return {ErrorCode::kCancelled, fmt::format("stopped by signal {}", stop.signal())};
}

/// Turns the warnings of one unit into remarks: there are many units.
class UnitObserver : public PartObserver {
 public:
  using PartObserver::PartObserver;

  void Warn(std::string_view message) override { Remark(message); }
};

}  // namespace

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

Status UnitTuner::Tune(const std::vector<TuningTarget>& targets, const OnStep& on_step) {
  const Clock::time_point end = Clock::now() + job_.budget;
  if (const Status repeated = RepeatKnown(targets, end, on_step); !repeated) return repeated;
  std::vector<ShareOf> claims;
  for (const TuningTarget& target : targets) {
    claims.push_back({.bytes = target.bytes, .spent = Spent(target.key)});
  }
  const std::vector<milliseconds> shares = DivideTime(TimeUntil(end), claims);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (shares[i].count() > 0) {
      order.push_back(i);
    } else if (LeastShare(claims[i].bytes) > job_.budget) {
      ++unsearched_;
    }
  }
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return shares[a] != shares[b] ? shares[a] > shares[b] : a < b;
  });
  std::size_t number = 0;
  for (const std::size_t i : order) {
    // Short runs may take longer than their share.
    const milliseconds left = TimeUntil(end);
    if (left < LeastShare(claims[i].bytes) / 2) {
      ++unsearched_;
      continue;
    }
    const milliseconds share = std::min(shares[i], left);
    on_step(fmt::format("[{}/{}] {}, {}", ++number, order.size(), targets[i].unit.source,
                        FormatSeconds(static_cast<double>(share.count()) / 1000)));
    const Status tuned = TuneTarget(targets[i], share);
    if (stop_.signal() != 0) return Stopped(stop_);
    if (!tuned) {
      observer_.Warn(fmt::format("'{}' keeps its plain object: {}", targets[i].unit.source,
                                 tuned.error().message));
    }
  }
  if (unsearched_ > 0) {
    observer_.Warn(fmt::format("the budget was too short to search {}",
                               Counted(unsearched_, "unit", "units")));
  }
  return {};
}

Status UnitTuner::RepeatKnown(const std::vector<TuningTarget>& targets, Clock::time_point end,
                              const OnStep& on_step) {
  UnitObserver observer(observer_);
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
    if (const Status added = AddSpent(target.key, time + answer->search); !added) return added;
    if (const Status kept = KeepIfSmaller(target, answer->result); !kept) {
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

Result<std::size_t> UnitTuner::Follow(const std::vector<ChangedUnit>& units, milliseconds time) {
  const Clock::time_point end = Clock::now() + time;
  std::size_t kept = 0;
  for (const auto& [target, earlier] : units) {
    const milliseconds left = TimeUntil(end);
    if (left.count() == 0) break;
    const Result<std::string> list = ReadFile(folder_.List(earlier));
    if (!list) continue;
    // The next version begins with it as well.
    if (const Status listed = folder_.Replace(folder_.List(target.key), *list); !listed) {
      return listed.error();
    }
    TemporaryFiles files(folder_);
    TuneJob job = JobOf(target, left);
    job.output = files.New(".bc");
    const std::size_t line = list->find('\n');
    UnitObserver observer(observer_);
    const Result<TuneResult> result =
        RepeatList(job, list->substr(0, line), line == list->npos ? "" : list->substr(line + 1),
                   services_, observer, stop_);
    if (stop_.signal() != 0) return Stopped(stop_);
    if (!result) continue;  // the plain object is as good as any
    if (const Status done = KeepIfSmaller(target, *result); !done) return done.error();
    if (Exists(folder_.Tuned(target.key))) ++kept;
  }
  return kept;
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
  job.code_model = CodeModelOf(target.unit.code_words);
  return job;
}

Status UnitTuner::TuneTarget(const TuningTarget& target, milliseconds share) {
  const Clock::time_point started = Clock::now();
  TuneJob job = JobOf(target, share);
  TemporaryFiles files(folder_);
  job.output = files.New(".bc");
  UnitObserver observer(observer_);
  const Result<TuneResult> result = autotune::Tune(job, services_, observer, stop_, started);
  const auto time = std::chrono::duration_cast<milliseconds>(Clock::now() - started);
  if (const Status added = AddSpent(target.key, time); !added) return added;
  if (!result) return result.error();
  if (result->evaluations == 0) ++unsearched_;
  return KeepIfSmaller(target, *result);
}

Status UnitTuner::KeepIfSmaller(const TuningTarget& target, const TuneResult& result) {
  if (!result.result.proved()) return {};
  // The plain object of a unit compiled for size is that of -Oz or close to it.
  const std::optional<Level>& level = result.result.level;
  if (!target.merger && !job_.all_levels && !result.attributed &&
      (level == Level::kOz || level == Level::kClangOz)) {
    return {};
  }
  if (const Status written = WriteModule(result); !written) return written;
  TemporaryFiles files(folder_);
  const fs::path object = files.New(".o");
  if (const Status made = MakeObject(target.unit, result.job.output, object); !made) return made;
  if (!IsSmaller(target, object)) return {};
  const Reproduction& reproduction = result.result.reproduction;
  const std::string list =
      fmt::format("{}\n{}", reproduction.pipeline, fmt::join(reproduction.opt_flags, " "));
  const Status listed = folder_.Replace(folder_.List(target.key), list);
  if (!listed) return listed;
  std::error_code error;
  fs::rename(object, folder_.Tuned(target.key), error);
  if (error) return Error{ErrorCode::kIo, "can't keep the tuned object: " + error.message()};
  return {};
}

bool UnitTuner::IsSmaller(const TuningTarget& target, const fs::path& object) const {
  const auto sizes = TextAndData({object, folder_.Tuned(target.key)});
  if (!sizes[0] || (sizes[1] && *sizes[0] >= *sizes[1])) return false;
  if (!target.merger) {
    return *sizes[0] < target.bytes && linked_.Change(target.unit, object).value_or(0) <= 0;
  }
  TemporaryFiles files(folder_);
  const fs::path linked = files.New(".out");
  const Status done = LinkMerged(*target.merger, object, linked, folder_);
  if (!done) {
    observer_.Warn(fmt::format("'{}' can't be linked as one module: {}", target.unit.output,
                               done.error().message));
    return false;
  }
  const auto size = TextAndData({linked}).front();
  return size && *size < target.merger->size;
}

Status UnitTuner::MakeObject(const RecordedUnit& unit, const fs::path& module,
                             const fs::path& object) const {
  std::vector<std::string> words = unit.compiler;
  words.insert(words.end(), unit.code_words.begin(), unit.code_words.end());
  words.insert(words.end(), {"-w", "-Qunused-arguments", "-Xclang", "-disable-llvm-passes", "-x",
                             "ir", "-c", module.string(), "-o", object.string()});
  const Result<SubprocessResult> run =
      RunSubprocess(words, {.time_limit = milliseconds(600'000)}, Budget::Unlimited());
  if (!run) return run.error();
  if (run->Succeeded()) return {};
  return Error{ErrorCode::kBadInput,
               "the compiler makes no object of the tuned module: " + FirstLine(run->error_output)};
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
