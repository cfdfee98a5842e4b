#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.h"
#include "core/file.h"
#include "core/hash.h"
#include "core/quantity.h"
#include "core/toolchain.h"
#include "db/cache_file.h"
#include "db/schema.h"
#include "eval/process/system_memory.h"
#include "search/registry.h"
#include "term/console.h"
#include "term/terminal.h"
#include "term/user_files.h"
#include "tune/input/program_checks.h"
#include "tune/input/read_program.h"
#include "tune/model_host.h"
#include "tune/output/json_report.h"
#include "tune/output/output_file.h"
#include "tune/output/result_module.h"
#include "tune/plan/plan_file.h"
#include "tune/signals.h"
#include "tune/threads.h"
#include "tune/tune.h"
#include "tune/tune_front.h"
#include "ui/batch_table.h"
#include "ui/console_observer.h"
#include "ui/options.h"
#include "ui/summary.h"

namespace autotune {

namespace {

using std::chrono::milliseconds;

/// Frees what nobody reads once a result is delivered. There may be many.
void DropModules(TuneResult& result) {
  const auto drop = [](auto& made) {
    for (std::string* const module : {&made.bitcode, &made.text, &made.object}) {
      std::string().swap(*module);
    }
  };
  drop(result.result.reproduction);
  if (result.attributed) drop(*result.attributed);
  if (result.optioned) std::string().swap(result.optioned->object);
}

/// `autotune FILE...`: tunes one program after the other. What one has given is printed and written
/// before the next one starts.
class TuneCommand {
 public:
  TuneCommand(TuneOptions options, const Arguments& arguments, Clock::time_point started)
      : options_(std::move(options)), arguments_(arguments), started_(started), observer_(*this) {}

  int Run();

 private:
  /// Prints and writes a result as soon as it is final.
  class Observer : public ConsoleObserver {
   public:
    explicit Observer(TuneCommand& command)
        : ConsoleObserver(
              {command.options_.color, command.options_.quiet, command.options_.verbose}),
          command_(command) {}
    void OnResult(const TuneResult& result) override { command_.Deliver(result); }
    void OnPlan(const TuneResult& result) override { command_.DeliverPlan(result); }

   private:
    TuneCommand& command_;
  };

  Status CheckOutputs() const;
  milliseconds BudgetOf(std::size_t index) const;
  void Tune(std::size_t index);
  Status TuneBoth(const TuneOptions& options);
  void Deliver(const TuneResult& result);
  void DeliverPlan(const TuneResult& result);
  milliseconds FunctionTime(milliseconds budget) const;
  /// An error costs its line and the exit status, and the run goes on with the next file.
  void Accept(const std::filesystem::path& program, const Status& status);
  /// An object for one program, an array for several.
  std::string Report() const;
  /// After each change of the last entry.
  Status WriteReport();
  void PrintResult(const TuneResult& outcome, bool written) const;
  void PrintSummary(const TuneResult& outcome, bool written) const;
  int ExitStatus() const;

  bool several() const { return options_.programs.size() > 1; }
  bool json_on_stdout() const { return options_.json == "-"; }
  std::FILE* stream() const { return json_on_stdout() ? stderr : stdout; }
  Terminal terminal() const { return Terminal::Of(fileno(stream()), options_.color); }

  const TuneOptions options_;
  const Arguments& arguments_;
  const Clock::time_point started_;
  Observer observer_;
  ModelSlot models_;
  StopSignals signals_;
  std::vector<BatchEntry> entries_;   ///< one for each program that was begun
  std::vector<std::string> reports_;  ///< each one's element of the report on several
  std::vector<TuneResult> front_;     ///< that the one result is of; empty: none was asked for
  bool failed_ = false;
  bool no_time_ = false;  ///< the budget of a file was too small for any result
};

int TuneCommand::Run() {
  const Status writable = CheckOutputs();
  if (!writable.ok()) {
    PrintError(writable.error().message);
    return kExitFailure;
  }
  for (std::size_t i = 0; i < options_.programs.size() && signals_.received() == 0; ++i) Tune(i);
  // A single program that was not begun has no report.
  const bool has_report = several() || !entries_.empty();
  if (json_on_stdout() && has_report) PrintExact(Report());
  if (several() && !options_.quiet) {
    PrintTo(stream(), "{}", Composed{BatchTable(entries_, options_.programs.size(), terminal())});
    if (!options_.json.empty() && !json_on_stdout())
      PrintTo(stream(), "\nwrote {}\n", options_.json);
  }
  return ExitStatus();
}

/// Whether there is room for all that a run writes, which is about as large as its program.
Status TuneCommand::CheckOutputs() const {
  // A report has a line for each pass that was tried and for each point of the curve.
  constexpr std::uint64_t kReport = 64 << 10;
  constexpr std::uint64_t kTemporaryCopies = 4;  // the program, and what some processes make of it
  std::uint64_t largest = 0;
  TuneOptions shared = options_;
  shared.programs.clear();  // there may be too many for a copy with each
  for (const auto& program : options_.programs) {
    const std::uint64_t bytes = ProgramBytes(program);
    largest = std::max(largest, bytes);
    const TuneOptions its = OptionsFor(shared, program);
    if (its.output.empty() || its.output == "-") continue;
    if (const Status status = CheckWritable(its.output, bytes); !status.ok()) return status;
    if (!options_.size_attributes) continue;
    const Status status = CheckWritable(its.attributes_output);
    if (!status.ok()) return status;
  }
  if (!options_.plan.empty()) {
    if (const Status status = CheckWritable(options_.plan, kReport); !status.ok()) return status;
  }
  if (!options_.json.empty() && !json_on_stdout()) {
    if (const Status status = CheckWritable(options_.json, kReport); !status.ok()) return status;
  }
  std::error_code error;  // no such folder: said once a program is loaded
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
  if (error) return {};
  const Status room = CheckRoom(temporary, kTemporaryCopies * largest);
  if (room.ok()) return {};
  return Error{room.error().code, room.error().message + "; set TMPDIR to another folder"};
}

milliseconds TuneCommand::BudgetOf(std::size_t index) const {
  if (!options_.total_budget) return options_.budget;
  const Clock::duration left = started_ + *options_.total_budget - Clock::now();
  const auto files_left = static_cast<Clock::rep>(options_.programs.size() - index);
  // If nothing is left, the best standard level is still found and proved.
  return std::max(milliseconds(1), std::chrono::duration_cast<milliseconds>(left / files_left));
}

void TuneCommand::Tune(std::size_t index) {
  const std::filesystem::path& program = options_.programs[index];
  TuneOptions options = OptionsFor(options_, program);
  const Clock::time_point begin = index == 0 ? started_ : Clock::now();
  options.budget = BudgetOf(index);
  options.function_time = FunctionTime(options.budget);
  if (several() && !options_.quiet) {
    PrintTo(stderr, "[{}/{}] {}\n", index + 1, options_.programs.size(), program.string());
  }
  const std::uint64_t bytes = ProgramBytes(program);
  if (const auto available = AvailableMemory(); available && bytes > 0) {
    const std::uint64_t threads = options.threads == 0 ? DefaultThreads() : options.threads;
    // Too little for any program is an error, below.
    const auto warning = MemoryWarning(program, bytes, threads, *available);
    if (warning && *available >= kLeastMemory) PrintWarning(*warning);
  }
  const auto tune_one = [&]() -> Status {
    const Result<TuneResult> tuned =
        autotune::Tune(options, {.models = &models_}, observer_, signals_.token(), begin);
    return tuned ? Status() : tuned.error();
  };
  const Status tuned = options.front ? TuneBoth(options) : tune_one();
  if (tuned.ok()) return;
  entries_.push_back({program, tuned.error()});
  Accept(program, tuned.error());
  Accept(program, WriteReport());  // else a report of an earlier run might be taken for this one's
}

/// Tunes the one program for instructions and for bytes.
Status TuneCommand::TuneBoth(const TuneOptions& options) {
  int runs = 0;
  const auto on_run = [&](std::string_view aim, milliseconds budget) {
    if (options_.quiet) return;
    PrintTo(stderr, "[{}/{}] {}, {}\n", ++runs, FrontRuns(options.budget), aim,
            FormatSeconds(std::chrono::duration<double>(budget).count()));
  };
  Result<Front> front = TuneFront(options, options.pick, {.models = &models_}, observer_,
                                  signals_.token(), on_run, started_);
  if (!front) return front.error();
  if (!options_.quiet) {
    PrintTo(stream(), "{}\n", Composed{FrontTable(*front, terminal())});
  }
  front_ = std::move(front->results);
  Deliver(front_[front->picked]);
  return {};
}

void TuneCommand::Deliver(const TuneResult& result) {
  entries_.push_back({.program = result.job.program, .outcome = result, .front = front_});
  DropModules(*entries_.back().outcome);
  const Status module = WriteModule(result);
  const Status report = WriteReport();
  PrintResult(result, module.ok() && report.ok());
  Accept(result.job.program, module);
  Accept(result.job.program, report);
}

/// Prints and writes the plan. The result without it has been delivered.
void TuneCommand::DeliverPlan(const TuneResult& result) {
  // In an experiment there may be no file: the database has the plan.
  const std::string& file = options_.plan;
  Status written = file.empty() ? Status() : WriteAtomically(file, PlanText(result.planned->plan));
  if (written.ok()) written = WriteModule(result.job, result.planned->proven.reproduction);
  if (written.ok()) {
    entries_.back().outcome = result;
    entries_.back().plan_file = file;
    written = WriteReport();
  }
  if (written.ok() && !file.empty()) {
    PrintTo(
        stream(), "{}\n",
        Composed{options_.quiet ? PlanLine(result, file) : PlanSummary(result, file, terminal())});
  }
  Accept(result.job.program, written);
}

/// Part of a budget for the lists of functions.
milliseconds TuneCommand::FunctionTime(milliseconds budget) const {
  if (options_.plan.empty() && FindMethod(options_.method).work != Method::Work::kFunctions) {
    return milliseconds(0);
  }
  return budget - std::min(options_.module_time.value_or(budget * 2 / 5), budget);
}

void TuneCommand::Accept(const std::filesystem::path& program, const Status& status) {
  if (status.ok()) return;
  (status.error().code == ErrorCode::kNoTime ? no_time_ : failed_) = true;
  const std::string& message = status.error().message;
  const bool named = !several() || message.find(program.string()) != message.npos;
  PrintError(named ? message : fmt::format("'{}': {}", program.string(), message));
}

std::string TuneCommand::Report() const {
  return several() ? JsonArray(reports_) : JsonReport(entries_.front(), arguments_);
}

Status TuneCommand::WriteReport() {
  if (options_.json.empty()) return {};
  if (several()) {
    reports_.resize(entries_.size());
    reports_.back() = JsonElement(entries_.back(), arguments_);
  }
  if (json_on_stdout()) return {};
  return WriteAtomically(options_.json, Report());
}

void TuneCommand::PrintResult(const TuneResult& outcome, bool written) const {
  PrintSummary(outcome, written);
  const std::string warning = GrowthWarning(outcome);
  if (!warning.empty()) PrintWarning(warning);
}

void TuneCommand::PrintSummary(const TuneResult& outcome, bool written) const {
  if (options_.quiet) {
    PrintTo(stream(), "{}\n", Composed{ResultLine(outcome)});
    return;
  }
  PrintTo(stream(), "{}",
          Composed{several() ? ShortSummary(outcome, terminal()) : Summary(outcome, terminal())});
  std::string files = outcome.job.output;
  if (outcome.attributed) files += ", " + outcome.job.attributes_output;
  if (!options_.json.empty() && !json_on_stdout() && !several()) {
    files += (files.empty() ? "" : ", ") + options_.json;
  }
  if (written && !files.empty()) PrintTo(stream(), "\nwrote {}\n", files);
  if (several()) PrintTo(stream(), "\n");
  std::fflush(stream());
}

int TuneCommand::ExitStatus() const {
  if (signals_.received() != 0) return 128 + signals_.received();
  if (failed_) return kExitFailure;
  if (no_time_) return kExitNoTime;
  const auto better = [](const BatchEntry& entry) {
    return entry.outcome->planned || entry.outcome->attributed || entry.outcome->optioned ||
           entry.outcome->better_than_levels();
  };
  if (options_.fail_unless_better && !std::ranges::all_of(entries_, better)) return kExitNotBetter;
  return kExitDone;
}

void PrintVersion() {
  PrintText("autotune {}\nLLVM {}\nschema of the database {}, of the cache {}\n", kVersion,
            kLlvmMajor, kDatabaseFormat.version(), kCacheFormat.version());
  const std::filesystem::path model = DefaultModelPath();
  const Result<std::string> weights = ReadFile(model);
  PrintText("model {}\n", weights ? fmt::format("{} {}", model.filename().string(),
                                                ToHex(HashBytes(*weights)).substr(0, 16))
                                  : "none");
}

}  // namespace

int RunTune(const Arguments& arguments) {
  const Clock::time_point started = Clock::now();
  Result<TuneOptions> options =
      ParseTuneOptions({arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end()});
  if (!options) return Fail(options.error());
  if (options->help) {
    PrintText("{}", Composed{HelpText()});
    return kExitDone;
  }
  if (options->version) {
    PrintVersion();
    return kExitDone;
  }
  if (const std::string& word = arguments[1];
      word.find_first_of("./-") == word.npos && !std::filesystem::exists(word)) {
    return FailUnknown("file and no command", word);
  }
  if (options->quick) return RunQuick(*options);
  ChooseFiles(*options);
  return TuneCommand(*std::move(options), arguments, started).Run();
}

}  // namespace autotune
