#include "board/validation.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/file.h"
#include "core/mutex.h"
#include "core/toolchain.h"
#include "dataset/compiler.h"
#include "dataset/csmith.h"
#include "dataset/parallel.h"
#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"
#include "eval/proof/check.h"
#include "eval/proof/reproduction.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;

constexpr auto kOptLimit = 120s;
/// Limit of a program that the list has changed, and of compiling it: much more than it takes.
constexpr auto kPatience = 60s;
constexpr std::string_view kOther = "it prints something else";

/// One random program.
class Trial {
 public:
  Trial(const ValidationOptions& options, TempDirectory folder, const Budget& budget)
      : options_(options), folder_(std::move(folder)), budget_(budget) {}

  /// Makes the program, and runs it as it came. `kBadInput`: it says nothing about lists.
  Status Begin(const Unit& unit);

  /// Returns what the first `length` passes of the list break; nothing if nothing.
  Result<std::optional<std::string>> Breaks(std::size_t length) const;

 private:
  std::filesystem::path Path(const char* file) const { return folder_.path() / file; }
  Status RunProgram(const std::string& bitcode, const std::string& command,
                    std::chrono::milliseconds limit) const;

  const ValidationOptions& options_;
  const TempDirectory folder_;
  const Budget& budget_;
};

Status Trial::RunProgram(const std::string& bitcode, const std::string& command,
                         std::chrono::milliseconds limit) const {
  CheckOptions check;
  check.command = command;
  check.as = CheckAs::kExecutable;
  check.time_limit = limit;
  return RunCheck(bitcode, check, budget_);
}

Status Trial::Begin(const Unit& unit) {
  const Status built = unit.build(folder_.path(), Path("program.bc"), budget_);
  if (!built.ok()) return built;
  const Result<std::string> bitcode = folder_.Read("program.bc");
  if (!bitcode) return bitcode.error();
  return RunProgram(*bitcode, "{} > " + Path("expected").string(), options_.runs_for);
}

Result<std::optional<std::string>> Trial::Breaks(std::size_t length) const {
  using Answer = std::optional<std::string>;
  const auto elements = std::span(options_.elements).first(length);
  std::vector<std::string> arguments = {std::string(kOptProgram)};
  arguments.insert(arguments.end(), options_.opt_flags.begin(), options_.opt_flags.end());
  arguments.insert(arguments.end(), {fmt::format("-passes={}", fmt::join(elements, ",")),
                                     Path("program.bc"), "-o", Path("changed.bc")});
  const Result<SubprocessResult> run = RunSubprocess(arguments, {.time_limit = kOptLimit}, budget_);
  if (!run) return run.error();
  if (!run->Succeeded()) {
    const Error failure = OptFailure(*run, "program.bc");
    if (failure.code == ErrorCode::kInvalidArgument) return failure;
    return Answer(failure.message);
  }
  const Result<std::string> bitcode = folder_.Read("changed.bc");
  if (!bitcode) return bitcode.error();
  const Status same =
      RunProgram(*bitcode,
                 fmt::format("{{}} > {0} || exit; cmp -s {0} {1} || {{ echo '{2}' >&2; exit 1; }}",
                             Path("found").string(), Path("expected").string(), kOther),
                 kPatience);
  if (same.ok()) return Answer();
  if (same.error().code != ErrorCode::kBadInput) return same.error();
  const std::string& message = same.error().message;
  if (message.ends_with(kOther)) return Answer(kOther);
  // Leaves out the command, which is ours.
  if (!message.starts_with("the check '")) return Answer(message);
  return Answer("it " + message.substr(message.rfind("' ") + 2));
}

/// Tries one program. Returns none for a program that says nothing about lists.
Result<std::optional<BrokenProgram>> TryProgram(Trial& trial, std::size_t passes) {
  auto what = trial.Breaks(passes);
  if (!what) return what.error();
  if (!*what) return std::optional<BrokenProgram>();
  std::size_t good = 0;
  std::size_t bad = passes;
  while (bad - good > 1) {
    const std::size_t middle = good + (bad - good) / 2;
    auto at = trial.Breaks(middle);
    if (!at) return at.error();
    if (*at) {
      bad = middle;
      what = std::move(at);
    } else {
      good = middle;
    }
  }
  BrokenProgram broken;
  broken.what = **std::move(what);
  broken.position = bad;
  return std::optional(std::move(broken));
}

/// The answer of all programs so far.
class Answers {
 public:
  explicit Answers(const std::function<void(const Validation&)>& on_progress)
      : on_progress_(on_progress) {}

  void Add(std::optional<BrokenProgram> broken) {
    const MutexLock lock(mutex_);
    if (broken) {
      all_.broken.push_back(*std::move(broken));
    } else {
      ++all_.same;
    }
    on_progress_(all_);
  }

  void LeaveOut() {
    const MutexLock lock(mutex_);
    ++all_.left_out;
    on_progress_(all_);
  }

  void Fail(const Error& error) {
    const MutexLock lock(mutex_);
    if (!error_) error_ = error;
  }

  bool failed() {
    const MutexLock lock(mutex_);
    return error_.has_value();
  }

  Result<Validation> Take() {
    const MutexLock lock(mutex_);
    if (error_) return *error_;
    std::ranges::sort(all_.broken, {}, &BrokenProgram::seed);
    return std::move(all_);
  }

 private:
  const std::function<void(const Validation&)>& on_progress_;
  Mutex mutex_;
  Validation all_ GUARDED_BY(mutex_);
  std::optional<Error> error_ GUARDED_BY(mutex_);
};

void TryUnit(const ValidationOptions& options, const Unit& unit, std::uint64_t seed,
             Flavour flavour, const Budget& budget, Answers& answers) {
  Result<TempDirectory> folder = TempDirectory::Create(std::filesystem::temp_directory_path());
  if (!folder) return answers.Fail(folder.error());
  Trial trial(options, *std::move(folder), budget);
  const Status begun = trial.Begin(unit);
  if (!begun.ok() && begun.error().code != ErrorCode::kBadInput) {
    return answers.Fail(begun.error());
  }
  if (!begun.ok()) return answers.LeaveOut();
  auto broken = TryProgram(trial, options.elements.size());
  if (!broken) return answers.Fail(broken.error());
  if (*broken) {
    (*broken)->seed = seed;
    (*broken)->flavour = Name(flavour);
    (*broken)->pass = options.elements[(*broken)->position - 1];
  }
  answers.Add(*std::move(broken));
}

}  // namespace

Result<Validation> Validate(const ValidationOptions& options, const Budget& budget,
                            const std::function<void(const Validation&)>& on_progress) {
  const Result<std::string> compiler = CompilerVersion(budget);
  if (!compiler) return compiler.error();
  const auto units =
      CsmithUnits({.count = options.programs, .first_seed = options.first_seed}, *compiler, budget);
  if (!units) return units.error();
  Answers answers(on_progress);
  ParallelFor(options.jobs, options.programs, budget, [&](std::size_t i) {
    if (answers.failed()) return;
    const Flavour flavour = i % 2 == 0 ? Flavour::kO0 : Flavour::kOz;
    const auto at = std::ranges::find(kFlavours, flavour) - kFlavours.begin();
    const Unit& unit = (*units)[i * kFlavours.size() + static_cast<std::size_t>(at)];
    TryUnit(options, unit, options.first_seed + i, flavour, budget, answers);
  });
  if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped"};
  return answers.Take();
}

}  // namespace autotune
