#include "board/validation.h"

#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/mutex.h"
#include "core/toolchain.h"
#include "dataset/compiler.h"
#include "dataset/csmith.h"
#include "dataset/parallel.h"
#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"
#include "eval/proof/reproduction.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;

/// Limits that nothing reaches unless something is wrong.
constexpr auto kToolLimit = 120s;
constexpr auto kChangedRunLimit = 60s;

/// What a program prints, or why it doesn't.
struct Run {
  std::string printed;
  std::string failure;  ///< in one line; empty if there is none

  bool operator==(const Run&) const = default;
};

/// One random program in a folder of its own.
class Trial {
 public:
  Trial(const ValidationOptions& options, TempDirectory folder, const Budget& budget)
      : options_(options), folder_(std::move(folder)), budget_(budget) {}

  /// Makes the program, and runs it as it came. `kBadInput`: it says nothing about lists.
  Status Begin(std::uint64_t seed, Flavour flavour);

  /// Tries the list. Returns the pass that breaks the program; none if none does.
  Result<std::optional<BrokenProgram>> FindCulprit() const;

 private:
  std::string Path(const char* file) const { return (folder_.path() / file).string(); }
  Result<Run> RunModule(const char* file, std::chrono::milliseconds limit) const;
  Result<std::string> Difference(std::size_t length) const;

  const ValidationOptions& options_;
  const TempDirectory folder_;
  const Budget& budget_;
  Run expected_;
};

/// Compiles, links and runs a module.
Result<Run> Trial::RunModule(const char* file, std::chrono::milliseconds limit) const {
  struct Step {
    std::string_view name;
    std::vector<std::string> arguments;
    std::chrono::milliseconds limit;
  };
  const std::vector<Step> steps = {
      {kLlcProgram,
       {std::string(kLlcProgram), "-filetype=obj", "-relocation-model=pic", Path(file), "-o",
        Path("program.o")},
       kToolLimit},
      {"linking",
       {std::string(kClangProgram), Path("program.o"), "-o", Path("program")},
       kToolLimit},
      {"it", {Path("program")}, limit}};
  Run answer;
  for (const Step& step : steps) {
    Result<SubprocessResult> run =
        RunSubprocess(step.arguments, {.time_limit = step.limit}, budget_);
    if (!run) return run.error();
    if (!run->Succeeded()) {
      return Run{.printed = "", .failure = fmt::format("{} {}", step.name, HowItEnded(*run))};
    }
    answer.printed = std::move(run->output);
  }
  return answer;
}

Status Trial::Begin(std::uint64_t seed, Flavour flavour) {
  const Status built =
      BuildCsmithProgram(seed, flavour, folder_.path(), Path("program.bc"), budget_);
  if (!built.ok()) return built;
  Result<Run> run = RunModule("program.bc", options_.run_limit);
  if (!run) return run.error();
  if (!run->failure.empty()) return Error{ErrorCode::kBadInput, run->failure};
  if (run->printed.empty()) return Error{ErrorCode::kBadInput, "it prints nothing"};
  expected_ = *std::move(run);
  return {};
}

/// Returns what goes wrong after the first `length` passes of the list; nothing if nothing does.
Result<std::string> Trial::Difference(std::size_t length) const {
  const auto elements = std::span(options_.elements).first(length);
  std::vector<std::string> arguments = {std::string(kOptProgram)};
  arguments.insert(arguments.end(), options_.opt_flags.begin(), options_.opt_flags.end());
  arguments.insert(arguments.end(), {fmt::format("-passes={}", fmt::join(elements, ",")),
                                     Path("program.bc"), "-o", Path("changed.bc")});
  const Result<SubprocessResult> opt = RunSubprocess(
      arguments, {.time_limit = kToolLimit, .memory_bytes = options_.memory_bytes}, budget_);
  if (!opt) return opt.error();
  if (!opt->Succeeded()) {
    const Error failure = OptFailure(*opt, "program.bc");
    if (failure.code == ErrorCode::kInvalidArgument || failure.code == ErrorCode::kIo) {
      return failure;
    }
    return failure.message;
  }
  const Result<Run> run = RunModule("changed.bc", kChangedRunLimit);
  if (!run) return run.error();
  if (!run->failure.empty()) return run->failure;
  return std::string(*run == expected_ ? "" : "it prints something else");
}

Result<std::optional<BrokenProgram>> Trial::FindCulprit() const {
  std::size_t good = 0;
  std::size_t bad = options_.elements.size();
  Result<std::string> what = Difference(bad);
  if (!what) return what.error();
  if (what->empty()) return std::optional<BrokenProgram>();
  while (bad - good > 1) {
    const std::size_t middle = good + (bad - good) / 2;
    Result<std::string> here = Difference(middle);
    if (!here) return here.error();
    if (here->empty()) {
      good = middle;
    } else {
      bad = middle;
      what = std::move(here);
    }
  }
  // The list is to blame only if it still breaks the program, which still runs as it came.
  const Result<std::string> still = Difference(bad);
  if (!still) return still.error();
  const Result<Run> as_it_came = RunModule("program.bc", kChangedRunLimit);
  if (!as_it_came) return as_it_came.error();
  if (still->empty() || *as_it_came != expected_) {
    return Error{ErrorCode::kIo, "the machine failed, not the list: " + *what};
  }
  BrokenProgram broken;
  broken.what = *std::move(what);
  broken.position = bad;
  broken.pass = options_.elements[bad - 1];
  return std::optional(std::move(broken));
}

/// The answers of all programs so far. Thread-safe.
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

  void LeaveOut(const Error& why) {
    const MutexLock lock(mutex_);
    if (!left_out_) left_out_ = why;
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
    if (left_out_ && all_.left_out == all_.done()) {
      return Error{left_out_->code, "no program runs as it came: " + left_out_->message};
    }
    return std::move(all_);
  }

 private:
  const std::function<void(const Validation&)>& on_progress_;
  Mutex mutex_;
  Validation all_ GUARDED_BY(mutex_);
  std::optional<Error> left_out_ GUARDED_BY(mutex_);  ///< why the first one was
  std::optional<Error> error_ GUARDED_BY(mutex_);
};

void TryProgram(const ValidationOptions& options, const std::filesystem::path& root,
                std::uint64_t seed, Flavour flavour, const Budget& budget, Answers& answers) {
  Result<TempDirectory> folder = TempDirectory::Create(root);
  if (!folder) return answers.Fail(folder.error());
  Trial trial(options, *std::move(folder), budget);
  const Status begun = trial.Begin(seed, flavour);
  if (!begun.ok()) {
    const bool program = begun.error().code == ErrorCode::kBadInput;
    return program ? answers.LeaveOut(begun.error()) : answers.Fail(begun.error());
  }
  Result<std::optional<BrokenProgram>> broken = trial.FindCulprit();
  if (!broken) return answers.Fail(broken.error());
  if (*broken) {
    (*broken)->seed = seed;
    (*broken)->flavour = Name(flavour);
  }
  answers.Add(*std::move(broken));
}

}  // namespace

Result<Validation> Validate(const ValidationOptions& options, const Budget& budget,
                            const std::function<void(const Validation&)>& on_progress) {
  const Result<std::string> csmith = CsmithVersion(budget);
  if (!csmith) return csmith.error();
  const Result<std::string> compiler = CompilerVersion(budget);
  if (!compiler) return compiler.error();
  std::error_code error;
  const std::filesystem::path root = std::filesystem::temp_directory_path(error);
  if (error) return Error{ErrorCode::kIo, "there is no folder for temporary files: TMPDIR"};
  Answers answers(on_progress);
  ParallelFor(options.jobs, options.programs, budget, [&](std::size_t i) {
    if (answers.failed()) return;
    const std::uint64_t seed = options.first_seed + i;
    const Flavour flavour = seed % 2 == 0 ? Flavour::kO0 : Flavour::kOz;
    TryProgram(options, root, seed, flavour, budget, answers);
  });
  if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped"};
  return answers.Take();
}

}  // namespace autotune
