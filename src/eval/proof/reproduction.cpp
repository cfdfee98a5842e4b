#include "eval/proof/reproduction.h"

#include <algorithm>
#include <cassert>
#include <csignal>
#include <iterator>
#include <span>
#include <string_view>
#include <thread>
#include <utility>

#include "core/toolchain.h"
#include "eval/process/subprocess.h"
#include "eval/process/temp_directory.h"
#include "eval/proof/module_name.h"
#include "eval/proof/opt_flags.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;

/// Elements of a barrier, which invalidates all analyses for the next element. The first alone
/// spares GlobalsAA, which declares itself stateless.
constexpr std::string_view kBarrier[] = {"invalidate<all>", "invalidate<globals-aa>"};

/// `barriers[i]`: true if a barrier stands before element `i`.
using Barriers = std::vector<bool>;

/// Joins elements and barriers to a pipeline text. With `verify`, the module is verified after each
/// element. This differs from `-verify-each` only inside macros such as `default<Oz>`. There,
/// `-verify-each` verifies the whole module after each function's passes, which makes a large
/// program fifty times as slow.
std::string Join(std::span<const std::string> elements, const Barriers& barriers,
                 bool verify = false) {
  // An empty text would do, but looks like a mistake.
  if (elements.empty()) return "no-op-module";
  std::string pipeline;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) pipeline += ',';
    if (barriers[i]) {
      for (const std::string_view part : kBarrier) (pipeline += part) += ',';
    }
    pipeline += elements[i];
    if (verify) pipeline += ",verify";
  }
  return pipeline;
}

/// True for failures that fresh analyses may cure.
bool IsCurable(ErrorCode code) {
  return code == ErrorCode::kPassCrashed || code == ErrorCode::kFatalError ||
         code == ErrorCode::kVerifierRejected || code == ErrorCode::kBadInput;
}

bool IsRefusal(const Result<std::string>& run) {
  return !run.ok() && run.error().code == ErrorCode::kInvalidArgument;
}

std::string Describe(const Reproduction& run, Objective objective) {
  std::string text = std::to_string(Value(run.cost, objective)) + " (IR hash " + ToHex(run.ir);
  if (run.cost.object_size) {
    text += ", " + std::to_string(run.cost.object_size->total()) + " bytes";
  }
  return text + ")";
}

/// Runs one candidate through `opt`. Not thread-safe: the files in `directory` are reused.
class Reproducer {
 public:
  Reproducer(const ProgramFile& program, const Candidate& candidate,
             const ReproductionOptions& options, const TempDirectory& directory, WorkerPool& pool,
             const Budget& budget)
      : program_(program),
        candidate_(candidate),
        options_(options),
        directory_(directory),
        pool_(pool),
        budget_(budget) {}

  Result<Reproduction> Run() const {
    const std::size_t elements = candidate_.elements.size();
    const bool repairable = options_.repair && elements > 1;
    const Barriers none(elements, false);
    Barriers all(elements, repairable);
    if (repairable) all.front() = false;
    const bool repaired_first = repairable && options_.repaired_first;
    Result<Reproduction> first = Verify(repaired_first ? all : none);
    if (!repairable) return first;
    const bool is_enough = first.ok() ? IsAsClaimed(first->cost) || !HasTimeFor(first->opt_time)
                                      : !IsCurable(first.error().code);
    if (is_enough) return Shortened(std::move(first), all, elements);
    // A repair is better than the list without any barrier.
    const std::size_t half = (elements + 1) / 2;
    Result<Reproduction> second = Verify(
        repaired_first ? none : all, first.ok() ? options_.repair_end : Clock::time_point::max());
    if (!second.ok()) {
      const bool cancelled = second.error().code == ErrorCode::kCancelled;
      return cancelled && !first.ok() ? std::move(second) : Shortened(std::move(first), all, half);
    }
    const bool keeps_first = first.ok() && IsBetter(*first, *second);
    return Shortened(keeps_first ? std::move(first) : std::move(second), all, half);
  }

 private:
  /// True if a cost is no worse than the claim. The bytes of a claim are a sum over functions, so
  /// as many instructions are taken for the same module.
  bool IsAsClaimed(const Cost& cost) const {
    return Value(cost) <= Value(candidate_.cost) ||
           (NeedsCode(options_.objective) && cost.instructions == candidate_.cost.instructions);
  }

  std::uint64_t Value(const Cost& cost) const { return autotune::Value(cost, options_.objective); }

  /// Corrects the first line of textual IR, a comment that names the file it was made from.
  std::string WithName(std::string text) const {
    const std::string copy = "; ModuleID = '" + FileArgument(program_.path) + "'";
    if (text.starts_with(copy)) {
      const bool piped = !ModuleCommand(program_.name).empty();
      const std::string name = piped ? "<stdin>" : FileArgument(program_.name);
      text.replace(0, copy.size(), "; ModuleID = '" + name + "'");
    }
    return text;
  }

  /// True if one of a list and its repair has the lower value; of equal ones, the list.
  bool IsBetter(const Reproduction& one, const Reproduction& other) const {
    return one.repaired ? Value(one.cost) < Value(other.cost)
                        : Value(one.cost) <= Value(other.cost);
  }

  bool HasTimeFor(Clock::duration run) const {
    const Clock::time_point end = std::min(options_.repair_end, budget_.end());
    return !budget_.Interrupted() && run < end - Clock::now();
  }

  /// Runs a pipeline in as many processes as have to agree, side by side. One more verifies after
  /// each element and one more writes the text, if wanted. A process still running at `end` is out
  /// of time.
  Result<Reproduction> Verify(const Barriers& barriers,
                              Clock::time_point end = Clock::time_point::max()) const {
    const std::string pipeline = Join(candidate_.elements, barriers);
    const std::string verified = Join(candidate_.elements, barriers, /*verify=*/true);
    const bool always = options_.verify_always && candidate_.elements.size() > 1;
    const std::size_t processes = options_.processes;
    const std::size_t agreeing = processes + (options_.verify ? 1 : 0);
    const std::size_t runs = agreeing + (options_.text ? 1 : 0);
    std::vector<Result<std::string>> written(runs, Error{ErrorCode::kIo, "not run"});
    std::vector<std::chrono::nanoseconds> cpu_times(runs);
    const Clock::time_point begin = Clock::now();
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < runs; ++i) {
        threads.emplace_back([&, i] {
          const bool verifies = (options_.verify && i == processes) || (always && i < processes);
          written[i] = RunOpt(verifies ? verified : pipeline, "out" + std::to_string(i), end,
                              {.text = i == agreeing, .cpu_time = &cpu_times[i]});
        });
      }
    }
    // Between function, CGSCC or loop passes there may be no room for `verify`. `-verify-each` is
    // slower, but suits every pipeline.
    if (options_.verify && written.front().ok() && IsRefusal(written[processes])) {
      written[processes] = RunOpt(pipeline, "out" + std::to_string(processes), end,
                                  {.verify_each = true, .cpu_time = &cpu_times[processes]});
    }
    // Such a pipeline goes without if nobody else verifies.
    if (always && IsRefusal(written.front())) {
      written.front() = RunOpt(pipeline, "out0", end, {.cpu_time = cpu_times.data()});
    }
    const Clock::duration opt_time = Clock::now() - begin;
    for (const Result<std::string>& run : written) {
      if (!run.ok()) return run.error();
    }
    Result<Reproduction> first = Measure(pipeline, barriers, *std::move(written.front()));
    if (!first.ok()) return first;
    first->processes = options_.processes;
    first->verified = options_.verify;
    first->opt_time = opt_time;
    first->opt_cpu_time = std::ranges::max(cpu_times);
    for (std::size_t i = 1; i < runs; ++i) {
      if (*written[i] == first->bitcode) continue;
      Result<Reproduction> other = Measure(pipeline, barriers, *std::move(written[i]));
      if (!other.ok()) return other;
      if (i == agreeing) first->text = WithName(std::move(other->bitcode));
      if (other->ir != first->ir || other->cost != first->cost) {
        return Error{ErrorCode::kBadInput, "fresh processes of opt disagree on '" + program_.name +
                                               "': " + Describe(*first, options_.objective) +
                                               " and " + Describe(*other, options_.objective) +
                                               " where " + std::to_string(Value(candidate_.cost)) +
                                               " was expected"};
      }
    }
    return first;
  }

  /// Makes a repair shorter; anything else stays as it is.
  Result<Reproduction> Shortened(Result<Reproduction> result, const Barriers& all,
                                 std::size_t group) const {
    if (!result.ok() || !result->repaired) return result;
    return Shorten(*std::move(result), all, group);
  }

  /// Removes barriers in ever smaller groups, from `group` of them on, as long as a single process
  /// still reaches the value of `fresh`, which has them all. The returned pipeline has been
  /// verified by all processes.
  Result<Reproduction> Shorten(Reproduction fresh, Barriers barriers, std::size_t group) const {
    int runs_left = options_.repair_runs;
    for (; group > 0; group /= 2) {
      for (std::size_t begin = 0; begin < barriers.size(); begin += group) {
        Barriers fewer = barriers;
        std::fill(fewer.begin() + begin, fewer.begin() + std::min(begin + group, fewer.size()),
                  false);
        if (fewer == barriers) continue;
        // Leaves time for the last run, which proves the remaining pipeline.
        if (runs_left-- == 0 || !HasTimeFor(2 * fresh.opt_time)) {
          return Settle(std::move(fresh), barriers);
        }
        if (Reaches(fewer, Value(fresh.cost))) barriers = std::move(fewer);
      }
    }
    return Settle(std::move(fresh), barriers);
  }

  bool Reaches(const Barriers& barriers, std::uint64_t value) const {
    const std::string pipeline = Join(candidate_.elements, barriers);
    Result<std::string> written = RunOpt(pipeline, "out0", options_.repair_end, {});
    if (!written.ok()) return false;
    const Result<Reproduction> run = Measure(pipeline, barriers, *std::move(written));
    return run.ok() && Value(run->cost) <= value;
  }

  /// Returns the pipeline with `barriers` if it holds, else `fresh`.
  Result<Reproduction> Settle(Reproduction fresh, const Barriers& barriers) const {
    if (Join(candidate_.elements, barriers) == fresh.pipeline) return fresh;
    Result<Reproduction> shorter = Verify(barriers, options_.repair_end);
    if (shorter.ok() && Value(shorter->cost) <= Value(fresh.cost)) return shorter;
    return fresh;
  }

  struct RunOptions {
    bool verify_each = false;
    bool text = false;                             ///< `-S`
    std::chrono::nanoseconds* cpu_time = nullptr;  ///< out: CPU time of the process
  };

  /// Runs one process of `opt` and returns its output.
  Result<std::string> RunOpt(const std::string& pipeline, const std::string& file_name,
                             Clock::time_point end, const RunOptions& run) const {
    std::vector<std::string> arguments = {options_.opt_program.string(), "-passes=" + pipeline,
                                          FileArgument(program_.path), "-o",
                                          (directory_.path() / file_name).string()};
    arguments.insert(arguments.end(), candidate_.opt_flags.begin(), candidate_.opt_flags.end());
    if (run.verify_each) arguments.push_back("-verify-each");
    if (run.text) arguments.insert(arguments.end(), kTextFlags.begin(), kTextFlags.end());

    std::chrono::milliseconds time_limit = options_.time_limit;
    if (end != Clock::time_point::max()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
      time_limit = std::clamp(left, std::chrono::milliseconds(1), time_limit);
    }
    const Result<SubprocessResult> result = RunSubprocess(
        arguments, {.time_limit = time_limit, .memory_bytes = options_.memory_bytes}, budget_);
    if (!result.ok()) {
      Error error = result.error();
      if (error.code == ErrorCode::kNotFound) {
        error.message += "; it comes with 'apt-get install " + std::string(kLlvmPackage) + "'";
      }
      return error;
    }
    if (run.cpu_time != nullptr) *run.cpu_time = result->cpu_time;
    if (!result->Succeeded()) return OptFailure(*result, program_.name);
    std::error_code ignored;
    if (!fs::exists(directory_.path() / file_name, ignored)) {
      return Error{ErrorCode::kIo,
                   "'" + options_.opt_program.string() + "' wrote nothing: it is no opt of LLVM"};
    }
    return directory_.Read(file_name);
  }

  bool IsExpected(const std::string& bitcode, const Observe& observe) const {
    const std::optional<MeasuredModule>& expected = candidate_.expected;
    if (!expected || expected->bitcode != bitcode) return false;
    return (!observe.object_size || expected->cost.object_size) &&
           (!observe.object_file || !expected->object.empty());
  }

  Result<Reproduction> Measure(const std::string& pipeline, const Barriers& barriers,
                               std::string bitcode) const {
    const Observe observe{.object_size = candidate_.cost.object_size.has_value() || options_.object,
                          .object_file = options_.object};
    if (IsExpected(bitcode, observe)) {
      const MeasuredModule& its = *candidate_.expected;
      return Reproduction{.pipeline = pipeline,
                          .cost = its.cost,
                          .ir = its.ir,
                          .bitcode = std::move(bitcode),
                          .object = std::string(its.object),
                          .code_model = its.code_model,
                          .opt_flags = candidate_.opt_flags};
    }
    Result<ProgramInfo> measured =
        pool_.Measure("what opt made of " + program_.name, bitcode, observe, budget_);
    if (!measured.ok()) return measured.error();
    if (!HasValue(measured->root.cost, options_.objective)) {
      // The worker could, so there was too little time or memory for it now.
      return Error{ErrorCode::kOutOfMemory,
                   "the object size of what opt made of '" + program_.name + "' can't be measured"};
    }
    return Reproduction{.pipeline = pipeline,
                        .cost = measured->root.cost,
                        .ir = measured->root.next.ir,
                        .bitcode = std::move(bitcode),
                        .object = std::move(measured->object),
                        .code_model = measured->code_model,
                        .opt_flags = candidate_.opt_flags,
                        .repaired = std::ranges::find(barriers, true) != barriers.end()};
  }

  const ProgramFile& program_;
  const Candidate& candidate_;
  const ReproductionOptions& options_;
  const TempDirectory& directory_;
  WorkerPool& pool_;
  const Budget& budget_;
};

}  // namespace

bool IsOfRepair(std::string_view element) {
  return std::ranges::find(kBarrier, element) != std::end(kBarrier);
}

Result<Reproduction> Reproduce(const ProgramFile& program, const Candidate& candidate,
                               const ReproductionOptions& options, WorkerPool& pool,
                               const Budget& budget) {
  assert(options.processes >= 1 && "nothing to run");
  assert(HasValue(candidate.cost, options.objective) && "the candidate has no value");
  if (Status flags = CheckOptFlags(candidate.opt_flags); !flags.ok()) return flags.error();
  const Result<TempDirectory> directory = TempDirectory::Create(options.temp_root);
  if (!directory.ok()) return directory.error();
  return Reproducer(program, candidate, options, *directory, pool, budget).Run();
}

Error OptFailure(const SubprocessResult& result, const std::string& file) {
  const std::string& text = result.error_output;
  const auto says = [&text](std::string_view words) { return text.find(words) != text.npos; };
  const std::string subject = "on '" + file + "' opt ";
  if (result.timed_out) return {ErrorCode::kPassTimedOut, subject + "ran out of time"};
  if (says("Broken module found") || says("Broken function found")) {
    return {ErrorCode::kVerifierRejected, subject + "made invalid IR"};
  }
  if (says("LLVM ERROR: out of memory") || says("std::bad_alloc")) {
    return {ErrorCode::kOutOfMemory, subject + "ran out of memory"};
  }
  if (says("No space left on device")) {
    return {ErrorCode::kIo, subject + "could not write its module: no space left on device"};
  }
  const std::size_t fatal = text.find("LLVM ERROR: ");
  if (fatal != text.npos) {
    return {ErrorCode::kFatalError,
            subject + "gave up: " + text.substr(fatal, text.find('\n', fatal) - fatal)};
  }
  if (result.signal == SIGKILL) {  // no pass raises it: most likely the system was short of memory
    return {ErrorCode::kOutOfMemory, subject + "was killed"};
  }
  if (result.signal == SIGXFSZ) {
    return {ErrorCode::kIo, subject + "could not write its module: file too large (ulimit -f)"};
  }
  if (result.signal != 0) {
    return {ErrorCode::kPassCrashed,
            subject + "crashed with signal " + std::to_string(result.signal)};
  }
  return {ErrorCode::kInvalidArgument, subject + "failed: " + text.substr(0, text.find('\n'))};
}

std::string FileArgument(const fs::path& path) {
  const std::string name = path.string();
  if (name == "-") return name;  // standard input
  return name.starts_with('-') || name.starts_with('@') ? "./" + name : name;
}

std::string OptCommand(const fs::path& opt_program, const Reproduction& reproduction,
                       const fs::path& input, const fs::path& output) {
  const std::string to = output == "-" ? "./-" : FileArgument(output);  // no standard output
  std::string flags;
  for (const std::string& flag : reproduction.opt_flags) flags += ShellQuote(flag) + ' ';
  std::string pipeline = ShellQuote(reproduction.pipeline);
  if (pipeline == reproduction.pipeline) pipeline = "'" + pipeline + "'";  // always in quotes
  const std::string source = ModuleCommand(input);
  return (source.empty() ? "" : source + " | ") + ShellQuote(opt_program.string()) + ' ' + flags +
         "-passes=" + pipeline + (source.empty() ? ' ' + ShellQuote(FileArgument(input)) : "") +
         (output.empty() ? "" : " -o " + ShellQuote(to));
}

}  // namespace autotune
